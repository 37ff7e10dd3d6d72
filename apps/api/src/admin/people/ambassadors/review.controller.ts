import {
  ADMIN_ERRORS,
  type AmbassadorAnswer,
  type AmbassadorDetail,
  type AmbassadorRow,
  decisionBody,
  DECISIONS,
  isDecision,
  isMasked,
  type RevealedForm,
  type TimelineEntry,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ambassadorFlow } from '../../../ambassadors/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { bodyOf } from '../../../platform/http/body-of.ts';
import { ParseId } from '../../../platform/http/parse-id.ts';
import { type ActingStaff, IfMatch, RequirePermission, Staff } from '../../auth/index.ts';
import {
  AmbassadorQuery,
  APPLICATION_ROW,
  applications,
  type Page,
  Paginated,
  PagingQuery,
  StaffReads,
} from '../../lists/index.ts';
import { WriteNoteBody } from '../bodies.ts';
import { RevealPerson } from '../reveal-person.ts';
import { WriteStaffNote } from '../timeline.ts';
import { type ListedApplication, ReviewApplication } from './review-application.ts';

const APPLICATION_ID = new ParseId(ADMIN_ERRORS.noSuchApplication);

class DecideApplicationBody extends bodyOf(decisionBody) {}

/** The ambassador applications and the decisions on them. */
@ApiTags('Back office')
@Controller('api/admin/ambassadors')
export class ReviewController {
  constructor(
    private readonly reads: StaffReads,
    private readonly review: ReviewApplication,
    private readonly revealPerson: RevealPerson,
    private readonly writeStaffNote: WriteStaffNote,
  ) {}

  @Get()
  @RequirePermission('read')
  @Paginated('Applications; open ones with the longest wait first')
  async list(
    @Query() filter: AmbassadorQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<AmbassadorRow>> {
    const list = applications(filter, isMasked(staff.role));
    const request = { staff, list: 'ambassadors', q: filter.q } as const;
    const page = await this.reads.page<ListedApplication>(request, list, APPLICATION_ROW, query);
    return { ...page, rows: page.rows.map((row) => this.review.withBusinessDays(row)) };
  }

  @Get(':id')
  @RequirePermission('read')
  @ApiOperation({ summary: 'One application with its due dates, timeline and available actions' })
  async read(@Param('id', APPLICATION_ID) id: number, @Staff() staff: ActingStaff): Promise<AmbassadorDetail> {
    const application = await this.review.read(id, isMasked(staff.role));
    await this.reads.viewed(staff, `application:${id}`);
    return application;
  }

  @Post(':id/reveal')
  @HttpCode(200)
  @RequirePermission('reveal')
  @ApiOperation({ summary: 'Email, phone and reasons unmasked; the reveal is journaled and audited' })
  reveal(@Param('id', APPLICATION_ID) id: number, @Staff() staff: ActingStaff): Promise<RevealedForm> {
    return this.revealPerson.ofApplication(id, staff);
  }

  @Post(':id/notes')
  @RequirePermission('support-actions')
  @ApiOperation({ summary: 'Adds a note to the timeline: 201 with its entry' })
  async note(
    @Param('id', APPLICATION_ID) id: number,
    @Body() { text }: WriteNoteBody,
    @Staff() staff: ActingStaff,
  ): Promise<TimelineEntry> {
    await this.review.require(id);
    const subject = `application:${id}`;
    return this.writeStaffNote.execute({ flow: ambassadorFlow.chart.id, subjectId: id, subject, text, staff });
  }

  @Post(':id/undo')
  @HttpCode(200)
  @RequirePermission('decide')
  @ApiOperation({ summary: 'Takes back a decision within ten seconds: 200 {success}; 409 when it is too late' })
  undo(
    @Param('id', APPLICATION_ID) id: number,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<AmbassadorAnswer> {
    return this.review.undo(id, staff, seen);
  }

  @Post(':id/:action')
  @HttpCode(200)
  @RequirePermission('decide')
  @ApiParam({ name: 'action', enum: DECISIONS })
  @ApiOperation({
    summary: 'Approves or declines: 200 {success, undoUntil?}; 409 after another decision',
  })
  act(
    @Param('id', APPLICATION_ID) id: number,
    @Param('action') action: string,
    @Body() body: DecideApplicationBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<AmbassadorAnswer> {
    if (!isDecision(action)) throw new AppError('notFound', ADMIN_ERRORS.noSuchAction);
    return this.review.act(id, action, body, staff, seen);
  }
}
