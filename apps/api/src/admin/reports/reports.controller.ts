import {
  type Board,
  type Declines,
  type Funnel,
  type FunnelGroup,
  funnelGroupQuery,
  isMasked,
  type Revenue,
  type SignupSteps,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { queryOf } from '../../platform/http/body-of.ts';
import { Compressed } from '../../platform/http/route-decorators.ts';
import { type ActingStaff, RequirePermission, Staff } from '../auth/index.ts';
import { type CsvFile, FileQuery, ownFilter, SendExport, StaffReads, TrialQuery } from '../lists/index.ts';
import { ReadBoard } from './read-board.ts';
import { ReadDeclines } from './read-declines.ts';
import { ReadFunnel } from './read-funnel.ts';
import { ReadRevenue } from './read-revenue.ts';
import { ReadSteps } from './read-steps.ts';

class GroupingQuery extends queryOf(funnelGroupQuery) {}

/** Numbers about sign-ups and members, without people. */
@ApiTags('Back office')
@Controller('api/admin')
@RequirePermission('read')
export class ReportsController {
  constructor(
    private readonly reads: StaffReads,
    private readonly readFunnel: ReadFunnel,
    private readonly readRevenue: ReadRevenue,
    private readonly readSteps: ReadSteps,
    private readonly readDeclines: ReadDeclines,
    private readonly readBoard: ReadBoard,
    private readonly sendExport: SendExport,
  ) {}

  @Get('funnel')
  @Compressed()
  @ApiOperation({ summary: 'How far the filtered sign-ups got, in total and by the day they began' })
  funnel(@Query() filter: TrialQuery, @Staff() staff: ActingStaff): Promise<Funnel> {
    const read = () => this.readFunnel.execute(ownFilter(filter, staff), isMasked(staff.role));
    return this.reads.search({ staff, list: 'funnel', q: filter.q }, read, ({ registered }) => registered);
  }

  @Get('funnel/groups')
  @Compressed()
  @ApiOperation({ summary: 'How far the filtered sign-ups got by plan, church size, position, state or source' })
  funnelGroups(
    @Query() filter: TrialQuery,
    @Query() { by }: GroupingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<FunnelGroup[]> {
    const read = () => this.readFunnel.groups(ownFilter(filter, staff), by, isMasked(staff.role));
    const total = (groups: FunnelGroup[]) => groups.reduce((sum, { registered }) => sum + registered, 0);
    return this.reads.search({ staff, list: 'funnel', q: filter.q }, read, total);
  }

  @Get('funnel/steps')
  @ApiOperation({ summary: 'Times between the steps and codes that arrive, of the newest 10,000 sign-ups' })
  steps(@Query() filter: TrialQuery, @Staff() staff: ActingStaff): Promise<SignupSteps> {
    const read = () => this.readSteps.execute(ownFilter(filter, staff), isMasked(staff.role));
    return this.reads.search({ staff, list: 'funnel', q: filter.q }, read, ({ of }) => of);
  }

  @Get('funnel/declines')
  @ApiOperation({ summary: 'Why cards of the filtered sign-ups, and later invoices, were declined' })
  declines(@Query() filter: TrialQuery, @Staff() staff: ActingStaff): Promise<Declines> {
    const read = () => this.readDeclines.execute(ownFilter(filter, staff), isMasked(staff.role));
    const total = ({ cards, invoices }: Declines) =>
      [...cards, ...invoices].reduce((sum, { people }) => sum + people, 0);
    return this.reads.search({ staff, list: 'funnel', q: filter.q }, read, total);
  }

  @Get('revenue')
  @ApiOperation({
    summary: 'What became of the sign-ups of each month, what happened in it, and the paid invoices by plan; 13 months',
  })
  revenue(): Promise<Revenue> {
    return this.readRevenue.execute();
  }

  @Get('board')
  @ApiOperation({
    summary: 'Paying churches, monthly revenue, new and ended, trial to paid, by month; states of the US',
  })
  board(): Promise<Board> {
    return this.readBoard.execute();
  }

  @Get('board/export')
  @RequirePermission('export')
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The months of the board as CSV' })
  boardMonths(@Query() query: FileQuery, @Staff() staff: ActingStaff, @Res() reply: FastifyReply): Promise<void> {
    return this.send(this.readBoard.monthsFile(), staff, query, reply);
  }

  @Get('board/states/export')
  @RequirePermission('export')
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'Paying churches by state of the US as CSV' })
  boardStates(@Query() query: FileQuery, @Staff() staff: ActingStaff, @Res() reply: FastifyReply): Promise<void> {
    return this.send(this.readBoard.statesFile(), staff, query, reply);
  }

  private send(file: CsvFile, staff: ActingStaff, { bom }: FileQuery, reply: FastifyReply): Promise<void> {
    return this.sendExport.execute(file, staff, { bom: bom !== '0', changed: false }, reply);
  }
}
