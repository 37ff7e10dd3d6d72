import {
  ADMIN_ERRORS,
  answerBody,
  REQUEST_ACTIONS,
  type RequestAction,
  type RevealedForm,
  type TimelineEntry,
  type TrialRequestDetail,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../platform/errors.ts';
import { bodyOf } from '../../platform/http/body-of.ts';
import { ParseId } from '../../platform/http/parse-id.ts';
import { type ActingStaff, IfMatch, RequirePermission, Staff } from '../auth/index.ts';
import { StaffReads } from '../lists/index.ts';
import { HandleRequest, requestSubject } from '../work/index.ts';
import { WriteNoteBody } from './bodies.ts';
import { REQUEST_NOTES } from './privacy/erase-forms.ts';
import { ReadRequest } from './read-request.ts';
import { RevealPerson } from './reveal-person.ts';
import { WriteStaffNote } from './timeline.ts';

const REQUEST_ID = new ParseId(ADMIN_ERRORS.noSuchRequest);

class AnswerRequestBody extends bodyOf(answerBody) {}

/** One trial request: who has taken it, the answers, the notes. The lists controller lists them. */
@ApiTags('Back office')
@Controller('api/admin/trial-requests/:id')
@RequirePermission('support-actions')
export class RequestsController {
  constructor(
    private readonly reads: StaffReads,
    private readonly readRequest: ReadRequest,
    private readonly revealPerson: RevealPerson,
    private readonly handleRequest: HandleRequest,
    private readonly writeStaffNote: WriteStaffNote,
  ) {}

  @Get()
  @RequirePermission('read')
  @ApiOperation({ summary: 'One trial request with its answers, timeline and available actions' })
  async read(@Param('id', REQUEST_ID) id: number, @Staff() staff: ActingStaff): Promise<TrialRequestDetail> {
    const request = await this.readRequest.execute(id, staff);
    await this.reads.viewed(staff, requestSubject(id));
    return request;
  }

  @Post('reveal')
  @HttpCode(200)
  @RequirePermission('reveal')
  @ApiOperation({ summary: 'Email, phone and reasons unmasked; the timeline and the audit record it' })
  reveal(@Param('id', REQUEST_ID) id: number, @Staff() staff: ActingStaff): Promise<RevealedForm> {
    return this.revealPerson.ofRequest(id, staff);
  }

  @Post('notes')
  @ApiOperation({ summary: 'Adds a note to the timeline: 201 with its entry' })
  async note(
    @Param('id', REQUEST_ID) id: number,
    @Body() { text }: WriteNoteBody,
    @Staff() staff: ActingStaff,
  ): Promise<TimelineEntry> {
    await this.readRequest.require(id);
    return this.writeStaffNote.execute({
      flow: REQUEST_NOTES,
      subjectId: id,
      subject: requestSubject(id),
      text,
      staff,
    });
  }

  @Post('answers')
  @ApiOperation({
    summary: 'Mails an answer and takes the request: 201 {success}; 409 when another member has taken it',
  })
  async answer(
    @Param('id', REQUEST_ID) id: number,
    @Body() { text }: AnswerRequestBody,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<{ success: true }> {
    await this.handleRequest.answer(id, text, staff, seen);
    return { success: true };
  }

  @Post(':action')
  @HttpCode(200)
  @ApiParam({ name: 'action', enum: REQUEST_ACTIONS })
  @ApiOperation({ summary: 'Takes, releases, marks, closes or reopens a request: 200 {success}; 409 names its owner' })
  async act(
    @Param('id', REQUEST_ID) id: number,
    @Param('action') action: string,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<{ success: true }> {
    if (!isAction(action)) throw new AppError('notFound', ADMIN_ERRORS.noSuchAction);
    await this.handleRequest.act(id, action, staff, { seen });
    return { success: true };
  }
}

const isAction = (name: string): name is RequestAction => (REQUEST_ACTIONS as readonly string[]).includes(name);
