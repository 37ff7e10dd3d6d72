import {
  auditFilter,
  type AuditFilter,
  type AuditRow,
  type ExportRow,
  pageQuery,
  type PageQuery,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Settings } from '../../platform/config/index.ts';
import { every, instant, raw, sql } from '../../platform/database/sql.ts';
import { RequirePermission } from '../auth/index.ts';
import { type List, newestFirst } from './list.ts';
import { Paginated } from './page.interceptor.ts';
import { type Page, ReadPage } from './read-page.ts';
import { containing, onDays } from './search.ts';

/** The two logs of the back office: what staff did, and which files were exported. */
@ApiTags('Back office')
@Controller('api/admin')
@RequirePermission('audit')
export class AuditController {
  constructor(
    private readonly readPage: ReadPage,
    private readonly settings: Settings,
  ) {}

  @Get('audit')
  @Paginated([auditFilter], 'Sign-ins, failures, reveals, exports, support actions, decisions, newest first')
  entries(
    @Query({ schema: auditFilter }) filter: AuditFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<AuditRow>> {
    return this.readPage.execute(auditEntries(filter, this.settings.ORG_TIME_ZONE), AUDIT_ROW, query);
  }

  @Get('exports')
  @Paginated([], 'The exports, newest first: account, list, size and hash')
  exports(@Query({ schema: pageQuery }) query: PageQuery): Promise<Page<ExportRow>> {
    return this.readPage.execute(EXPORTS, EXPORT_ROW, query);
  }
}

const auditEntries = ({ action, subject = '', by = '', ...days }: AuditFilter, zone: string): List => ({
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

const AUDIT_ROW = sql`audit_log.id::float8 AS id, ${instant('at')} AS at, email AS "by", action, subject, detail,
  host(address) AS address, request_id AS "requestId"`;

const EXPORTS: List = {
  from: raw('exports JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: raw('true'),
  sort: newestFirst(raw('at'), raw('exports.id')),
};

const EXPORT_ROW = sql`exports.id::float8 AS id, ${instant('at')} AS at, email AS "by", list, filter, columns, outcome, rows,
  bytes::float8 AS bytes, sha256`;
