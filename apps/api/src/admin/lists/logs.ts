import type { AuditFilter } from '@lampstand/contracts/back-office';
import { every, instant, raw, sql } from '../../platform/database/sql.ts';
import { type List, newestFirst } from './list.ts';
import { containing, onDays } from './search.ts';

/** What staff did, newest first. `zone` is the time zone of the filter's days. */
export const auditEntries = ({ action, subject = '', by = '', ...days }: AuditFilter, zone: string): List => ({
  from: raw('audit_log LEFT JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: every([
    ...onDays(days, raw('at'), zone),
    ...(action ? [sql`action = ${action}`] : []),
    ...(subject.trim() ? [ofSubject(subject.trim().toLowerCase())] : []),
    ...(by.trim() ? [sql`email LIKE ${containing(by.trim().toLowerCase())}`] : []),
  ]),
  sort: newestFirst(raw('at'), raw('audit_log.id')),
});

/** A complete subject such as "trial:12" is not a part of "trial:123". */
const ofSubject = (subject: string) =>
  /^\w+:\d+$/.test(subject) ? sql`subject = ${subject}` : sql`lower(subject) LIKE ${containing(subject)}`;

export const AUDIT_ROW = sql`audit_log.id::float8 AS id, ${instant('at')} AS at, email AS "by", action, subject, detail,
  host(address) AS address, request_id AS "requestId"`;

/** Every export, newest first. */
export const exportedFiles: List = {
  from: raw('exports JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: raw('true'),
  sort: newestFirst(raw('at'), raw('exports.id')),
};

export const EXPORT_ROW = sql`exports.id::float8 AS id, ${instant('at')} AS at, email AS "by", list, filter, columns, outcome, rows,
  bytes::float8 AS bytes, sha256`;
