/** What must hold at the payment provider, compared with what our database believes. */

/** @typedef {Record<string, any>} Row */

/**
 * @typedef {object} World
 * @property {Record<string, Row[]>} ledger
 * @property {Row[]} trials
 * @property {Row[]} users
 * @property {Set<string>} bounced ids of the trials whose welcome mail was refused for good
 * @property {Row[]} notes what the journal notes of subscriptions, the oldest first
 * @property {Row[]} subscriptions our mirrors of them
 * @property {Row[]} payments our mirrors of invoices
 */

/** @param {World} world @returns {string[]} */
export function inTheLedger(world) {
  return [
    ...lost(world),
    ...doubles(world),
    ...orphans(world),
    ...wrongTrials(world),
    ...unproven(world),
    ...keptCards(world),
    ...inventions(world),
  ];
}

const trialOf = ({ metadata }) => metadata?.trial_id ?? '';
const isLive = ({ status }) => status !== 'canceled' && status !== 'incomplete_expired';
const liveSubscriptions = ({ ledger }) => ledger.subscriptions.filter(isLive);
const standing = ({ ledger }) => ledger.customers.filter(({ deleted }) => !deleted);

/** I1: what the provider keeps for somebody was acknowledged here, so its row is here. */
function lost(world) {
  const known = new Set(world.trials.map(({ id }) => id));
  return [...standing(world), ...liveSubscriptions(world)]
    .filter((each) => trialOf(each) && !known.has(trialOf(each)))
    .map((each) => `I1 ${each.id} is kept for trial ${trialOf(each)}, whose row is gone`);
}

/** I2, counted by the provider. */
function doubles(world) {
  return [
    ...repeated(standing(world).map(trialOf)).map((id) => `I2 trial ${id} has several customers`),
    ...repeated(liveSubscriptions(world).map(trialOf)).map((id) => `I2 trial ${id} has several subscriptions`),
    ...repeated(liveSubscriptions(world).map(({ customer }) => customer)).map(
      (id) => `I2 customer ${id} has several subscriptions`,
    ),
    ...repeated(liveSubscriptions(world).map((each) => phoneOf(world, each))).map(
      (phone) => `I2 phone ${phone} has several subscriptions`,
    ),
  ];
}

/** I3: whatever may charge somebody belongs to an account; what was canceled took nothing. */
function orphans(world) {
  const members = new Set(
    world.users.filter(({ status }) => status === 'active').map((each) => each.stripe_customer_id),
  );
  const known = new Set(world.users.map((each) => each.stripe_customer_id));
  const ended = world.ledger.subscriptions.filter((each) => !isLive(each));
  const paid = (id) => world.ledger.invoices.some((each) => subscriptionOf(each) === id && each.amount_paid > 0);
  return [
    ...liveSubscriptions(world)
      .filter(({ customer }) => !members.has(customer))
      .map(({ id }) => `I3 subscription ${id} will charge somebody without an account`),
    ...ended
      .filter(({ id, customer }) => paid(id) && !known.has(customer))
      .map(({ id }) => `I3 subscription ${id} was paid and never had an account`),
  ];
}

/** I4 and I18 by the provider's own books. */
function wrongTrials(world) {
  const byTrial = new Map(world.trials.map((trial) => [trial.id, trial]));
  const ends = new Map(world.ledger.subscriptions.map(({ id, trial_end }) => [id, trial_end]));
  const early = world.ledger.invoices.filter(
    (each) =>
      each.amount_paid > 0 && (each.status_transitions?.paid_at ?? each.created) < ends.get(subscriptionOf(each)),
  );
  const shifted = liveSubscriptions(world).filter((each) => {
    const trial = byTrial.get(trialOf(each));
    if (isNoted(world, 'trial end moved', each)) return false;
    return !trial?.trial_ends_at || each.trial_end !== Math.ceil(trial.trial_ends_at.getTime() / 1000);
  });
  const mispriced = liveSubscriptions(world).filter((each) => {
    const price = each.items.data[0].price;
    if (each.items.data.length !== 1) return true;
    return !isNoted(world, 'plan changed', each) && price.lookup_key !== byTrial.get(trialOf(each))?.selected_plan;
  });
  return [
    ...early.map(({ id }) => `I4 invoice ${id} was paid before the trial's end`),
    ...shifted.map(({ id }) => `I4 subscription ${id} does not end its trial 30 days after the card`),
    ...mispriced.map(({ id }) => `I18 subscription ${id} is not at the price of the plan`),
  ];
}

/** I6: an open account's card was confirmed for this very sign-up. */
function unproven({ ledger, trials, users }) {
  const confirmed = new Map(
    ledger.setupIntents.filter(({ status }) => status === 'succeeded').map((each) => [each.id, each]),
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

/** A sign-up that no account came of keeps neither card nor customer at the provider. */
function keptCards(world) {
  const over = new Set(
    world.trials.filter(({ state }) => ['alreadyMember', 'cancelled'].includes(state)).map(({ id }) => id),
  );
  return standing(world)
    .filter((customer) => over.has(trialOf(customer)))
    .map(({ id }) => `I3 customer ${id} is kept for a sign-up that no account came of`);
}

/** I12: in whatever order news came, our mirror has nothing ended or paid that is not so there. Behind it may be for a while. */
function inventions({ ledger, subscriptions, payments }) {
  const there = new Map([...ledger.subscriptions, ...ledger.invoices].map((each) => [each.id, each]));
  return [
    ...subscriptions
      .filter(({ state, stripe_id }) => !there.has(stripe_id) || (state === 'canceled' && isLive(there.get(stripe_id))))
      .map(({ stripe_id }) => `I12 subscription ${stripe_id} has not ended there`),
    ...payments
      .filter(({ id, status, paid_in_cents }) => status === 'paid' && there.get(id)?.amount_paid !== paid_in_cents)
      .map(({ id }) => `I12 invoice ${id} is not paid there, or not as much`),
  ];
}

const isNoted = ({ notes }, wanted, subscription) =>
  notes.some(({ note, subject_id }) => note === wanted && subject_id === trialOf(subscription));

const phoneOf = ({ trials }, subscription) =>
  trials.find(({ id }) => id === trialOf(subscription))?.phone ?? subscription.id;

const subscriptionOf = (invoice) => invoice.parent?.subscription_details?.subscription ?? '';

const repeated = (values) => [...new Set(values.filter((each, at) => values.indexOf(each) !== at))];
