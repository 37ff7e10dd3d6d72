import {
  ADMIN_ERRORS,
  type Funnel,
  type IncompleteTrialRow,
  isMasked,
  pageQuery,
  type PageQuery,
  searchFilter,
  type SearchFilter,
  trialFilter,
  type TrialFilter,
  type TrialSignupRow,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ZodQuery } from '../../platform/http/route-decorators.ts';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import { incompleteTrials, trialSignups } from './lists.ts';
import { Paged } from './paged.ts';
import { ReadFunnel } from './queries/read-funnel.ts';
import type { Page } from './read-page.ts';
import { INCOMPLETE_ROW, TRIAL_ROW, withoutNulls } from './rows.ts';
import { StaffReads } from './staff-reads.ts';

/** The sign-ups of /admin and /trials. */
@ApiTags('Back office')
@Controller('api')
@Needs('read')
export class TrialListsController {
  constructor(
    private readonly reads: StaffReads,
    private readonly readFunnel: ReadFunnel,
    private readonly settings: Settings,
  ) {}

  @Get('admin/trial-signups')
  @Paged([trialFilter], 'Sign-ups, newest first: at most 1,000, with x-total-count and a Link to the next')
  async trialSignups(
    @Query({ schema: trialFilter }) filter: TrialFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<TrialSignupRow>> {
    const masked = isMasked(staff.role);
    // The order of hidden addresses would tell them.
    if (masked && filter.sort?.endsWith('email')) throw new AppError(403, ADMIN_ERRORS.notAllowed);
    const list = trialSignups(filter, this.settings.ORG_TIME_ZONE, masked);
    return this.reads.page<TrialSignupRow>({ staff, list: 'trial-signups', q: filter.q }, list, TRIAL_ROW, query);
  }

  @Get('admin/funnel')
  @ZodQuery([trialFilter], 'How far the sign-ups of a filter came, in all and by the day they began')
  funnel(@Query({ schema: trialFilter }) filter: TrialFilter, @Staff() staff: ActingStaff): Promise<Funnel> {
    const read = () => this.readFunnel.execute(filter, isMasked(staff.role));
    return this.reads.search({ staff, list: 'funnel', q: filter.q }, read, ({ registered }) => registered);
  }

  @Get('incomplete-trials/json')
  @Paged([searchFilter], 'Sign-ups whose phone is proven, without card and account, newest first')
  async incompleteTrials(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<IncompleteTrialRow>> {
    const list = incompleteTrials(filter, isMasked(staff.role));
    const asked = { staff, list: 'incomplete-trials', q: filter.q } as const;
    const page = await this.reads.page<IncompleteTrialRow>(asked, list, INCOMPLETE_ROW, query);
    return { ...page, rows: page.rows.map(withoutNulls) };
  }
}
