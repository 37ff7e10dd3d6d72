/** Signed webhooks answered per second, compared with inserting the same event rows by `pg` alone. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import Stripe from 'stripe';
import { poster, ROUNDS_LABEL, sideBySide } from './lib/measure.mjs';
import { startStack } from '../support/stack.mjs';

const AT_ONCE = 32;
const SECRET = 'whsec_sandbox';
const TYPE = 'customer.subscription.updated';

export const title = `Webhooks: ${AT_ONCE} at once, each new and with a job of its own, ${ROUNDS_LABEL}, 2 API processes, durable PostgreSQL`;

export default async function webhooks() {
  const stack = await startStack({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  const api = poster(stack.apiUrls, AT_ONCE);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: AT_ONCE });
  const { webhooks: signer } = new Stripe('sk_test_sandbox');
  const ours = async (/** @type {number} */ turn) => {
    const { payload } = event();
    const signature = signer.generateTestHeaderString({ payload, secret: SECRET });
    await api.post(turn, '/api/stripe/webhook', payload, { 'stripe-signature': signature }, 200);
  };
  const theirs = async () => {
    const { id, objectId, created } = event();
    await pool.query(
      `INSERT INTO stripe_events (id, type, object_id, received_at, created_at) VALUES ($1, $2, $3, now(), $4) ON CONFLICT DO NOTHING`,
      [id, TYPE, objectId, created],
    );
  };
  try {
    return await sideBySide(
      [
        { what: 'POST /api/stripe/webhook: verified, claimed, job queued', work: ours },
        { what: 'INSERT of the same row by pg alone', work: theirs },
      ],
      { atOnce: AT_ONCE },
    );
  } finally {
    api.close();
    await pool.end();
    await stack.stop();
  }
}

const hex = () => randomBytes(12).toString('hex');

/** As long as a real event. The customer is unknown, so its job ends after one query. */
function event() {
  const [id, objectId, created] = [`evt_${hex()}`, `sub_${hex()}`, new Date()];
  const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, 'x'.repeat(40)]));
  const object = { id: objectId, object: 'subscription', customer: `cus_${hex()}`, status: 'active', metadata };
  const seconds = Math.floor(created.getTime() / 1000);
  const payload = JSON.stringify({ id, object: 'event', type: TYPE, created: seconds, data: { object } });
  return { id, objectId, created, payload };
}
