/** docs/security.md is true: its rows are whole, its tests exist, and what it says of sources and settings can be read there. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hashOf } from '../../apps/api/src/admin/session/domain/passwords.ts';
import { LIMITS } from '../../apps/api/src/platform/limits/limits.ts';
import { sharedStack } from '../support/index.ts';
import { ROWS } from '../site/security-rows.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/security.md');

/** The tables below a heading, row by row, cell by cell. */
const tableOf = (heading: string) =>
  page
    .split(/^## /m)
    .filter((part) => part.startsWith(heading))
    .flatMap((part) => part.split('\n').filter((line) => line.startsWith('|')))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const HEADINGS = [...'ABCDEFGHIJ'].map((letter) => `${letter}. `);
const proven = [...HEADINGS, 'Threats'].flatMap(tableOf).filter(([row]) => /^[VT]/.test(row ?? ''));
const idsOf = (rows: string[][]) => rows.flatMap(([ids = '']) => ids.split(', '));

describe('docs/security.md', () => {
  it('has each row of the lists once', () => {
    const answered = [...'KL'].flatMap((letter) => tableOf(`${letter}. `)).filter(([row]) => row?.startsWith('V'));
    expect(idsOf([...proven, ...answered]).sort()).toEqual([...ROWS].sort());
  });

  it.each(proven)('%s: %s', (_ids, _asked, done = '', tests = '', result) => {
    expect(['holds', 'deviation']).toContain(result);
    expect(done).not.toBe('');
    const named = [...tests.matchAll(/`([^`]+\.\w+)`(?:: ((?:"[^"]+"(?:, )?)+))?/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, file = '', titles = ''] of named) {
      const text = read(file);
      for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g))
        expect({ file, text }).toMatchObject({ text: expect.stringContaining(title) });
    }
  });

  it('counts itself', () => {
    const deviations = proven.filter((row) => row.at(-1) === 'deviation');
    expect(page).toContain(`${proven.length} rows; ${deviations.length} of them are deviations.`);
  });

  it('the limits are the ones of the code', () => {
    const SECONDS: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };
    const told = tableOf('Limits').map(([name = '', most, span = '', always]) => {
      const [count = '', unit = ''] = span.split(' ');
      const seconds = Number(count) * (SECONDS[unit.replace(/s$/, '')] ?? 0);
      return [name, { points: Number(most), seconds, ...(always && { always: true }) }];
    });
    const counted = Object.entries(LIMITS).map(([name, { points, seconds, always }]) => [
      name,
      { points, seconds, ...(always && { always }) },
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(counted));
  });

  it('every table of the database is classified', async () => {
    const columns = await sharedStack().query(
      `SELECT c.table_name AS name, array_agg(c.column_name::text) AS columns FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' GROUP BY 1`,
    );
    const told = tableOf('Where personal data is');
    expect(new Set(told.map(([name]) => name))).toEqual(new Set(columns.map(({ name }) => name)));
    for (const [table, personal = ''] of told) {
      const own: string[] = columns.find(({ name }) => name === table).columns;
      for (const column of personal.split(', ').filter(Boolean)) expect(own).toContain(column);
      const missed = own.filter(
        (column) => /name$|email|phone|birthdate|gender|message/.test(column) && !personal.includes(column),
      );
      expect({ table, missed: missed.filter((column) => !IMPERSONAL.includes(`${table}.${column}`)) }).toEqual({
        table,
        missed: [],
      });
    }
  });
});

/** Names of things, marks of time, counts. */
const IMPERSONAL = ['migrations.name', 'products.name', 'trial_signups.phone_verified_at', 'sent_mails.message_id'];

const filesBelow = (folder: string, pattern: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist|build|\.react-router)\//.test(file));
const SOURCES = [...filesBelow('apps', /\.(ts|tsx|mjs)$/), ...filesBelow('libs', /\.ts$/)].filter(
  (file) => !/\.spec\.tsx?$/.test(file),
);
const where = (pattern: RegExp, files = SOURCES) => files.filter((file) => pattern.test(read(file)));

