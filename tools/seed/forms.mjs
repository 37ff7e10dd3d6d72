/** What the public forms leave behind, in proportion to the sign-ups: trial requests, applications, newsletter readers. */
import { personOf } from './people.mjs';
import { pick, pickShare, randomOf } from './random.mjs';
import { REASONS } from './words.mjs';

const DAY = 24 * 3600_000;
const FIRST_ID = 2 ** 52;
const SIZES = ['Under 100', '100-250', '250-500', '500-1000', '1000-2500', '2500+'];
const YEARS = ['Less than 1 year', '1-3 years', '3-5 years', '5-10 years', '10+ years'];
const APPLICATIONS = { submitted: 0.1, inReview: 0.1, approved: 0.5, declined: 0.25, withdrawn: 0.05 };
const READERS = { confirmed: 0.8, pending: 0.12, unsubscribed: 0.08 };

/** Ids apart by kind and by seed. */
const idOf = (seed, kind, index) => FIRST_ID + (seed % 2 ** 18) * 2 ** 32 + kind * 2 ** 30 + index;

function askedBy({ seed, until }, kind, index, count) {
  const random = randomOf(seed ^ (kind << 24), index);
  const {
    age: _,
    gender,
    ministry_name,
    how_heard_about,
    church_software,
    message,
    ...person
  } = personOf(seed, 7 * index);
  const created = Math.floor(until - 365 * DAY * (1 - (index + random()) / (count + 1)));
  return { random, created, person };
}

const answers = (random) => ({
  church_size: pick(SIZES, random()),
  years_in_ministry: pick(YEARS, random()),
  why_interested: pick(REASONS, random()),
});

export function requestOf(plan, index, count) {
  const { random, created, person } = askedBy(plan, 1, index, count);
  const id = idOf(plan.seed, 1, index);
  return { id, created_at: created, ...person, ...answers(random), repeat_key: `seed-request-${id}` };
}

export function applicationOf(plan, index, count) {
  const { random, created, person } = askedBy(plan, 2, index, count);
  const id = idOf(plan.seed, 2, index);
  const state = pickShare(APPLICATIONS, random());
  const decided = ['approved', 'declined'].includes(state) ? Math.min(created + 6 * DAY, plan.until - 1) : null;
  const kept = { ...person, ...answers(random), repeat_key: `seed-application-${id}` };
  return { id, state, created_at: created, decided_at: decided, ...kept };
}

export function readerOf(plan, index, count) {
  const { random, created, person } = askedBy(plan, 3, index, count);
  const state = pickShare(READERS, random());
  const email = `reader.${person.email}`;
  return {
    id: idOf(plan.seed, 3, index),
    email,
    email_key: email.toLowerCase(),
    state,
    created_at: created,
    asked_at: created,
    confirmed_at: state === 'pending' ? null : created + 60_000,
    unsubscribed_at: state === 'unsubscribed' ? created + 120_000 : null,
  };
}
