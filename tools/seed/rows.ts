/** Rows of the seed: sign-ups in every state, and in proportion to them trial requests, applications, newsletter readers. */
import { sourceOf } from '@lampstand/contracts';
import { isEarlierAttempt, personOf, pick, pickShare, randomOf, REASONS } from './people.ts';

/** `until` in milliseconds */
type Plan = { seed: number; count: number; until: number };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const YEARS = 3;
const FIRST_TRIAL_ID = 2 ** 41;

/** The share of unfinished sign-ups that retention has erased, and of members who asked for it. */
const ERASED = { unfinished: 0.03, member: 0.02 };

const TRIAL_STATES = {
  success: 0.36,
  phoneVerification: 0.34,
  billingInformation: 0.23,
  alreadyMember: 0.03,
  cancelled: 0.0395,
  openingAccount: 0.0005,
};
const PLANS = ['tier_1_19', 'tier_1_19', 'tier_20_49', 'tier_20_49', 'tier_50_99', 'tier_100_199', 'tier_200_499'];

/** Different from the ids of other seeds and of tests. */
const trialIdOf = (seed: number, index: number) =>
  FIRST_TRIAL_ID + (seed % 2 ** 20) * 2 ** 32 + (Math.imul(index, 0x9e3779b1) >>> 0);

/** Sign-up number `index` of `count`, in order of time and more frequent towards `until`. */
export function trialOf({ seed, count, until }: Plan, index: number) {
  const random = randomOf(seed ^ 0x7a1a1, index);
  const earlier = isEarlierAttempt(seed, index);
  const { age, ...person } = personOf(seed, index);
  const state = earlier ? pick(['phoneVerification', 'billingInformation'], random()) : stateOf(seed, index);
  const created = createdAt({ count, until }, index, random);
  const after = (at: number, minutes: number) => Math.min(at + Math.ceil(random() * minutes) * MINUTE, until - 1);
  const verified = isVerified(state) ? after(created, 20) : null;
  const card = ['success', 'openingAccount'].includes(state) ? after(verified ?? created, 40) : null;
  const seen = Math.max(created, verified ?? 0, card ?? 0);
  const quiet = ['phoneVerification', 'billingInformation'].includes(state) && until - seen > 45 * MINUTE;
  const leftFor = { unfinished: quiet ? 90 * DAY : Infinity, member: state === 'success' ? 75 * DAY : Infinity };
  const why = quiet ? 'unfinished' : 'member';
  const erased =
    until - seen > leftFor[why] && randomOf(seed ^ 0xe4a5e, index)() < ERASED[why] ? seen + leftFor[why] : null;
  const id = trialIdOf(seed, index);
  const successor = earlier ? successorOf(seed, index) : null;
  const proof = (kind: string) => `${kind}_seed${id.toString(36)}`;
  return {
    id,
    state,
    created_at: created,
    last_seen_at: seen,
    ...person,
    birthdate: birthdateOf(created, age, random()),
    phone_verified_at: verified,
    reminders: quiet ? 3 : 0,
    superseded_by: successor,
    counts_as_person: successor ? 'false' : erased ? 'true' : null,
    heard_from: sourceOf(person.how_heard_about),
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
    erased_at: erased,
  };
}

const stateOf = (seed: number, index: number) =>
  index % 2000 === 7 ? 'openingAccount' : pickShare(TRIAL_STATES, randomOf(seed ^ 0x57a7e, index)());

const isVerified = (state: string) => !['phoneVerification', 'cancelled'].includes(state);

/** The id of the person's later attempt, once its phone is verified. */
function successorOf(seed: number, index: number) {
  let last = index;
  while (isEarlierAttempt(seed, last)) last += 1;
  return isVerified(stateOf(seed, last)) ? trialIdOf(seed, last) : null;
}

/** The density of sign-ups grows linearly over the years; `index` keeps their order. */
function createdAt({ count, until }: Omit<Plan, 'seed'>, index: number, random: () => number) {
  const share = Math.sqrt((index + random()) / (count + 1));
  return Math.floor(until - YEARS * 365 * DAY * (1 - share));
}

