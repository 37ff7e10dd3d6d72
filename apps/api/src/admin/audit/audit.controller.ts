import {
  auditFilter,
  type AuditFilter,
  type AuditRow,
  pageQuery,
  type PageQuery,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { instant, type List, newestFirst } from '../lists/list.ts';
import { Paged } from '../lists/paged.ts';
import { type Page, ReadPage } from '../lists/read-page.ts';
import { every, raw, sql } from '../lists/sql.ts';
import { Needs } from '../session/needs.ts';

const entries = ({ action, subject, by }: AuditFilter): List => ({
  from: raw('audit_log LEFT JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: every([
    ...(action ? [sql`action = ${action}`] : []),
    ...(subject ? [sql`subject = ${subject}`] : []),
    ...(by ? [sql`email = ${by.trim().toLowerCase()}`] : []),
  ]),
  sort: newestFirst(raw('at'), raw('audit_log.id')),
});

const ROW = sql`audit_log.id::float8 AS id, ${instant('at')} AS at, email AS "by", action, subject, detail,
  host(address) AS address, request_id AS "requestId"`;

/** What staff did. */
@ApiTags('Back office')
@Controller('api/admin/audit')
@Needs('audit')
export class AuditController {
  constructor(private readonly readPage: ReadPage) {}

  @Get()
  @Paged([auditFilter], 'Sign-ins, failures, reveals, exports, repairs, decisions, newest first')
  list(
    @Query({ schema: auditFilter }) filter: AuditFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
  ): Promise<Page<AuditRow>> {
    return this.readPage.execute(entries(filter), ROW, query);
  }
}
