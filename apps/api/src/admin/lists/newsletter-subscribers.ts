import { STATE_CHOICES, type SubscriberFilter } from '@lampstand/contracts/back-office';
import { every, instant, numeric, raw, sql } from '../../platform/database/sql.ts';
import { changedAfter } from './changes.ts';
import { cell, type CsvFile, filterOf, label, timed, userText } from './csv-file.ts';
import { columns, type List, newestFirst } from './list.ts';
import { type Searchable, searchConditions, searchTextOf } from './search.ts';

export const SUBSCRIBER_SEARCH: Searchable = {
  text: searchTextOf(raw('email'), raw('id::text')),
  open: searchTextOf(raw('id::text')),
  email: raw('email'),
};

export const subscribers = ({ q, status }: SubscriberFilter, masked: boolean): List => ({
  from: raw('newsletter_subscriptions'),
  where: every([...(status ? [sql`state = ${status}`] : []), ...searchConditions(q, SUBSCRIBER_SEARCH, masked)]),
  sort: newestFirst(),
});

export const SUBSCRIBER_ROW = columns(
  ['id', numeric()],
  'email',
  ['status', raw('state')],
  ['requestedAt', instant('created_at')],
  ['confirmedAt', instant('confirmed_at')],
  ['unsubscribedAt', instant('unsubscribed_at')],
);

/**
 * `linkOf` signs the unsubscribe link of a subscription, for the program that sends the newsletter; without it the file has
 * no links, because each link works for anyone who has it. The database does not know the secret, so it writes `{id}` in
 * the link's place; no email address contains braces.
 */
export const subscribersFile = (filter: SubscriberFilter, zone: string, linkOf?: (id: number) => string): CsvFile => ({
  list: 'newsletter',
  name: 'newsletter-subscribers.csv',
  filter: filterOf(filter),
  source: subscribers(filter, false),
  changedSince: changedAfter,
  cells: [
    cell('Email', userText('email')),
    cell('Status', label('state', STATE_CHOICES)),
    timed('Requested', 'created_at', zone),
    timed('Confirmed', 'confirmed_at', zone),
    timed('Unsubscribed', 'unsubscribed_at', zone),
    ...(linkOf ? [cell('Unsubscribe Link', raw(`'{' || id || '}'`))] : []),
  ],
  ...(linkOf && {
    auditDetail: { links: true },
    mapLines: (lines) =>
      lines.replaceAll(/\{(\d+)\}"$/gm, (_, subscription: string) => `${linkOf(Number(subscription))}"`),
  }),
});
