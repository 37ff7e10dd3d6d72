import {
  type Funnel,
  type IncompleteTrialRow,
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
import { TakesQuery } from '../../platform/http/takes.ts';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import { incompleteTrials, trialSignups } from './lists.ts';
import { Paged } from './paged.ts';
import { ReadFunnel } from './queries/read-funnel.ts';
import { type Page, ReadPage } from './read-page.ts';
import { INCOMPLETE_ROW, shownTo, TRIAL_ROW, withoutNulls } from './rows.ts';

/** The sign-ups of /admin and /trials. */
@ApiTags('Back office')
@Controller('api')
@Needs('read')
export class TrialListsController {
  constructor(
    private readonly readPage: ReadPage,
    private readonly readFunnel: ReadFunnel,
    private readonly settings: Settings,
  ) {}

  @Get('admin/trial-signups')
  @Paged([trialFilter], 'Sign-ups, newest first: at most 1,000, with x-total-count and a Link to the next')
  async trialSignups(
    @Query({ schema: trialFilter }) filter: TrialFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() { role }: ActingStaff,
  ): Promise<Page<TrialSignupRow>> {
    const list = trialSignups(filter, this.settings.ORG_TIME_ZONE);
    const page = await this.readPage.execute<TrialSignupRow>(list, TRIAL_ROW, query);
    return shownTo(role, page);
  }

  @Get('admin/funnel')
  @TakesQuery([trialFilter], 'How far the sign-ups of a filter came, in all and by the day they began')
  funnel(@Query({ schema: trialFilter }) filter: TrialFilter): Promise<Funnel> {
    return this.readFunnel.execute(filter);
  }

  @Get('incomplete-trials/json')
  @Paged([searchFilter], 'Sign-ups whose phone is proven, without card and account, newest first')
  async incompleteTrials(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() { role }: ActingStaff,
  ): Promise<Page<IncompleteTrialRow>> {
    const page = await this.readPage.execute<IncompleteTrialRow>(incompleteTrials(filter), INCOMPLETE_ROW, query);
    return shownTo(role, { ...page, rows: page.rows.map(withoutNulls) });
  }
}
