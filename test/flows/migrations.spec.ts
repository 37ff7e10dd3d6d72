import { describe, expect, it } from '@jest/globals';
import { CHARTS, movesOf } from '@lampstand/workflows';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { isMigrated, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { sharedStack } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';

const stack = sharedStack();

describe('the migrations', () => {
  it('make what the entities describe', async () => {
    const dataSource = await createDataSource(stack.databaseUrl, 2).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('may run twice, from several replicas at once, and backwards', async () => {
    const { url, drop } = await freshDatabase((await testPostgres()).url);
    const replicas = await Promise.all([1, 2, 3].map(() => createDataSource(url, 2).initialize()));
    await Promise.all(replicas.map((each) => migrate(each)));
    await migrate(replicas[0]!);
    expect(await Promise.all(replicas.map(isMigrated))).toEqual([true, true, true]);
    const moves = await replicas[0]!.query('SELECT count(*)::int AS count FROM workflow_moves');
    expect(moves[0].count).toBe(CHARTS.flatMap(movesOf).length);
    for (const _ of replicas[0]!.migrations) await replicas[0]!.undoLastMigration();
    const left = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`;
    expect(await replicas[0]!.query(left)).toEqual([]);
    await migrate(replicas[0]!);
    expect(await isMigrated(replicas[0]!)).toBe(true);
    await Promise.all(replicas.map((each) => each.destroy()));
    await drop();
  });
});
