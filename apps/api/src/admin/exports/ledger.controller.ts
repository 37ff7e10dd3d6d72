import { type ExportRow, pageQuery, type PageQuery } from '@lampstand/contracts/back-office';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesQuery } from '../../platform/http/takes.ts';
import { instant, newestFirst, type List } from '../lists/list.ts';
import { ReadPage } from '../lists/read-page.ts';
import { raw, sql } from '../lists/sql.ts';
import { tellPage } from '../pages.ts';
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
  @TakesQuery([pageQuery], 'The exports, newest first: who took what, how much of it, and its hash')
  async list(
    @Query({ schema: pageQuery }) query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExportRow[]> {
    const page = await this.readPage.execute<ExportRow>(LEDGER, ROW, query);
    tellPage(request, reply, page);
    return page.rows;
  }
}
