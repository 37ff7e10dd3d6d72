import { setTimeout as sleep } from 'node:timers/promises';
import { CHARTS, movesOf } from '@lampstand/workflows';
import type { DataSource, QueryRunner } from 'typeorm';
import { makeQueues } from '../jobs/queues.ts';
import { log } from '../logging.ts';
import { grantServing } from './grants.ts';

const LOCK = 7_263_001;

const LONG_MS = 5000;

/**
 * Brings the schema up to date, that of the job queue included, and writes the charts' moves. Safe when several replicas
 * start at once. `serving` is the role that serves when it is another than the owner: it gets what it needs.
 */
export const migrate = (owner: DataSource, serving?: string): Promise<void> =>
  underMigrationLock(owner, async (guard) => {
    await owner.runMigrations({ transaction: 'each' });
    await writeMoves(guard);
    await makeQueues(guard.manager);
    if (serving) await grantServing(guard.manager, serving);
  });

async function writeMoves(guard: QueryRunner): Promise<void> {
  for (const chart of CHARTS) {
    for (const { from, event, to } of movesOf(chart)) {
      await guard.query(
        `INSERT INTO workflow_moves (flow, version, from_state, event, to_state) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [chart.id, chart.version, from, event, to],
      );
    }
  }
}

async function underMigrationLock(dataSource: DataSource, work: (guard: QueryRunner) => Promise<void>): Promise<void> {
  const guard = dataSource.createQueryRunner();
  await guard.connect();
  try {
    await guard.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await ourTurn(guard);
    try {
      await work(guard);
    } finally {
      await guard.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    await guard.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
    await guard.release();
  }
}

/** Long before this returns another replica changes the schema, or a connection of a pool has kept its lock. */
async function ourTurn(guard: QueryRunner): Promise<void> {
  const begun = performance.now();
  for (let told = false; !(await isOurTurn(guard)); await sleep(100)) {
    if (told || performance.now() - begun < LONG_MS) continue;
    told = true;
    log.warn('waiting for another server that changes the schema (or for a PgBouncer that keeps its session)');
  }
}

/** Asked again and again: a statement that waited would be waited for by an index that is made concurrently. */
async function isOurTurn(guard: QueryRunner): Promise<boolean> {
  const [{ ours }] = await guard.query('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
  return ours;
}

/** Whether this build's migrations have all run: what readiness reports. */
export const isMigrated = async (dataSource: DataSource): Promise<boolean> => !(await dataSource.showMigrations());
