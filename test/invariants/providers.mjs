/** What must hold at the payment provider, compared with our database. */
import { hasTag, trialSignup } from '@lampstand/workflows';

/** @typedef {Record<string, any>} Row */

/**
 * @typedef {object} World
 * @property {Record<string, Row[]>} records
 * @property {Row[]} trials
 * @property {Row[]} users
 * @property {Row[]} corrections the former emails of sign-ups and members
 * @property {Row[]} sentMails the rows of sent_mails
 * @property {Row[]} notes the notes in the journals of subscriptions, oldest first
 * @property {Row[]} subscriptions as we have stored them
 * @property {Row[]} payments as we have stored them
 */

/** @param {World} world @returns {string[]} */
export function inTheRecords(world) {
  return [
    ...lost(world),
    ...duplicates(world),
    ...orphans(world),
    ...wrongTrials(world),
    ...unproven(world),
    ...keptCards(world),
    ...inventions(world),
  ];
}

/** @param {Row} object @returns {string} */
const trialOf = ({ metadata }) => metadata?.trial_id ?? '';
/** @param {Row} subscription */
const isLive = ({ status }) => status !== 'canceled' && status !== 'incomplete_expired';
/** @param {World} world */
const liveSubscriptions = ({ records }) => rowsOf(records, 'subscriptions').filter(isLive);
/** @param {World} world */
const liveCustomers = ({ records }) => rowsOf(records, 'customers').filter(({ deleted }) => !deleted);
/** @param {World['records']} records @param {string} table @returns {Row[]} */
export const rowsOf = (records, table) => records[table] ?? [];

/** I1: each trial that the provider knows has a row. @param {World} world */
function lost(world) {
  const known = new Set(world.trials.map(({ id }) => id));
  return [...liveCustomers(world), ...liveSubscriptions(world)]
    .filter((each) => trialOf(each) && !known.has(trialOf(each)))
    .map((each) => `I1 ${each.id} is kept for trial ${trialOf(each)}, whose row is gone`);
}

/** I2, counted at the provider. @param {World} world */
function duplicates(world) {
  const live = liveSubscriptions(world);
  return [
    ...repeated(liveCustomers(world).map(trialOf)).map((id) => `I2 trial ${id} has several customers`),
    ...repeated(live.map(trialOf)).map((id) => `I2 trial ${id} has several subscriptions`),
    ...repeated(live.map(({ customer }) => customer)).map((id) => `I2 customer ${id} has several subscriptions`),
    ...repeated(live.map((each) => phoneOf(world, each))).map((phone) => `I2 phone ${phone} has several subscriptions`),
  ];
}

/** I3: a live subscription belongs to an account, and a canceled one without an account took nothing. @param {World} world */
function orphans(world) {
  const { users, records } = world;
  const members = new Set(users.filter(({ status }) => status === 'active').map((each) => each.stripe_customer_id));
  const known = new Set(users.map((each) => each.stripe_customer_id));
  const ended = rowsOf(records, 'subscriptions').filter((each) => !isLive(each));
  const isPaid = (/** @type {string} */ id) =>
    rowsOf(records, 'invoices').some((each) => subscriptionOf(each) === id && each.amount_paid > 0);
  return [
    ...liveSubscriptions(world)
      .filter(({ customer }) => !members.has(customer))
      .map(({ id }) => `I3 subscription ${id} will charge a customer without an account`),
    ...ended
      .filter(({ id, customer }) => isPaid(id) && !known.has(customer))
      .map(({ id }) => `I3 subscription ${id} was paid and never had an account`),
  ];
}

