import {
  ADMIN_ERRORS,
  type ErasurePreview,
  type InspectedPerson,
  type InspectedTrial,
  inspectQuery,
  type TimelineEntry,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../../platform/errors.ts';
import { queryOf } from '../../../platform/http/body-of.ts';
import { ParseId } from '../../../platform/http/parse-id.ts';
import { currentRequest } from '../../../platform/request-context.ts';
import { trialFlow } from '../../../trials/index.ts';
import { AskDelivery } from '../../../verification/index.ts';
import { type ActingStaff, RequirePermission, Staff } from '../../auth/index.ts';
import { StaffReads } from '../../lists/index.ts';
import { ErasePerson } from '../privacy/erase-person.ts';
import { WriteNoteBody } from '../bodies.ts';
import { SupportActions } from '../support-actions/support-actions.ts';
import { RevealPerson } from '../reveal-person.ts';
import { WriteStaffNote } from '../timeline.ts';
import { InspectTrial } from './inspect-trial.ts';

class InspectQuery extends queryOf(inspectQuery) {}

const TRIAL_ID = new ParseId(ADMIN_ERRORS.noSuchTrial);

/** Looking at one sign-up. */
@ApiTags('Back office')
@Controller('api/admin/trials')
export class InspectorController {
  constructor(
    private readonly inspectTrial: InspectTrial,
    private readonly reads: StaffReads,
    private readonly revealPerson: RevealPerson,
    private readonly writeStaffNote: WriteStaffNote,
    private readonly erasePerson: ErasePerson,
    private readonly supportActions: SupportActions,
    private readonly askDelivery: AskDelivery,
  ) {}

  @Get(':id')
  @RequirePermission('read')
  @ApiOperation({
    summary:
      'One sign-up with its diagnosis, timeline and available support actions; the person is masked for support until the reveal',
  })
  async inspect(
    @Param('id', TRIAL_ID) trialId: number,
    @Query() { revealed }: InspectQuery,
    @Staff() staff: ActingStaff,
  ): Promise<InspectedTrial> {
    const isRevealed = revealed === '1' && (await this.revealPerson.isRevealed(trialId, staff));
    const trial = await this.inspectTrial.execute(trialId, staff, isRevealed);
    await this.reads.viewed(staff, `trial:${trialId}`);
    const isAwaited = trial.codes.some(({ status, delivery }) => status === 'live' && delivery === null);
    if (isAwaited && !currentRequest().headersOnly) await this.askDelivery.soon(trialId);
    return trial;
  }

  @Get(':id/erasure')
  @RequirePermission('support-actions')
  @ApiOperation({ summary: 'What erasing the person would include, as counts, and who has to approve it' })
  async erasure(@Param('id', TRIAL_ID) trialId: number, @Staff() staff: ActingStaff): Promise<ErasurePreview> {
    const preview = await this.erasePerson.preview(trialId, staff);
    if (!preview) throw new AppError('notFound', ADMIN_ERRORS.noSuchTrial);
    return { ...preview, seen: this.supportActions.seenOf('erase', await this.inspectTrial.targetOf(trialId)) };
  }

  @Post(':id/reveal')
  @HttpCode(200)
  @RequirePermission('reveal')
  @ApiOperation({ summary: 'The person unmasked; the reveal is journaled and audited' })
  reveal(@Param('id', TRIAL_ID) trialId: number, @Staff() staff: ActingStaff): Promise<InspectedPerson> {
    return this.revealPerson.ofSignup(trialId, staff);
  }

  @Post(':id/notes')
  @RequirePermission('support-actions')
  @ApiOperation({ summary: 'Adds a note to the timeline: 201 with its entry' })
  async note(
    @Param('id', TRIAL_ID) trialId: number,
    @Body() { text }: WriteNoteBody,
    @Staff() staff: ActingStaff,
  ): Promise<TimelineEntry> {
    await this.inspectTrial.requireNotErased(trialId);
    const subject = `trial:${trialId}`;
    return this.writeStaffNote.execute({ flow: trialFlow.chart.id, subjectId: trialId, subject, text, staff });
  }
}
