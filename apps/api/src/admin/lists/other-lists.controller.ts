import {
  type DatabaseStats,
  pageQuery,
  type PageQuery,
  searchFilter,
  type SearchFilter,
  subscriberFilter,
  type SubscriberFilter,
  type SubscriberRow,
  type TrialRequestRow,
  type UserRow,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesQuery } from '../../platform/http/takes.ts';
import { tellPage } from '../pages.ts';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import type { List } from './list.ts';
import { subscribers, trialRequests, users } from './lists.ts';
import { CountTables } from './queries/count-tables.ts';
import { ReadPage } from './read-page.ts';
import { REQUEST_ROW, shownTo, SUBSCRIBER_ROW, USER_ROW } from './rows.ts';
import type { Sql } from './sql.ts';

/** Accounts, trial requests, newsletter readers, and the counts of the database page. */
@ApiTags('Back office')
@Controller('api/admin')
@Needs('read')
export class OtherListsController {
  constructor(
    private readonly readPage: ReadPage,
    private readonly countTables: CountTables,
  ) {}

  @Get('database-stats')
  @ApiOperation({ summary: 'The rows of each table, counted now' })
  databaseStats(): Promise<DatabaseStats> {
    return this.countTables.execute();
  }

  @Get('users')
  @TakesQuery([searchFilter, pageQuery], 'Accounts, newest first')
  users(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserRow[]> {
    return this.answer<UserRow>(users(filter), USER_ROW, query, { staff, request, reply });
  }

  @Get('trial-requests')
  @TakesQuery([searchFilter, pageQuery], 'Who asked for a trial and waits for an answer, newest first')
  trialRequests(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TrialRequestRow[]> {
    return this.answer<TrialRequestRow>(trialRequests(filter), REQUEST_ROW, query, { staff, request, reply });
  }

  @Get('newsletter')
  @TakesQuery([subscriberFilter, pageQuery], 'Addresses of the newsletter, newest first')
  newsletter(
    @Query({ schema: subscriberFilter }) filter: SubscriberFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubscriberRow[]> {
    return this.answer<SubscriberRow>(subscribers(filter), SUBSCRIBER_ROW, query, { staff, request, reply });
  }

  private async answer<Row extends { email: string; phone?: string }>(
    list: List,
    columns: Sql,
    query: PageQuery,
    { staff, request, reply }: { staff: ActingStaff; request: FastifyRequest; reply: FastifyReply },
  ): Promise<Row[]> {
    const page = await this.readPage.execute<Row>(list, columns, query);
    tellPage(request, reply, page);
    return page.rows.map(shownTo(staff.role));
  }
}
