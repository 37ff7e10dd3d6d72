/** Upgrades: a migration that is killed, and two versions of the server on one database. */
import { execFile, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { isMigrated, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { eventually } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { aVisitor, type Visitor } from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { clients, crowd } from './clients.ts';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root, setup } from '../../tools/local/setup.mjs';

jest.setTimeout(600_000);

/** The schema as lines of text, as complete as a dump. */
const SCHEMA = `
  SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
    AND prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL SELECT format('extension %s', extname) FROM pg_extension
  UNION ALL SELECT format('migration %s', name) FROM migrations
  UNION ALL SELECT format('transition %s %s %s %s %s', flow, version, from_state, event, to_state) FROM workflow_moves
  ORDER BY 1`;

const open = (url: string) => createDataSource(url, 2).initialize();
const schemaOf = async (source: Awaited<ReturnType<typeof open>>): Promise<string[]> =>
  (await source.query(SCHEMA)).map(({ line }: { line: string }) => line);

/** The first thing a server does, in a process that the test can kill. */
const MIGRATE = `
  const { createDataSource } = await import('./apps/api/dist/platform/database/data-source.js');
  const { migrate } = await import('./apps/api/dist/platform/database/migrate.js');
  const source = await createDataSource(process.argv[1], 2).initialize();
  await migrate(source);
  await source.destroy();`;

/** The process is killed `later` milliseconds after `done` migrations. */
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((done) => [0, 8, 25].map((later) => ({ done, later })));

describe('A migration that is killed', () => {
  let serverUrl: string;
  let stop: () => Promise<void>;
  let clean: string[];

  beforeAll(async () => {
    ({ url: serverUrl, stop } = await testPostgres());
    clean = await onFreshDatabase(async (source) => {
      await migrate(source);
      return schemaOf(source);
    });
  });
  afterAll(() => stop());

  it('is finished by the next start, with the same schema as a clean install', async () => {
    expect(clean.length).toBeGreaterThan(300);
    const left = new Map<number, number>();
    for (const { done, later } of MOMENTS) {
      const schema = await onFreshDatabase(async (source, url) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', MIGRATE, url], { stdio: 'ignore' });
        const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
        await eventually(async () => (await count(source)) >= done, { every: 2, within: 30_000 });
        await sleep(later);
        child.kill('SIGKILL');
        await ended;
        const reached = Math.max(0, await count(source));
        left.set(reached, (left.get(reached) ?? 0) + 1);
        await migrate(source);
        expect(await isMigrated(source)).toBe(true);
        return schemaOf(source);
      });
      expect(schema).toEqual(clean);
    }
    console.log({
      kills: MOMENTS.length,
      leftWithSoManyMigrations: Object.fromEntries(left),
      linesCompared: clean.length,
    });
  });

  /** How many migrations are done; -1 before their table exists. */
  async function count(source: Awaited<ReturnType<typeof open>>): Promise<number> {
    const [{ there }] = await source.query(`SELECT to_regclass('migrations') IS NOT NULL AS there`);
    return there ? Number((await source.query('SELECT count(*) FROM migrations'))[0].count) : -1;
  }

  async function onFreshDatabase<T>(work: (source: Awaited<ReturnType<typeof open>>, url: string) => Promise<T>) {
    const { url, drop } = await freshDatabase(serverUrl);
    const source = await open(url);
    try {
      return await work(source, url);
    } finally {
      await source.destroy();
      await drop();
    }
  }
});

const PEOPLE = 40;
const CURRENT = 'apps/api/build/main.js';

/** The new version has migrated while the old one still runs; the load balancer alternates between them. */
describe('Two versions of the server on one database', () => {
  let older: Awaited<ReturnType<typeof buildBeforeNewestMigration>>;
  let stack: OwnStack;

  beforeAll(async () => {
    older = await buildBeforeNewestMigration();
    stack = await startStack({ entries: [older.entry, CURRENT] });
  }, 300_000);
  afterAll(async () => {
    await stack?.stop();
    await older?.remove();
  });

  it('serve the same people in turn, from the first form to the first payment', async () => {
    const browsers = clients(8);
    const reads = crowd(4, (person, turn) =>
      browsers.send(stack.apiUrls[(person + turn) % 2]!, { path: '/api/config' }, [200]),
    );
    const members: Visitor[] = [];
    for (let index = 0; index < PEOPLE; index += 1) {
      const visitor = await aVisitor(stack).becomesMember();
      members.push(visitor);
      const seen = stack.apiUrls.map((url) => fetch(`${url}/api/trial-signup/${visitor.id}`));
      expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([200, 200]);
    }
    await reads.stop();
    browsers.close();
    await settled(stack, { within: 60_000 });
    for (let days = 0; days < 32; days += 8) {
      await stack.sandbox.advance({ days: 8 });
      await settled(stack, { within: 60_000 });
    }
    const paid = await stack.query(
      'SELECT count(DISTINCT subscription_id)::int AS count FROM payments WHERE paid_in_cents > 0',
    );
    console.info({ older: older.version, members: members.length, paid: paid[0].count, ...browsers.figures() });
    expect(paid).toEqual([{ count: members.length }]);
    expect(browsers.unexpected.slice(0, 5)).toEqual([]);
    await expectNoViolations(stack);
  });
});

const run = promisify(execFile);
const MIGRATIONS = 'apps/api/src/platform/database/migrations';

/** Builds the server of the commit before the newest migration, in a worktree. It serves the pages of the current build. */
async function buildBeforeNewestMigration() {
  const commit = await git(root, 'log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS);
  return buildOf(`${commit}^`);
}

async function buildOf(commit: string) {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-older-'));
  const folder = path.join(home, 'lampstand');
  await git(root, 'worktree', 'add', '--detach', folder, commit);
  await setup(folder);
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'apps/api', '--emitDeclarationOnly', 'false'], {
    cwd: folder,
  });
  await symlink(path.join(root, 'apps/web/build'), path.join(folder, 'apps/web/build'));
  return {
    version: await git(folder, 'log', '-1', '--format=%h'),
    entry: path.join(folder, 'apps/api/dist/main.js'),
    remove: async () => {
      await git(root, 'worktree', 'remove', '--force', folder);
      await rm(home, { recursive: true, force: true });
    },
  };
}

const git = async (cwd: string, ...args: string[]): Promise<string> => (await run('git', args, { cwd })).stdout.trim();
