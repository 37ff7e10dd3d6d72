import {
  type DatabaseStats,
  isMasked,
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
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import { subscribers, trialRequests, users } from './lists.ts';
import { CountTables } from './queries/count-tables.ts';
import { Paged } from './paged.ts';
import type { Page } from './read-page.ts';
import { REQUEST_ROW, SUBSCRIBER_ROW, USER_ROW } from './rows.ts';
import { StaffReads } from './staff-reads.ts';

/** Accounts, trial requests, newsletter readers, and the counts of the database page. */
@ApiTags('Back office')
@Controller('api/admin')
@Needs('read')
export class OtherListsController {
  constructor(
    private readonly reads: StaffReads,
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
    @Staff() staff: ActingStaff,
  ): Promise<Page<UserRow>> {
    const list = users(filter, isMasked(staff.role));
    return this.reads.page<UserRow>({ staff, list: 'users', q: filter.q }, list, USER_ROW, query);
  }

  @Get('trial-requests')
  @Paged([searchFilter], 'Who asked for a trial and waits for an answer, newest first')
  trialRequests(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<TrialRequestRow>> {
    const list = trialRequests(filter, isMasked(staff.role));
    return this.reads.page<TrialRequestRow>({ staff, list: 'trial-requests', q: filter.q }, list, REQUEST_ROW, query);
  }

  @Get('newsletter')
  @Paged([subscriberFilter], 'Addresses of the newsletter, newest first')
  newsletter(
    @Query({ schema: subscriberFilter }) filter: SubscriberFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<SubscriberRow>> {
    const list = subscribers(filter, isMasked(staff.role));
    return this.reads.page<SubscriberRow>({ staff, list: 'newsletter', q: filter.q }, list, SUBSCRIBER_ROW, query);
  }
}
