import {
  ADMIN_ERRORS,
  AMBASSADOR_ACTIONS,
  type AmbassadorAction,
  type AmbassadorDetail,
  ambassadorFilter,
  type AmbassadorFilter,
  type AmbassadorRow,
  isMasked,
  pageQuery,
  type PageQuery,
  staffNoteBody,
  type TimelineEntry,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ambassadorFlow } from '../../ambassadors/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ZodBody } from '../../platform/http/route-decorators.ts';
import { WriteStaffNote } from '../inspector/use-cases/write-staff-note.ts';
import { applications } from '../lists/lists.ts';
import { Paged } from '../lists/paged.ts';
import type { Page } from '../lists/read-page.ts';
import { APPLICATION_ROW } from '../lists/rows.ts';
import { StaffReads } from '../lists/staff-reads.ts';
import { parseId } from '../parse-id.ts';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import { ReviewApplication, type StoredRow } from './use-cases/review-application.ts';

/** Who would be an ambassador, and what is decided about them. */
@ApiTags('Back office')
@Controller('api/admin/ambassadors')
export class ReviewController {
  constructor(
    private readonly reads: StaffReads,
    private readonly review: ReviewApplication,
    private readonly writeStaffNote: WriteStaffNote,
  ) {}

  @Get()
  @Needs('read')
  @Paged([ambassadorFilter], 'Applications; of the open ones whoever waits longest comes first')
  async list(
    @Query({ schema: ambassadorFilter }) filter: AmbassadorFilter,
    @Query({ schema: pageQuery }) query: PageQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<AmbassadorRow>> {
    const list = applications(filter, isMasked(staff.role));
    const asked = { staff, list: 'ambassadors', q: filter.q } as const;
    const page = await this.reads.page<StoredRow>(asked, list, APPLICATION_ROW, query);
    return { ...page, rows: page.rows.map((row) => this.review.withClock(row)) };
  }

  @Get(':id')
  @Needs('read')
  @ApiOperation({ summary: 'One application with its clock, timeline and possible actions' })
  read(@Param('id') id: string, @Staff() { role }: ActingStaff): Promise<AmbassadorDetail> {
    return this.review.read(applicationId(id), isMasked(role));
  }

  @Post(':id/notes')
  @Needs('repair')
  @ZodBody(staffNoteBody, 'Keeps a note in the timeline: 201 with its entry')
  async note(
    @Param('id') id: string,
    @Body({ schema: staffNoteBody }) { text }: { text: string },
    @Staff() staff: ActingStaff,
  ): Promise<TimelineEntry> {
    const { id: subjectId } = await this.review.require(applicationId(id));
    const subject = `application:${subjectId}`;
    return this.writeStaffNote.execute({ flow: ambassadorFlow.chart.id, subjectId, subject, text, staff });
  }

  @Post(':id/:action')
  @HttpCode(200)
  @Needs('decide')
  @ApiParam({ name: 'action', enum: AMBASSADOR_ACTIONS })
  @ApiOperation({ summary: 'Starts the review, or decides: 200 {success}; 409 once something else was decided' })
  act(
    @Param('id') id: string,
    @Param('action') action: string,
    @Staff() staff: ActingStaff,
  ): Promise<{ success: true }> {
    if (!isAction(action)) throw new AppError(404, ADMIN_ERRORS.noSuchAction);
    return this.review.act(applicationId(id), action, staff);
  }
}

const applicationId = (text: string): number => parseId(text, ADMIN_ERRORS.noSuchApplication);
const isAction = (name: string): name is AmbassadorAction => (AMBASSADOR_ACTIONS as readonly string[]).includes(name);
