import type { AmbassadorFilter, SearchFilter, SubscriberFilter, TrialFilter } from '@lampstand/contracts/back-office';
import { onDays, type Searchable, searched, searchTextOf } from './conditions.ts';
import { type List, newestFirst, oldestFirst, type Sort } from './list.ts';
import { every, raw, sql } from './sql.ts';

/** What each list of the back office holds. `masked` is for a role that sees people masked, and searches accordingly. */

const ID = raw('id');
const CREATED_AT = raw('created_at');
/** As the index of the sign-ups has it. */
const TRIAL_TEXT = raw('trial_search_text(first_name, last_name, email, church_name, phone, id)');
const OPEN_TEXT = searchTextOf(...['first_name', 'last_name', 'church_name', 'id::text'].map(raw));
const PARTS = { open: OPEN_TEXT, email: raw('email'), phone: raw('phone') };
const TRIAL: Searchable = { text: TRIAL_TEXT, ...PARTS };
const PERSON: Searchable = {
  text: searchTextOf(...['first_name', 'last_name', 'email', 'church_name', 'phone', 'id::text'].map(raw)),
  ...PARTS,
};
const SUBSCRIBER: Searchable = {
  text: searchTextOf(raw('email'), raw('id::text')),
  open: searchTextOf(raw('id::text')),
  email: raw('email'),
};
const USER: Searchable = {
  text: searchTextOf(...['first_name', 'last_name', 'email', 'churches.name', 'phone', 'trial_id::text'].map(raw)),
  open: searchTextOf(...['first_name', 'last_name', 'churches.name', 'trial_id::text'].map(raw)),
  email: raw('email'),
  phone: raw('phone'),
};

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
export const trialSignups = (filter: TrialFilter, zone: string, masked: boolean): List => ({
  from: raw('trial_signups'),
  where: every([
    ...onDays(filter, CREATED_AT, zone),
    ...(filter.since ? [sql`created_at >= ${filter.since}::timestamptz`] : []),
    ...searched(filter.q, TRIAL, masked),
  ]),
  sort: trialSort(filter.sort),
});

/** The phone is proven; no card, no account, no later sign-up of the same phone, and a person to get in touch with. */
export const incompleteTrials = ({ q }: SearchFilter, masked: boolean): List => ({
  from: raw('trial_signups'),
  where: every([
    raw(`state = 'billingInformation' AND superseded_by IS NULL AND email <> ''`),
    ...searched(q, TRIAL, masked),
  ]),
  sort: newestFirst(CREATED_AT, ID),
});

export const trialRequests = ({ q }: SearchFilter, masked: boolean): List => ({
  from: raw('trial_requests'),
  where: every(searched(q, PERSON, masked)),
  sort: newestFirst(CREATED_AT, ID),
});

/** Of the open ones whoever waits longest comes first. */
export const applications = ({ q, state }: AmbassadorFilter, masked: boolean): List => ({
  from: raw('ambassador_applications'),
  where: every([
    ...(state === 'open' ? [raw(`state IN ('submitted', 'inReview')`)] : []),
    ...(state && state !== 'open' ? [sql`state = ${state}`] : []),
    ...searched(q, PERSON, masked),
  ]),
  sort: state === 'open' ? oldestFirst(CREATED_AT, ID) : newestFirst(CREATED_AT, ID),
});

export const subscribers = ({ q, status }: SubscriberFilter, masked: boolean): List => ({
  from: raw('newsletter_subscriptions'),
  where: every([...(status ? [sql`state = ${status}`] : []), ...searched(q, SUBSCRIBER, masked)]),
  sort: newestFirst(CREATED_AT, ID),
});

export const users = ({ q }: SearchFilter, masked: boolean): List => ({
  from: raw('users JOIN churches ON churches.id = church_id'),
  where: every(searched(q, USER, masked)),
  sort: newestFirst(raw('users.created_at'), raw('users.id')),
});
