import { setTimeout as sleep } from 'node:timers/promises';
import { CHARTS, movesOf } from '@lampstand/workflows';
import type { DataSource, QueryRunner } from 'typeorm';

const LOCK = 7_263_001;

/** Brings the schema up to date and writes the charts' moves. Safe when several replicas start at once. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const guard = dataSource.createQueryRunner();
  await guard.connect();
  try {
    await guard.query('SET lock_timeout = 0; SET statement_timeout = 0');
    while (!(await isOurTurn(guard))) await sleep(100);
    await dataSource.runMigrations({ transaction: 'each' });
    for (const chart of CHARTS) {
      for (const { from, event, to } of movesOf(chart)) {
        await guard.query(
          `INSERT INTO workflow_moves (flow, version, from_state, event, to_state) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT DO NOTHING`,
          [chart.id, chart.version, from, event, to],
        );
      }
    }
    await guard.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  } finally {
    await guard.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
    await guard.release();
  }
}

/** Asked again and again: a statement that waited would be waited for by an index that is made concurrently. */
async function isOurTurn(guard: QueryRunner): Promise<boolean> {
  const [{ ours }] = await guard.query('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
  return ours;
}

/** Whether this build's migrations have all run: what readiness reports. */
export const isMigrated = async (dataSource: DataSource): Promise<boolean> => !(await dataSource.showMigrations());
