/** docs/security.md is complete and true: every row is there, every named test runs, and sources and settings are as it says. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { columnOf } from '@lampstand/contracts';
import { hashPassword } from '../../apps/api/src/admin/session/credentials.ts';
import { ERASED_COLUMNS } from '../../apps/api/src/trials/trial-signup.entity.ts';
import { LIMITS } from '../../apps/api/src/platform/limits/limits.ts';
import { sharedStack } from '../support/index.ts';

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

const HEADINGS = [...[...'ABCDEFGHIJ'].map((letter) => `${letter}. `), 'Threats'];
const isProven = ([row]: string[]) => /^[VT]/.test(row ?? '');
const proven = HEADINGS.flatMap(tableOf).filter(isProven);
/** What is wrong with a row: its result, or a named test that is missing, skipped or only mentioned in a comment. */
function faultsOf([_ids, _requirement, done = '', tests = '', result = '']: string[]): string[] {
  const named = [...tests.matchAll(/`([^`]+\.\w+)`(?:: ((?:"[^"]+"(?:, )?)+))?/g)];
  return [
    ...(['holds', 'deviation'].includes(result) ? [] : [`the result "${result}"`]),
    ...(done ? [] : ['nothing is done']),
    ...(named.length ? [] : ['no test is named']),
    ...named.flatMap(([, file = '', titles = '']) => {
      const code = read(file).replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
      const skipped = /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|fixme|fails)\b|\bx(it|test|describe)\(/.test(code);
      const missing = [...titles.matchAll(/"([^"]+)"/g)].filter(([, title = '']) => !code.includes(title));
      return [
        ...(skipped ? [`${file} skips tests`] : []),
        ...missing.map(([, title]) => `${file} has no test "${title}"`),
      ];
    }),
  ];
}

const idsOf = (rows: string[][]) => rows.flatMap(([ids = '']) => ids.split(', '));

/** The rows of the OWASP ASVS 5.0.0 checklist and of our own list of threats that the document has to answer. */
const ROWS: readonly string[] = `
  T-01 T-02 T-03 T-04 T-05 T-06 T-07 T-08 T-09 T-10 T-11 T-12 T-13 T-14 T-15 T-16 T-17 T-18 T-19 T-20 T-21 T-22 T-23 T-24 T-25 T-26 T-27 T-28 T-29 T-30
  V1.1.1 V1.1.2 V1.2.1 V1.2.2 V1.2.3 V1.2.4 V1.2.5 V1.2.6 V1.2.7 V1.2.8 V1.2.9 V1.2.10 V1.3.1 V1.3.2 V1.3.3 V1.3.4 V1.3.5 V1.3.6 V1.3.7 V1.3.8 V1.3.9 V1.3.10 V1.3.11 V1.3.12 V1.4.1 V1.4.2 V1.4.3 V1.5.1 V1.5.2 V2.1.1 V2.1.2 V2.1.3 V2.2.1 V2.2.2 V2.2.3 V2.3.1 V2.3.2 V2.3.3 V2.3.4 V2.4.1 V2.4.2
  V3.2.1 V3.2.2 V3.3.1 V3.3.2 V3.3.3 V3.3.4 V3.4.1 V3.4.2 V3.4.3 V3.4.4 V3.4.5 V3.4.6 V3.4.7 V3.4.8 V3.5.1 V3.5.2 V3.5.3 V3.5.4 V3.5.5 V3.7.1 V3.7.2 V4.1.1 V4.1.2 V4.1.3 V4.1.4 V4.2.1 V4.3 V4.4
  V5.1 V5.2 V5.3 V5.4.1 V5.4.2 V5.4.3 V6.1.1 V6.1.2 V6.1.3 V6.2.1 V6.2.2 V6.2.3 V6.2.4 V6.2.5 V6.2.6 V6.2.8 V6.2.9 V6.2.10 V6.2.11 V6.2.12 V6.3.1 V6.3.2 V6.3.3 V6.3.4 V6.3.8 V6.4 V6.5.1 V6.5.2 V6.5.3 V6.5.4 V6.5.5 V6.6.1 V6.6.2 V6.6.3 V6.8
  V7.1.1 V7.1.2 V7.1.3 V7.2.1 V7.2.2 V7.2.3 V7.2.4 V7.3.1 V7.3.2 V7.4.1 V7.4.2 V7.4.3 V7.4.4 V7.4.5 V7.5 V7.6 V8.1.1 V8.1.2 V8.2.1 V8.2.2 V8.2.3 V8.3.1 V8.3.2 V8.4.1
  V9
  V10
  V11.1.1 V11.1.2 V11.2.1 V11.2.2 V11.2.3 V11.3 V11.4.1 V11.4.2 V11.4.3 V11.4.4 V11.5.1 V11.6.1
  V12.1.1 V12.1.2 V12.1.3 V12.2.1 V12.2.2 V12.3.1 V12.3.2 V12.3.3 V12.3.4
  V13.1.1 V13.1.2 V13.1.3 V13.2.1 V13.2.2 V13.2.3 V13.2.4 V13.2.5 V13.3.1 V13.3.2 V13.4.1 V13.4.2 V13.4.3 V13.4.4 V13.4.5
  V14.1.1 V14.1.2 V14.2.1 V14.2.2 V14.2.3 V14.2.4 V14.2.7 V14.3.1 V14.3.2 V14.3.3
  V15.1.1 V15.1.2 V15.1.3 V15.2.1 V15.2.2 V15.2.3 V15.3.1 V15.3.2 V15.3.3 V15.3.4 V15.3.5 V15.3.6 V15.3.7 V15.4.2
  V16.1.1 V16.2.1 V16.2.2 V16.2.3 V16.2.4 V16.2.5 V16.3.1 V16.3.2 V16.3.3 V16.3.4 V16.4.1 V16.4.2 V16.4.3 V16.5.1 V16.5.2 V16.5.3 V16.5.4
  V17
`
  .trim()
  .split(/\s+/);

describe('docs/security.md', () => {
  it('has each row of the lists once', () => {
    const answered = [...'KL'].flatMap((letter) => tableOf(`${letter}. `)).filter(([row]) => row?.startsWith('V'));
    expect(idsOf([...proven, ...answered]).sort()).toEqual([...ROWS].sort());
  });

  it.each(HEADINGS.filter((heading) => tableOf(heading).some(isProven)))(
    'names a test that runs in every row of section %s',
    (heading) => {
      const rows = tableOf(heading).filter(isProven);
      const broken = rows.flatMap((row) => faultsOf(row).map((fault) => `${row[0]}: ${fault}`));
      expect(broken).toEqual([]);
    },
  );

  it('states the number of its rows and deviations', () => {
    const deviations = proven.filter((row) => row.at(-1) === 'deviation');
    expect(page).toContain(`${proven.length} rows; ${deviations.length} of them are deviations.`);
  });

  it('states the limits of the code', () => {
    const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
    const stated = tableOf('Limits').map(([name = '', most, span = '', always]) => {
      const [count = '', unit = ''] = span.split(' ');
      const seconds = Number(count) * (SECONDS[unit.replace(/s$/, '')] ?? 0);
      return [name, { points: Number(most), seconds, ...(always && { always: true }) }];
    });
    const configured = Object.entries(LIMITS).map(([name, { points, seconds, always }]) => [
      name,
      { points, seconds, ...(always && { always }) },
    ]);
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(configured));
  });

  it('classifies every table of the database', async () => {
    const columns = await sharedStack().query(
      `SELECT c.table_name AS name, array_agg(c.column_name::text) AS columns FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' GROUP BY 1`,
    );
    const stated = tableOf('Where personal data is');
    expect(new Set(stated.map(([name]) => name))).toEqual(new Set(columns.map(({ name }) => name)));
    for (const [table, personal = ''] of stated) {
      const own: string[] = columns.find(({ name }) => name === table).columns;
      for (const column of personal.split(', ').filter(Boolean)) expect(own).toContain(column);
      const due = table === 'trial_signups' ? ERASED : own.filter((column) => PERSONAL.test(column));
      const missed = due.filter((column) => !personal.split(', ').includes(column));
      expect(missed.map((column) => `${table}.${column}`).filter((each) => !IMPERSONAL.includes(each))).toEqual([]);
    }
  });
});

