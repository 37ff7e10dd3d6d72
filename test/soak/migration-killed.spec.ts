import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { isMigrated, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { eventually } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';

jest.setTimeout(600_000);

/** Everything of a schema that a dump would show, as lines of text. */
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
  UNION ALL SELECT format('move %s %s %s %s %s', flow, version, from_state, event, to_state) FROM workflow_moves
  ORDER BY 1`;

const open = (url: string) => createDataSource(url, 2).initialize();
const schemaOf = async (source: Awaited<ReturnType<typeof open>>): Promise<string[]> =>
  (await source.query(SCHEMA)).map(({ line }: { line: string }) => line);

/** What the server does first of all, in a process that can be killed. */
const MIGRATE = `
  const { createDataSource } = await import('./apps/api/dist/platform/database/data-source.js');
  const { migrate } = await import('./apps/api/dist/platform/database/migrate.js');
  const source = await createDataSource(process.argv[1], 2).initialize();
  await migrate(source);
  await source.destroy();`;

/** The process is killed once so many migrations are done, this many milliseconds later. */
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((done) => [0, 8, 25].map((later) => ({ done, later })));

describe('A process that is killed while it migrates', () => {
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

  it('leaves what the next start finishes: the schema is that of a clean install', async () => {
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

  /** How many migrations are done; -1 before there is even the table of them. */
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
