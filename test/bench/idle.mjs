/** What one and ten idle replicas take, and how soon a replica starts a job that another process has queued. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../../apps/api/dist/platform/config/settings.js';
import { createDataSource } from '../../apps/api/dist/platform/database/data-source.js';
import { Jobs } from '../../apps/api/dist/platform/jobs/jobs.js';
import { startStack } from '../support/stack.mjs';
import { median, percentile } from './lib/measure.mjs';

/** Statistics of PostgreSQL are up to 10 s late, and sweeps run every 30 s. */
const SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 120);
const SETTLE_SECONDS = 30;
/** What `startStack` sets otherwise for tests. */
const DEFAULTS = { SWEEP_INTERVAL_SECONDS: '', CLEANUP_INTERVAL_SECONDS: '', LIMITS: '' };
const JOBS = 40;
/** Its handler ends at once for an id that does not exist. */
const QUEUE = 'subscriptionNews';
const TICKS_PER_SECOND = 100;

/** @typedef {Awaited<ReturnType<typeof startStack>>} Stack */

export const title = `Idle replicas with the default settings, ${SECONDS} s each`;

export default async function idle() {
  return [await measured(1), await measured(10)];
}

/** @param {number} replicas */
async function measured(replicas) {
  const stack = await startStack({ apis: replicas, env: DEFAULTS });
  try {
    await sleep(SETTLE_SECONDS * 1000);
    const before = await usage(stack);
    await sleep(SECONDS * 1000);
    const after = await usage(stack);
    const each = (/** @type {'cpu' | 'transactions'} */ name) => (after[name] - before[name]) / SECONDS / replicas;
    const delays = await startDelays(stack);
    return {
      replicas,
      'CPU of each (%)': Number((each('cpu') * 100).toFixed(2)),
      'transactions a second, each': Number(each('transactions').toFixed(2)),
      'memory of each (MB)': Math.round(after.memory / replicas / 1e6),
      'CPU of PostgreSQL (%)': Number((((after.database - before.database) / SECONDS) * 100).toFixed(2)),
      'start delay ms (median)': median(delays),
      'start delay ms (longest)': percentile(delays, 1),
    };
  } finally {
    await stack.stop();
  }
}

/** CPU times are in seconds, memory in bytes. @param {Stack} stack */
async function usage({ apis, query }) {
  const metrics = await Promise.all(apis.map(({ metricsUrl }) => fetch(metricsUrl).then((answer) => answer.text())));
  const sum = (/** @type {string} */ name) =>
    metrics.reduce((total, text) => total + Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]), 0);
  const [row] = await query(
    'SELECT xact_commit::float8 AS transactions, pg_backend_pid() AS pid FROM pg_stat_database WHERE datname = current_database()',
  );
  return {
    cpu: sum('process_cpu_seconds_total'),
    memory: sum('process_resident_memory_bytes'),
    transactions: row.transactions,
    database: processorSecondsOf(fieldsOf(row.pid).parent),
  };
}

/** Of a PostgreSQL server and its children, also those that have ended. @param {number} server */
function processorSecondsOf(server) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => fieldsOf(Number(name)))
    .filter(({ parent }) => parent === server);
  return children.reduce((total, { own }) => total + own, fieldsOf(server).withEnded);
}

/** @param {number} pid */
function fieldsOf(pid) {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9);
    const own = (user + system) / TICKS_PER_SECOND;
    return { parent: parent ?? 0, own, withEnded: own + (endedUser + endedSystem) / TICKS_PER_SECOND };
  } catch {
    return { parent: 0, own: 0, withEnded: 0 };
  }
}

/** Queues jobs as a replica without workers does. Returns the milliseconds until each one is started. @param {Stack} stack */
async function startDelays({ databaseUrl, query }) {
  const dataSource = await createDataSource(databaseUrl, 2).initialize();
  const jobs = new Jobs(Object.assign(new Settings(), { DATABASE_URL: databaseUrl }), dataSource);
  try {
    await jobs.start();
    for (let count = 0; count < JOBS; count += 1) {
      await dataSource.transaction((tx) => jobs.enqueue(tx, QUEUE, `sub_bench_${count}`));
      await sleep(400 + Math.random() * 400);
    }
    const rows = await query(
      `SELECT extract(epoch FROM started_on - created_on)::float8 * 1000 AS ms FROM pgboss.job
        WHERE name = $1 AND data->>'subjectId' LIKE 'sub_bench_%' AND started_on IS NOT NULL`,
      [QUEUE],
    );
    if (rows.length !== JOBS) throw new Error(`${JOBS - rows.length} of ${JOBS} jobs were not started`);
    return rows.map(({ ms }) => Number(ms));
  } finally {
    await jobs.stop();
    await dataSource.destroy();
  }
}
