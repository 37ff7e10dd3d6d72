import {
  ADMIN_ERRORS,
  columnsOf,
  type IncompleteTrialRow,
  isMasked,
  type SubscriberRow,
  trialColumnsQuery,
  type TrialFilter,
  type TrialRequestRow,
  type TrialSignupRow,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { queryOf } from '../../platform/http/body-of.ts';
import { type ActingStaff, RequirePermission, Staff } from '../auth/index.ts';
import { INCOMPLETE_ROW, incompleteTrials, withoutNulls } from './incomplete-trials.ts';
import { SUBSCRIBER_ROW, subscribers } from './newsletter-subscribers.ts';
import { Paginated } from './page.interceptor.ts';
import { PagingQuery, SubscriberQuery, TrialQuery, TrialRequestQuery } from './queries.ts';
import type { Page } from './read-page.ts';
import { ownFilter } from './signup-conditions.ts';
import { StaffReads } from './staff-reads.ts';
import { REQUEST_ROW, trialRequests } from './trial-requests.ts';
import { trialRow, trialSignups } from './trial-signups.ts';

class TrialColumnsQuery extends queryOf(trialColumnsQuery) {}

/** The lists of the back office of people; applications are listed by the review of ambassadors. */
@ApiTags('Back office')
@Controller('api')
@RequirePermission('read')
export class ListsController {
  constructor(
    private readonly reads: StaffReads,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  @Get('admin/trial-signups')
  @Paginated('Sign-ups, newest first: at most 1,000, with x-total-count and a Link to the next')
  async trialSignups(
    @Query() requested: TrialQuery,
    @Query() { columns }: TrialColumnsQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<TrialSignupRow>> {
    const filter = this.allowed(requested, staff);
    const list = trialSignups(filter, this.readingOf(staff));
    const request = { staff, list: 'trial-signups', q: filter.q } as const;
    const page = await this.reads.page<TrialSignupRow>(
      request,
      { ...list, exactTotal: !filter.q },
      trialRow(columnsOf(columns) ?? []),
      query,
    );
    return { ...page, rows: page.rows.map(withoutNulls) };
  }

  @Get('incomplete-trials/json')
  @Paginated('Sign-ups with a verified phone, without card and account, newest first')
  async incompleteTrials(
    @Query() requested: TrialQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<IncompleteTrialRow>> {
    const filter = this.allowed(requested, staff);
    const list = incompleteTrials(filter, this.readingOf(staff));
    const request = { staff, list: 'incomplete-trials', q: filter.q } as const;
    const page = await this.reads.page<IncompleteTrialRow>(
      request,
      { ...list, exactTotal: !filter.q },
      INCOMPLETE_ROW,
      query,
    );
    return { ...page, rows: page.rows.map(withoutNulls) };
  }

  @Get('admin/trial-requests')
  @Paginated('Trial requests; open ones with the longest wait first')
  trialRequests(
    @Query() filter: TrialRequestQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<TrialRequestRow>> {
    const list = trialRequests(filter, isMasked(staff.role));
    return this.reads.page<TrialRequestRow>({ staff, list: 'trial-requests', q: filter.q }, list, REQUEST_ROW, query);
  }

  @Get('admin/newsletter')
  @Paginated('Addresses of the newsletter, newest first')
  newsletter(
    @Query() filter: SubscriberQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<SubscriberRow>> {
    const list = subscribers(filter, isMasked(staff.role));
    return this.reads.page<SubscriberRow>({ staff, list: 'newsletter', q: filter.q }, list, SUBSCRIBER_ROW, query);
  }

  /** Sorting by a masked address would reveal it. */
  private allowed(requested: TrialQuery, staff: ActingStaff): TrialFilter {
    if (isMasked(staff.role) && requested.sort?.endsWith('email'))
      throw new AppError('forbidden', ADMIN_ERRORS.notAllowed);
    return ownFilter(requested, staff);
  }

  private readingOf({ role }: ActingStaff) {
    return { zone: this.settings.ORG_TIME_ZONE, now: this.clock.now(), masked: isMasked(role) };
  }
}
