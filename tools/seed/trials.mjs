/** Seeded sign-ups as rows: in every state, at the times and with the journal that the product would have written. */
import { isEarlierAttempt, personOf } from './people.mjs';
import { pick, pickShare, randomOf } from './random.mjs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const YEARS = 3;
const FIRST_ID = 2 ** 41;

const STATES = {
  success: 0.36,
  phoneVerification: 0.34,
  billingInformation: 0.23,
  alreadyMember: 0.03,
  cancelled: 0.0395,
  openingAccount: 0.0005,
};
const PLANS = ['tier_1_19', 'tier_1_19', 'tier_20_49', 'tier_20_49', 'tier_50_99', 'tier_100_199', 'tier_200_499'];

/** Ids of one seed never meet those of another, nor those of tests. */
const idOf = (seed, index) => FIRST_ID + (seed % 2 ** 20) * 2 ** 32 + (Math.imul(index, 0x9e3779b1) >>> 0);

/**
 * The sign-up `index` of `count`; they grow more frequent towards `until`, and are asked for in the order of time.
 * @param {{ seed: number, count: number, until: number }} plan
 */
export function trialOf({ seed, count, until }, index) {
  const random = randomOf(seed ^ 0x7a1a1, index);
  const earlier = isEarlierAttempt(seed, index);
  const { age, ...person } = personOf(seed, index);
  const state = earlier ? pick(['phoneVerification', 'billingInformation'], random()) : stateOf(seed, index);
  const created = createdAt({ count, until }, index, random);
  const after = (at, minutes) => Math.min(at + Math.ceil(random() * minutes) * MINUTE, until - 1);
  const verified = isVerified(state) ? after(created, 20) : null;
  const card = ['success', 'openingAccount'].includes(state) ? after(verified, 40) : null;
  const seen = Math.max(created, verified ?? 0, card ?? 0);
  const quiet = ['phoneVerification', 'billingInformation'].includes(state) && until - seen > 45 * MINUTE;
  const id = idOf(seed, index);
  const proof = (kind) => `${kind}_seed${id.toString(36)}`;
  return {
    id,
    state,
    created_at: created,
    last_seen_at: seen,
    ...person,
    birthdate: birthdateOf(created, age, random()),
    phone_verified_at: verified,
    reminders: quiet ? 3 : 0,
    superseded_by: earlier ? successorOf(seed, index) : null,
    contacted_at: quiet && verified && random() < 0.2 ? Math.min(seen + DAY, until - 1) : null,
    selected_plan: pick(PLANS, random()),
    stripe_customer_id: card ? proof('cus') : null,
    setup_intent_id: card ? proof('seti') : null,
    payment_method_id: card ? proof('pm') : null,
    card: card
      ? JSON.stringify({ brand: pick(['visa', 'visa', 'mastercard', 'amex'], random()), last4: last4(random()) })
      : null,
    card_saved_at: card,
    trial_ends_at: card ? card + 30 * DAY : null,
  };
}

const stateOf = (seed, index) => pickShare(STATES, randomOf(seed ^ 0x57a7e, index)());

const isVerified = (state) => !['phoneVerification', 'cancelled'].includes(state);

/** The attempt that took over, when its phone was proven. */
function successorOf(seed, index) {
  let last = index;
  while (isEarlierAttempt(seed, last)) last += 1;
  return isVerified(stateOf(seed, last)) ? idOf(seed, last) : null;
}

/** Twice as many at the end of the years as in their middle; in the order of `index`, within its even share of time. */
function createdAt({ count, until }, index, random) {
  const share = Math.sqrt((index + random()) / (count + 1));
  return Math.floor(until - YEARS * 365 * DAY * (1 - share));
}

const birthdateOf = (created, age, chance) =>
  new Date(created - (age + chance) * 365.25 * DAY - 2 * DAY).toISOString().slice(0, 10);

const last4 = (chance) => String(Math.floor(chance * 10_000)).padStart(4, '0');
