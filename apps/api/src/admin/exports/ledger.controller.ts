import { type ExportRow, pageQuery, type PageQuery } from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { instant, newestFirst, type List } from '../lists/list.ts';
import { Paged } from '../lists/paged.ts';
import { type Page, ReadPage } from '../lists/read-page.ts';
import { raw, sql } from '../lists/sql.ts';
import { Needs } from '../session/needs.ts';

const LEDGER: List = {
  from: raw('exports JOIN staff_accounts ON staff_accounts.id = account_id'),
  where: raw('true'),
  sort: newestFirst(raw('at'), raw('exports.id')),
};
const ROW = sql`exports.id::float8 AS id, ${instant('at')} AS at, email AS "by", list, filter, columns, outcome, rows,
  bytes::float8 AS bytes, sha256`;

/** Every file that left. */
@ApiTags('Back office')
@Controller('api/admin/exports')
@Needs('audit')
export class LedgerController {
  constructor(private readonly readPage: ReadPage) {}

  @Get()
  @Paged([], 'The exports, newest first: who took what, how much of it, and its hash')
  list(@Query({ schema: pageQuery }) query: PageQuery): Promise<Page<ExportRow>> {
    return this.readPage.execute(LEDGER, ROW, query);
  }
}
