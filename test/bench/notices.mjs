/** The sweep of notices over many subscriptions: a pass that finds nothing due, and claiming what is, beside `pg` alone. */
import { createDataSource } from '../../apps/api/dist/platform/database/data-source.js';
import { migrate } from '../../apps/api/dist/platform/database/migrate.js';
import { Jobs } from '../../apps/api/dist/platform/jobs/jobs.js';
import { runInContext } from '../../apps/api/dist/platform/request-context.js';
import { SubscriptionSweeps } from '../../apps/api/dist/billing/sweeps/subscription-sweeps.js';
import { manySubscriptions } from '../support/many-subscriptions.mjs';
import { median } from '../support/numbers.mjs';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { plainClient } from '../support/seeded-stack.mjs';

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
    const bare = () => client.query(CLAIM).then(({ rowCount }) => rowCount);
    const idle = await inTurns(PASSES, product.pass, bare);
    const claims = await inTurns(ROUNDS, allOf(product.pass), allOf(bare), () => makeDue(client));
    return [
      ...rowsOf(
        'a pass with nothing due, ms',
        idle,
        (ms) => Number(ms.toFixed(2)),
        (ours, theirs) => ours / theirs,
      ),
      ...rowsOf(
        'notices claimed per second',
        claims,
        (ms) => Math.round(DUE / (ms / 1000)),
        (ours, theirs) => theirs / ours,
      ),
    ];
  } finally {
    await product.stop();
    await client.end();
    await database.drop();
    await postgres.stop();
  }
}

/** The product's own sweep, without a server around it: nobody sends what it queues. */
async function sweepOf(url) {
  const dataSource = await createDataSource(url, 4).initialize();
  await migrate(dataSource);
  const jobs = new Jobs({ DATABASE_URL: url });
  await jobs.boss.start();
  const clock = { now: () => new Date() };
  const sweeps = new SubscriptionSweeps(undefined, dataSource, jobs, undefined, clock);
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

/** Every hundredth: its first notice is due since a minute ago, the others' later. */
async function makeDue(client) {
  await client.query(`UPDATE subscriptions SET notice_at = now() - interval '1 minute' WHERE id % 100 = 0`);
  await client.query('VACUUM (ANALYZE) subscriptions');
}

const allOf = (pass) => async () => {
  let claimed = 0;
  for (let count; (count = await pass()) > 0;) claimed += count;
  if (claimed !== Math.floor(SUBSCRIPTIONS / 100)) throw new Error(`Claimed ${claimed} of ${DUE}`);
};

/** Times of each way, in ms. */
async function inTurns(rounds, ours, theirs, before = async () => {}) {
  const times = { ours: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, work] of [
      ['ours', ours],
      ['theirs', theirs],
    ]) {
      await before();
      const begun = performance.now();
      await work();
      if (round > 0) times[name].push(performance.now() - begun);
    }
  return times;
}

function rowsOf(what, { ours, theirs }, shown, ratio) {
  const [mine, bare] = [middle(ours), middle(theirs)];
  return [
    { what: `${what}: the sweep`, value: shown(mine) },
    { what: `${what}: UPDATE … RETURNING by pg alone`, value: shown(bare) },
    { what: 'the first / the second', value: Number(ratio(mine, bare).toFixed(2)) },
  ];
}

const middle = (times) => median(times.map((ms) => ms * 1000)) / 1000;