describe('what the page says of sources', () => {
  it('no source of the product uses what is forbidden', () => {
    const product = SOURCES.filter((file) => !/^apps\/(sandbox|web\/tools)\//.test(file));
    const found = (pattern: RegExp) => where(pattern, product);
    expect(product.length).toBeGreaterThan(400);
    expect(found(/\beval\(|new Function\(|node:vm|node:child_process/)).toEqual([]);
    expect(found(/Math\.random/)).toEqual([]);
    // The clock of the machine: compared with the database's, and nothing is dated by it.
    const machines = found(/Date\.now|new Date\(\)/).filter((file) => file.startsWith('apps/api/'));
    expect(machines.sort()).toEqual(['apps/api/src/doctor/health-check.ts', 'apps/api/src/platform/clock/clock.ts']);
    expect(found(/['"](md5|sha1)['"]/i)).toEqual([]);
    expect(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser/)).toEqual([]);
    expect(found(/addEventListener\(\s*['"]message['"]|\.innerHTML|insertAdjacentHTML/)).toEqual([]);
    expect(found(/dangerouslySetInnerHTML/)).toEqual(['apps/web/app/root.tsx', 'apps/web/app/trial/resuming-veil.tsx']);
    expect(found(/(?<!\.)\bfetch\(/).filter((file) => file.startsWith('apps/api/'))).toEqual([
      'apps/api/src/billing/effects/announcements.ts',
      'apps/api/src/platform/clock/clock.ts',
    ]);
  });

  it('no source holds what looks like a key', () => {
    const all = [
      ...SOURCES,
      ...filesBelow('tools', /./),
      ...filesBelow('docker', /./),
      ...filesBelow('docs', /./),
      'README.md',
    ];
    const KEY =
      /\b[sr]k_live_\w{16,}|\bwhsec_[A-Za-z0-9+/]{24,}|\bAC[0-9a-f]{32}\b(?<!0001)|-----BEGIN [A-Z ]*PRIVATE KEY/;
    expect(where(KEY, all)).toEqual([]);
  });

  it('the server holds nothing of the sandbox or the tests', () => {
    const server = SOURCES.filter((file) => file.startsWith('apps/api/'));
    expect(where(/from '[^']*(apps\/sandbox|@lampstand\/sandbox|\/test\/)/, server)).toEqual([]);
  });

  it('passwords are hashed as slowly as is asked for', async () => {
    const [, memory, passes, lanes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(await hashOf('a lamp on its stand')) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect([Number(passes), Number(lanes)]).toEqual([2, 1]);
  });

  it('packages are exact, hashed and from one registry', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, any> };
    const fetched = Object.entries(packages).filter(([name, { link }]) => name.includes('node_modules/') && !link);
    expect(fetched.length).toBeGreaterThan(500);
    for (const [name, { resolved = 'https://registry.npmjs.org/', integrity }] of fetched)
      expect({ name, resolved, integrity }).toEqual({
        name,
        resolved: expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
        integrity: expect.stringMatching(/^sha512-/),
      });
    for (const file of [
      'package.json',
      ...filesBelow('apps', /^package\.json$/),
      ...filesBelow('libs', /^package\.json$/),
    ]) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file)) as Record<
        string,
        Record<string, string>
      >;
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        if (!name.startsWith('@lampstand/'))
          expect({ file, name, version }).toMatchObject({
            version: expect.stringMatching(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/),
          });
    }
  });

  it('the bill of materials has every package with its hash, and knows which ones run', () => {
    const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, stdio: 'pipe' }).toString();
    const packages: any[] = JSON.parse(printed).components.filter(({ purl }: any) => !purl.includes('%40lampstand'));
    expect(packages.length).toBeGreaterThan(500);
    for (const each of packages)
      expect(each).toMatchObject({ version: expect.any(String), hashes: [expect.anything()] });
    const running = packages.filter((each) => !each.properties?.some(({ name }: any) => name.endsWith(':development')));
    const names = running.map(({ purl }) => purl.replace(/^pkg:npm\/|@[^@]+$/g, ''));
    expect(names).toEqual(expect.arrayContaining(['pg', 'stripe', 'fastify', 'react']));
    expect(names).not.toContain('jest');
  });

  it('the time-outs are the ones of the code', () => {
    const rows = read('docs/operations.md')
      .split('\n')
      .filter((line) => /^\| .*`apps\/api\/src\/.*`/.test(line));
    const told = rows.flatMap((row) => {
      const [file = ''] = /apps\/api\/src\/[\w/.-]+/.exec(row) ?? [];
      const texts = row.matchAll(/`([A-Za-z_]+ ?[:=] [\d_]+(?: \* (?:SECOND|1024))?)`/g);
      return [...texts].map(([, text = '']) => ({ file, text }));
    });
    expect(told.length).toBeGreaterThan(8);
    for (const { file, text } of told)
      expect({ file, text: read(file) }).toMatchObject({ text: expect.stringContaining(text) });
  });
});