const birthdateOf = (created: number, age: number, chance: number) =>
  new Date(created - (age + chance) * 365.25 * DAY - 2 * DAY).toISOString().slice(0, 10);

const last4 = (chance: number) => String(Math.floor(chance * 10_000)).padStart(4, '0');

const FIRST_FORM_ID = 2 ** 52;
const SIZES = ['Under 100', '100-250', '250-500', '500-1000', '1000-2500', '2500+'];
const YEARS_IN_MINISTRY = ['Less than 1 year', '1-3 years', '3-5 years', '5-10 years', '10+ years'];
const APPLICATIONS = { submitted: 0.1, inReview: 0.1, approved: 0.5, declined: 0.25, withdrawn: 0.05 };
const OLD_REQUESTS = { new: 0.02, answered: 0.18, closed: 0.8 };
const NEW_REQUESTS = { new: 0.6, answered: 0.3, closed: 0.1 };
const READERS = { confirmed: 0.8, pending: 0.12, unsubscribed: 0.08 };

const formIdOf = (seed: number, kind: number, index: number) =>
  FIRST_FORM_ID + (seed % 2 ** 18) * 2 ** 32 + kind * 2 ** 30 + index;

function submission({ seed, until }: Plan, kind: number, index: number, count: number) {
  const random = randomOf(seed ^ (kind << 24), index);
  const { first_name, last_name, email, phone, position, church_name, church_city, church_state } = personOf(
    seed,
    7 * index,
  );
  const person = { first_name, last_name, email, phone, position, church_name, church_city, church_state };
  const created = Math.floor(until - 365 * DAY * (1 - (index + random()) / (count + 1)));
  return { random, created, person };
}

/** The newest rows have each state once, however few rows there are. */
const newestOf = (shares: Record<string, number>, index: number, count: number) =>
  Object.keys(shares)[count - 1 - index];

const answers = (random: () => number) => ({
  church_size: pick(SIZES, random()),
  years_in_ministry: pick(YEARS_IN_MINISTRY, random()),
  why_interested: pick(REASONS, random()),
});

export function requestOf(plan: Plan, index: number, count: number) {
  const { random, created, person } = submission(plan, 1, index, count);
  const id = formIdOf(plan.seed, 1, index);
  const kept = { ...person, ...answers(random), repeat_key: `seed-request-${id}` };
  const shares = plan.until - created > 14 * DAY ? OLD_REQUESTS : NEW_REQUESTS;
  const state = newestOf(shares, index, count) ?? pickShare(shares, random());
  const answered = state === 'new' ? null : Math.min(created + 2 * DAY, plan.until - 1);
  const closed = state === 'closed' ? Math.min(created + 9 * DAY, plan.until - 1) : null;
  return { id, created_at: created, state, answered_at: answered, closed_at: closed, ...kept };
}

export function applicationOf(plan: Plan, index: number, count: number) {
  const { random, created, person } = submission(plan, 2, index, count);
  const id = formIdOf(plan.seed, 2, index);
  const state = newestOf(APPLICATIONS, index, count) ?? pickShare(APPLICATIONS, random());
  const decided = ['approved', 'declined'].includes(state) ? Math.min(created + 6 * DAY, plan.until - 1) : null;
  const kept = { ...person, ...answers(random), repeat_key: `seed-application-${id}` };
  return { id, state, created_at: created, decided_at: decided, ...kept };
}

export function readerOf(plan: Plan, index: number, count: number) {
  const { random, created, person } = submission(plan, 3, index, count);
  const state = pickShare(READERS, random());
  const email = `reader.${person.email}`;
  return {
    id: formIdOf(plan.seed, 3, index),
    email,
    email_key: email.toLowerCase(),
    state,
    created_at: created,
    asked_at: created,
    confirmed_at: state === 'pending' ? null : created + 60_000,
    unsubscribed_at: state === 'unsubscribed' ? created + 120_000 : null,
  };
}
