import type { AmbassadorFilter, SearchFilter, SubscriberFilter, TrialFilter } from '@lampstand/contracts/back-office';
import { onDays, searched, searchTextOf } from './conditions.ts';
import { type List, newestFirst, oldestFirst, type Sort } from './list.ts';
import { every, raw, sql } from './sql.ts';

/** What each list of the back office holds. */

const ID = raw('id');
const CREATED_AT = raw('created_at');
/** As the index of the sign-ups has it. */
const TRIAL_TEXT = raw('trial_search_text(first_name, last_name, email, church_name, phone, id)');
const PERSON_TEXT = searchTextOf(
  ...['first_name', 'last_name', 'email', 'church_name', 'phone'].map(raw),
  raw('id::text'),
);

const TRIAL_KEYS: Record<string, Pick<Sort, 'key' | 'type'>> = {
  createdAt: { key: CREATED_AT, type: 'timestamptz' },
  name: { key: raw(`lower(first_name || ' ' || last_name)`), type: 'text' },
  email: { key: raw('lower(email)'), type: 'text' },
  churchName: { key: raw('lower(church_name)'), type: 'text' },
};

function trialSort(by = '-createdAt'): Sort {
  const known = TRIAL_KEYS[by.replace('-', '')] ?? { key: CREATED_AT, type: 'timestamptz' };
  return { ...known, by, id: ID, descending: by.startsWith('-') };
}

/** Every sign-up that was saved, also one that another has superseded. */
export const trialSignups = (filter: TrialFilter, zone: string): List => ({
  from: raw('trial_signups'),
  where: every([
    ...onDays(filter, CREATED_AT, zone),
    ...(filter.since ? [sql`created_at >= ${filter.since}::timestamptz`] : []),
    ...searched(filter.q, TRIAL_TEXT),
  ]),
  sort: trialSort(filter.sort),
});

/** The phone is proven; no card, no account, no later sign-up of the same phone, and a person to get in touch with. */
export const incompleteTrials = ({ q }: SearchFilter): List => ({
  from: raw('trial_signups'),
  where: every([
    raw(`state = 'billingInformation' AND superseded_by IS NULL AND email <> ''`),
    ...searched(q, TRIAL_TEXT),
  ]),
  sort: newestFirst(CREATED_AT, ID),
});

export const trialRequests = ({ q }: SearchFilter): List => ({
  from: raw('trial_requests'),
  where: every(searched(q, PERSON_TEXT)),
  sort: newestFirst(CREATED_AT, ID),
});

/** Of the open ones whoever waits longest comes first. */
export const applications = ({ q, state }: AmbassadorFilter): List => ({
  from: raw('ambassador_applications'),
  where: every([
    ...(state === 'open' ? [raw(`state IN ('submitted', 'inReview')`)] : []),
    ...(state && state !== 'open' ? [sql`state = ${state}`] : []),
    ...searched(q, PERSON_TEXT),
  ]),
  sort: state === 'open' ? oldestFirst(CREATED_AT, ID) : newestFirst(CREATED_AT, ID),
});

export const subscribers = ({ q, status }: SubscriberFilter): List => ({
  from: raw('newsletter_subscriptions'),
  where: every([
    ...(status ? [sql`state = ${status}`] : []),
    ...searched(q, searchTextOf(raw('email'), raw('id::text'))),
  ]),
  sort: newestFirst(CREATED_AT, ID),
});

const USER_TEXT = searchTextOf(
  ...['first_name', 'last_name', 'email', 'churches.name', 'phone', 'trial_id::text'].map(raw),
);

export const users = ({ q }: SearchFilter): List => ({
  from: raw('users JOIN churches ON churches.id = church_id'),
  where: every(searched(q, USER_TEXT)),
  sort: newestFirst(raw('users.created_at'), raw('users.id')),
});