/** What an erasure removes from a sign-up. In other tables, columns whose names look personal, and those that are not. */
const ERASED = Object.keys(ERASED_COLUMNS).map(columnOf);
const PERSONAL = /name$|(email|phone)(?!\w*_at$)|birthdate|gender|message/;
/** Where a script of the build is written into a page. */
const INLINE = 'root before-hydration island story crisis sheet-page trial-page registration'.split(' ');
const IMPERSONAL = [
  'counted_signups.signup_phone_verification',
  'migrations.name',
  'products.name',
  'sent_mails.message_id',
  'signup_counts.signup_phone_verification',
];

const filesBelow = (folder: string, pattern: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist|build|\.react-router)\//.test(file));
const SOURCES = [...filesBelow('apps', /\.(ts|tsx|mjs)$/), ...filesBelow('libs', /\.ts$/)].filter(
  (file) => !/\.spec\.tsx?$/.test(file),
);
const where = (pattern: RegExp, files = SOURCES) => files.filter((file) => pattern.test(read(file)));

describe('the sources', () => {
  it('use no forbidden function', () => {
    const product = SOURCES.filter((file) => !/^apps\/(sandbox|web\/tools)\//.test(file));
    const found = (pattern: RegExp) => where(pattern, product);
    expect(product.length).toBeGreaterThan(400);
    expect(found(/\beval\(|new Function\(|node:vm|node:child_process/)).toEqual([]);
    expect(found(/Math\.random/)).toEqual([]);
    // The clock of the machine is only compared with that of the database.
    const withMachineClock = found(/Date\.now|new Date\(\)/).filter((file) => file.startsWith('apps/api/'));
    expect(withMachineClock.sort()).toEqual([
      'apps/api/src/doctor/health-check.ts',
      'apps/api/src/platform/clock/clock.ts',
    ]);
    expect(found(/['"](md5|sha1)['"]/i)).toEqual([]);
    expect(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser/)).toEqual([]);
    expect(found(/addEventListener\(\s*['"]message['"]|\.innerHTML|insertAdjacentHTML/)).toEqual([]);
    expect(found(/dangerouslySetInnerHTML/).map((file) => path.basename(file, '.tsx'))).toEqual(INLINE);
    expect(found(/(?<!\.)\bfetch\(/).filter((file) => file.startsWith('apps/api/'))).toEqual([
      'apps/api/src/billing/effects/outbound-webhooks.ts',
      'apps/api/src/platform/clock/clock.ts',
    ]);
  });

  it('hold nothing that looks like a key', () => {
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

  it('of the server import nothing of the sandbox or the tests', () => {
    const server = SOURCES.filter((file) => file.startsWith('apps/api/'));
    expect(where(/from '[^']*(apps\/sandbox|@lampstand\/sandbox|\/test\/)/, server)).toEqual([]);
  });

  it('hash passwords with at least the required cost', async () => {
    const [, memory, passes, lanes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(await hashPassword('a lamp on its stand')) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect([Number(passes), Number(lanes)]).toEqual([2, 1]);
  });

  it('depend on packages with exact versions and hashes from one registry', () => {
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

  it('have a bill of materials with every package, its hash and whether it runs', () => {
    const options = { cwd: root, stdio: 'pipe', maxBuffer: 2 ** 25 } as const;
    const printed = execFileSync('npm', ['run', '--silent', 'sbom'], options).toString();
    const packages: any[] = JSON.parse(printed).components.filter(({ purl }: any) => !purl.includes('%40lampstand'));
    expect(packages.length).toBeGreaterThan(500);
    for (const each of packages)
      expect(each).toMatchObject({ version: expect.any(String), hashes: [expect.anything()] });
    const running = packages.filter((each) => !each.properties?.some(({ name }: any) => name.endsWith(':development')));
    const names = running.map(({ purl }) => purl.replace(/^pkg:npm\/|@[^@]+$/g, ''));
    expect(names).toEqual(expect.arrayContaining(['pg', 'stripe', 'fastify', 'react']));
    expect(names).not.toContain('jest');
  });

  it('have the timeouts that docs/operations.md states', () => {
    const [, section = ''] = read('docs/operations.md').split('\n## Timeouts and limits\n');
    const items = (section.split(/^## /m)[0] ?? '').split(/^- /m).slice(1);
    expect(items.length).toBeGreaterThan(8);
    const stated = items.flatMap((item) => {
      const [file = ''] = /apps\/api\/src\/[\w/.-]+\.ts/.exec(item) ?? [];
      const texts = [...item.matchAll(/`([A-Za-z_]+ ?[:=] (?:[\d_]+(?: \* (?:SECOND|1024))?|'\d+min'))`/g)];
      if (!texts.length) throw new Error(`No value in: ${item}`);
      return texts.map(([, text = '']) => ({ file, text }));
    });
    for (const { file, text } of stated)
      expect({ file, text: read(file) }).toMatchObject({ text: expect.stringContaining(text) });
  });
});
