/** Welcome mails sent per second through a mail server 50 ms away, compared with a single sender without a queue. */
import { createTransport } from 'nodemailer';
import { seedDatabase } from '../../tools/seed/seed-database.mjs';
import { median } from './lib/measure.mjs';
import { startStack } from '../support/stack.mjs';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const ONE_WAY_MS = 50;
const TRIALS = 4000;
const ROUNDS = 5;
const ROUND_MS = 5000;
const APIS = 2;

export const title = `Mails: the queue of welcomes, a mail server ${ONE_WAY_MS} ms away, ${ROUNDS} rounds of ${ROUND_MS / 1000} s each way, ${APIS} API processes`;

export default async function mails() {
  let port = 0;
  const far = await startFarAway(ONE_WAY_MS, () => port);
  const env = { SWEEP_INTERVAL_SECONDS: '3600', SMTP_URL: `smtp://127.0.0.1:${far.port}` };
  const stack = await startStack({ apis: APIS, env });
  port = stack.smtpPort;
  const alone = createTransport({ host: '127.0.0.1', port: far.port, secure: false });
  const sendAlone = () =>
    alone.sendMail({ from: 'bench@lampstand.example', to: 'alone@church.example', subject: 'Welcome', html: '<p>'.padEnd(9000, 'x') }); // oxfmt-ignore
  try {
    await seedDatabase(stack.databaseUrl, { trials: TRIALS });
    await stack.query(
      `INSERT INTO pgboss.job (name, data) SELECT 'sendWelcomeMail', jsonb_build_object('queue', 'sendWelcomeMail', 'subjectId', id, 'requestId', 'bench')
         FROM trial_signups WHERE state = 'success' AND erased_at IS NULL`,
    );
    const left = async () => {
      const [row] = await stack.query(
        `SELECT count(*)::int AS left FROM pgboss.job WHERE name = 'sendWelcomeMail' AND state IN ('created', 'retry', 'active')`,
      );
      return row.left;
    };
    /** @type {number[]} */
    const ours = [];
    /** @type {number[]} */
    const theirs = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(
        await perSecond(async (until) => {
          const before = await left();
          await until;
          return before - (await left());
        }),
      );
      theirs.push(
        await perSecond(async (until) => {
          let sent = 0;
          let over = false;
          void until.then(() => (over = true));
          while (!over) {
            await sendAlone();
            sent += 1;
          }
          return sent;
        }),
      );
    }
    if (!(await left())) throw new Error('There were not enough mails to send.');
    return [
      { what: 'welcome mails by the queue', 'per second (median)': median(ours) },
      { what: 'one sender, one mail after the other', 'per second (median)': median(theirs) },
      { what: 'the first / the second', 'per second (median)': Number((median(ours) / median(theirs)).toFixed(2)) },
    ];
  } finally {
    alone.close();
    await stack.stop();
    await far.stop();
  }
}

/** @param {(until: Promise<void>) => Promise<number>} work */
async function perSecond(work) {
  const begun = performance.now();
  const done = await work(new Promise((over) => setTimeout(over, ROUND_MS)));
  return (1000 * done) / (performance.now() - begun);
}

/** A TCP proxy that delays each direction. @param {number} oneWayMs @param {() => number} portOf called per connection */
async function startFarAway(oneWayMs, portOf) {
  const server = createServer((client) => {
    const target = connect({ host: '127.0.0.1', port: portOf() });
    const end = () => (client.destroy(), target.destroy());
    const directions = /** @type {const} */ ([
      [client, target],
      [target, client],
    ]);
    for (const [from, to] of directions) {
      from.setNoDelay(true).on('error', end);
      from.on('data', (data) => setTimeout(() => to.write(data), oneWayMs));
      from.on('end', () => setTimeout(() => to.end(), oneWayMs));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => new Promise((done) => server.close(done));
  return { port: /** @type {import('node:net').AddressInfo} */ (server.address()).port, stop };
}
