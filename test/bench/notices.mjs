/** The sweep of notices over many subscriptions: a pass with nothing due, and claiming due ones, compared with `pg` alone. */
import { createDataSource } from '../../apps/api/dist/platform/database/data-source.js';
import { migrate } from '../../apps/api/dist/platform/database/migrate.js';
import { Jobs } from '../../apps/api/dist/platform/jobs/jobs.js';
import { runInContext } from '../../apps/api/dist/platform/request-context.js';
import { SubscriptionSweeps } from '../../apps/api/dist/billing/effects/subscription-sweeps.js';
import { manySubscriptions, plainClient } from './lib/seeded.mjs';
import { median } from './lib/measure.mjs';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';

const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 1_000_000);
const DUE = Math.ceil(SUBSCRIPTIONS / 100);
const BATCH = 500;
const PASSES = 40;
const ROUNDS = 5;

export const title = `Notices: ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions, ${DUE.toLocaleString('en')} of them due; ${PASSES} passes with nothing due, ${ROUNDS} rounds of claiming, each way, durable PostgreSQL`;

export default async function notices() {
  const postgres = await testPostgres({ durable: true });
  const database = await freshDatabase(postgres.url);
  const client = await plainClient(database.url);
  const product = await sweepOf(database.url);
  try {
    await manySubscriptions(client, SUBSCRIPTIONS);
    const bare = () => client.query(CLAIM).then(({ rowCount }) => Number(rowCount));
    const idle = await inTurns(PASSES, product.pass, bare);
    const claims = await inTurns(ROUNDS, allOf(product.pass), allOf(bare), () => makeDue(client));
    return [
      ...rowsOf(
        'a pass with nothing due, ms',
        idle,
        (/** @type {number} */ ms) => Number(ms.toFixed(2)),
        (/** @type {number} */ ours, /** @type {number} */ theirs) => ours / theirs,
      ),
      ...rowsOf(
        'notices claimed per second',
        claims,
        (/** @type {number} */ ms) => Math.round(DUE / (ms / 1000)),
        (/** @type {number} */ ours, /** @type {number} */ theirs) => theirs / ours,
      ),
    ];
  } finally {
    await product.stop();
    await client.end();
    await database.drop();
    await postgres.stop();
  }
}

/** The product's sweep without a server, so that nothing works its jobs. @param {string} url */
async function sweepOf(url) {
  const dataSource = await createDataSource(url, 4).initialize();
  await migrate(dataSource);
  const settings = /** @type {import('../../apps/api/dist/platform/config/index.js').Settings} */ ({
    DATABASE_URL: url,
  });
  const jobs = new Jobs(settings, dataSource);
  // `boss` is private: this measures the sweep without Nest's lifecycle.
  await jobs['boss'].start();
  const clock = { now: () => new Date() };
  /** @type {any[]} what a pass needs; neither the sweeper nor the sync */
  const needed = [undefined, dataSource, jobs, undefined, clock];
  const sweeps = new /** @type {new (...needed: any[]) => SubscriptionSweeps} */ (SubscriptionSweeps)(...needed);
  return {
    pass: () => runInContext({ requestId: 'bench', actor: 'job' }, () => sweeps.notifySome()),
    stop: async () => {
      await jobs.stop();
      await dataSource.destroy();
    },
  };
}

const CLAIM = `UPDATE subscriptions SET notice_at = trial_ends_at - interval '24 hours' WHERE id IN (
    SELECT id FROM subscriptions WHERE notice_at <= now() AND state = 'trialing' AND cancel_at IS NULL AND trial_ends_at > now()
     ORDER BY notice_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING id, trial_ends_at, notice_at`;

/** Makes the first notice of every hundredth subscription due. @param {import('pg').Client} client */
async function makeDue(client) {
  await client.query(`UPDATE subscriptions SET notice_at = now() - interval '1 minute' WHERE id % 100 = 0`);
  await client.query('VACUUM (ANALYZE) subscriptions');
}

/** @param {() => Promise<number>} pass */
const allOf = (pass) => async () => {
  let claimed = 0;
  for (let count; (count = await pass()) > 0;) claimed += count;
  if (claimed !== Math.floor(SUBSCRIPTIONS / 100)) throw new Error(`Claimed ${claimed} of ${DUE}`);
};

/**
 * Measures both ways in turns. Returns the times in ms.
 * @typedef {{ ours: number[], theirs: number[] }} Times
 * @param {number} rounds @param {() => Promise<unknown>} ours @param {() => Promise<unknown>} theirs
 */
async function inTurns(rounds, ours, theirs, before = async () => {}) {
  /** @type {Times} */
  const times = { ours: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, work] of /** @type {const} */ ([
      ['ours', ours],
      ['theirs', theirs],
    ])) {
      await before();
      const begun = performance.now();
      await work();
      if (round > 0) times[name].push(performance.now() - begun);
    }
  return times;
}

/**
 * @param {string} what @param {Times} times @param {(ms: number) => number} shown
 * @param {(ours: number, theirs: number) => number} ratio
 */
function rowsOf(what, { ours, theirs }, shown, ratio) {
  const [mine, bare] = [middle(ours), middle(theirs)];
  return [
    { what: `${what}: the sweep`, value: shown(mine) },
    { what: `${what}: UPDATE … RETURNING by pg alone`, value: shown(bare) },
    { what: 'the first / the second', value: Number(ratio(mine, bare).toFixed(2)) },
  ];
}

const middle = (/** @type {number[]} */ times) => median(times.map((ms) => ms * 1000)) / 1000;
