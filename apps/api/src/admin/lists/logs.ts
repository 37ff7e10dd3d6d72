import type { AuditFilter } from '@lampstand/contracts/back-office';
import { every, instant, joined, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { type List, newestFirst } from './list.ts';
import { PERSON_SEARCH } from './people.ts';
import { containing, onDays, type Searchable, searchConditions, searchTextOf } from './search.ts';

/** What staff did, newest first. `zone` is the time zone of the filter's days. */
export const auditEntries = ({ action, subject = '', by = '', ...days }: AuditFilter, zone: string): List => ({
  from: raw('audit_log LEFT JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: every([
    ...onDays(days, raw('at'), zone),
    ...(action ? [sql`action = ${action}`] : []),
    ...(subject.trim() ? [about(subject.trim())] : []),
    ...(by.trim() ? [sql`folded(name || ' ' || email) LIKE folded(${containing(by.trim())})`] : []),
  ]),
  sort: newestFirst(raw('at'), raw('audit_log.id')),
});

/** The records whose names stand in the audit, by the beginning of their subject. */
const NAMED: Record<string, { table: string; name: string; search: Searchable }> = {
  trial: { table: 'trial_signups', name: `first_name || ' ' || last_name`, search: PERSON_SEARCH },
  application: { table: 'ambassador_applications', name: `first_name || ' ' || last_name`, search: PERSON_SEARCH },
  request: { table: 'trial_requests', name: `first_name || ' ' || last_name`, search: PERSON_SEARCH },
  staff: {
    table: 'staff_accounts',
    name: 'name',
    search: { text: searchTextOf(raw('name'), raw('email')), open: searchTextOf(raw('name')), email: raw('email') },
  },
};

/** A subject such as "trial:12", which is no part of "trial:123"; else the records that a search finds. */
const about = (text: string): Sql =>
  /^\w+:\d+$/.test(text)
    ? sql`subject = ${text}`
    : sql`subject IN (${joined(
        Object.entries(NAMED).map(
          ([kind, { table, search }]) =>
            sql`SELECT ${kind} || ':' || id FROM ${raw(table)} WHERE ${every(searchConditions(text, search, false))}`,
        ),
        ' UNION ALL ',
      )})`;

/** The name of the record of `subject` as it is now; null once the person is erased. */
const nameOf = (subject: string): Sql => {
  const id = `substring(${subject} FROM '^[a-z]+:([0-9]{1,18})$')::bigint`;
  const cases = Object.entries(NAMED).map(
    ([kind, { table, name }]) =>
      `WHEN '${kind}' THEN (SELECT nullif(btrim(${name}), '') FROM ${table} WHERE ${table}.id = ${id})`,
  );
  return raw(`CASE split_part(${subject}, ':', 1) ${cases.join(' ')}
    WHEN 'view' THEN (SELECT saved_views.name FROM saved_views WHERE saved_views.id = ${id}) END`);
};

/** The previous owner of an item that was taken over, or the new owner of an item that was assigned. */
const COLLEAGUE = raw(`(SELECT colleague.name FROM staff_accounts AS colleague WHERE colleague.id =
  CASE WHEN action IN ('queue handled', 'request handled') THEN coalesce(detail->>'to', detail->>'from')::int END)`);

export const AUDIT_ROW = sql`audit_log.id::float8 AS id, ${instant('at')} AS at, name AS "by", action, subject,
  ${nameOf(`CASE WHEN subject LIKE 'job:%' THEN 'trial:' || (detail->>'subjectId') ELSE subject END`)} AS about,
  ${COLLEAGUE} AS colleague, detail, host(address) AS address, request_id AS "requestId"`;

/** Every export, newest first. */
export const exportedFiles: List = {
  from: raw('exports JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: raw('true'),
  sort: newestFirst(raw('at'), raw('exports.id')),
};

/** The filter with the present name of the owner in place of the id. */
const NAMED_FILTER =
  raw(`filter || coalesce((SELECT jsonb_build_object('owner', owner.name) FROM staff_accounts AS owner
  WHERE owner.id::text = filter ->> 'owner'), '{}')`);

export const EXPORT_ROW = sql`exports.id::float8 AS id, ${instant('at')} AS at, name AS "by", list, ${NAMED_FILTER} AS filter, columns,
  outcome, rows`;
