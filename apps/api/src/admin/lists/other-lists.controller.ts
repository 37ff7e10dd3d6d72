import {
  type DatabaseStats,
  pageQuery,
  type PageQuery,
  type Role,
  searchFilter,
  type SearchFilter,
  subscriberFilter,
  type SubscriberFilter,
  type SubscriberRow,
  type TrialRequestRow,
  type UserRow,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import type { List } from './list.ts';
import { subscribers, trialRequests, users } from './lists.ts';
import { CountTables } from './queries/count-tables.ts';
import { Paged } from './paged.ts';
import { type Page, ReadPage } from './read-page.ts';
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
  @Paged([searchFilter], 'Accounts, newest first')
  users(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() { role }: ActingStaff,
  ): Promise<Page<UserRow>> {
    return this.answer<UserRow>(users(filter), USER_ROW, query, role);
  }

  @Get('trial-requests')
  @Paged([searchFilter], 'Who asked for a trial and waits for an answer, newest first')
  trialRequests(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() { role }: ActingStaff,
  ): Promise<Page<TrialRequestRow>> {
    return this.answer<TrialRequestRow>(trialRequests(filter), REQUEST_ROW, query, role);
  }

  @Get('newsletter')
  @Paged([subscriberFilter], 'Addresses of the newsletter, newest first')
  newsletter(
    @Query({ schema: subscriberFilter }) filter: SubscriberFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() { role }: ActingStaff,
  ): Promise<Page<SubscriberRow>> {
    return this.answer<SubscriberRow>(subscribers(filter), SUBSCRIBER_ROW, query, role);
  }

  private async answer<Row extends { email: string; phone?: string }>(
    list: List,
    columns: Sql,
    query: PageQuery,
    role: Role,
  ): Promise<Page<Row>> {
    return shownTo(role, await this.readPage.execute<Row>(list, columns, query));
  }
}