/** I4 and I18 by the provider's records. @param {World} world */
function wrongTrials(world) {
  const byTrial = new Map(world.trials.map((trial) => [trial.id, trial]));
  const ends = new Map(rowsOf(world.records, 'subscriptions').map(({ id, trial_end }) => [id, trial_end]));
  const early = rowsOf(world.records, 'invoices').filter(
    (each) =>
      each.amount_paid > 0 && (each.status_transitions?.paid_at ?? each.created) < ends.get(subscriptionOf(each)),
  );
  const shifted = liveSubscriptions(world).filter((each) => {
    const trial = byTrial.get(trialOf(each));
    if (isNoted(world, 'trial end moved', each) || isNoted(world, 'plan started again', each)) return false;
    return !trial?.trial_ends_at || each.trial_end !== Math.ceil(trial.trial_ends_at.getTime() / 1000);
  });
  const mispriced = liveSubscriptions(world).filter((each) => {
    const price = each.items.data[0].price;
    if (each.items.data.length !== 1) return true;
    // Support gave it a price that is not in the catalog.
    if (!price.lookup_key && isNoted(world, 'price changed', each)) return false;
    if (isNoted(world, 'plan changed', each) || isNoted(world, 'plan started again', each)) return false;
    return price.lookup_key !== byTrial.get(trialOf(each))?.selected_plan;
  });
  return [
    ...early.map(({ id }) => `I4 invoice ${id} was paid before the trial's end`),
    ...shifted.map(({ id }) => `I4 subscription ${id} does not end its trial 30 days after the card`),
    ...mispriced.map(({ id }) => `I18 subscription ${id} is not at the price of the plan`),
  ];
}

/** I6: the card of an open account was confirmed for this sign-up. @param {World} world */
function unproven({ records, trials, users }) {
  const confirmed = new Map(
    rowsOf(records, 'setupIntents')
      .filter(({ status }) => status === 'succeeded')
      .map((each) => [each.id, each]),
  );
  const active = new Set(users.filter(({ status }) => status === 'active').map(({ trial_id }) => trial_id));
  return trials
    .filter(({ id }) => active.has(id))
    .filter(({ id, setup_intent_id, stripe_customer_id }) => {
      const intent = confirmed.get(setup_intent_id);
      return !intent || trialOf(intent) !== id || intent.customer !== stripe_customer_id;
    })
    .map(({ id }) => `I6 trial ${id} was opened without a confirmed card of its own`);
}

/** I3: a sign-up that ended without an account has no customer at the provider. @param {World} world */
function keptCards(world) {
  const over = new Set(
    world.trials.filter(({ state }) => hasTag(trialSignup, state, 'deletesLateCard')).map(({ id }) => id),
  );
  return liveCustomers(world)
    .filter((customer) => over.has(trialOf(customer)))
    .map(({ id }) => `I3 customer ${id} is kept for a sign-up that ended without an account`);
}

/** I12: whatever we have stored as ended or paid is so at the provider. We may lag behind. @param {World} world */
function inventions({ records, subscriptions, payments }) {
  const atProvider = new Map(
    [...rowsOf(records, 'subscriptions'), ...rowsOf(records, 'invoices')].map((each) => [each.id, each]),
  );
  return [
    ...subscriptions
      .filter(({ stripe_id: id }) => !id.startsWith('erased:'))
      .filter(({ state, stripe_id: id }) => {
        const theirs = atProvider.get(id);
        return !theirs || (state === 'canceled' && isLive(theirs));
      })
      .map(({ stripe_id }) => `I12 subscription ${stripe_id} has not ended there`),
    ...payments
      .filter(({ id, status, paid_in_cents }) => status === 'paid' && atProvider.get(id)?.amount_paid !== paid_in_cents)
      .map(({ id }) => `I12 invoice ${id} is not paid there, or not as much`),
  ];
}

/** @param {World} world @param {string} wanted @param {Row} subscription */
const isNoted = ({ notes }, wanted, subscription) =>
  notes.some(({ note, subject_id }) => note === wanted && subject_id === trialOf(subscription));

/** @param {World} world @param {Row} subscription @returns {string} */
const phoneOf = ({ trials }, subscription) =>
  trials.find(({ id }) => id === trialOf(subscription))?.phone ?? subscription.id;

/** @param {Row} invoice @returns {string} */
const subscriptionOf = (invoice) => invoice.parent?.subscription_details?.subscription ?? '';

/** @param {string[]} values */
const repeated = (values) => [...new Set(values.filter((each, at) => values.indexOf(each) !== at))];
