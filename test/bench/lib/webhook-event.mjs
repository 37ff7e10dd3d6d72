/** Stripe webhooks of a subscription, as long as real ones; each is of another customer, who is unknown. */
import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';

export const SECRET = 'whsec_sandbox';

const { webhooks } = new Stripe('sk_test_sandbox');
const hex = () => randomBytes(12).toString('hex');

export function anEvent() {
  const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, 'x'.repeat(40)]));
  const object = { id: `sub_${hex()}`, object: 'subscription', customer: `cus_${hex()}`, status: 'active', metadata };
  return {
    id: `evt_${hex()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    data: { object },
  };
}

/** Body and headers of the request. */
export function signed(event = anEvent()) {
  const payload = JSON.stringify(event);
  return { payload, headers: { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret: SECRET }) } };
}

/** Inserts the row of an event, by `pg` alone. @param {import('pg').Pool} pool */
export const eventSaver = (pool) => (/** @type {ReturnType<typeof anEvent> | Stripe.Event} */ event) => {
  const { id, type, created, data } = event;
  return pool.query(
    `INSERT INTO stripe_events (id, type, object_id, received_at, created_at) VALUES ($1, $2, $3, now(), $4) ON CONFLICT DO NOTHING`,
    [id, type, /** @type {{ id: string }} */ (data.object).id, new Date(created * 1000)],
  );
};
