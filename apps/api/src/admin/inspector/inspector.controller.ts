import {
  type FoundTrial,
  type InspectedPerson,
  type InspectedTrial,
  isMasked,
  searchFilter,
  type SearchFilter,
  staffNoteBody,
  type TimelineEntry,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ZodBody, ZodQuery } from '../../platform/http/route-decorators.ts';
import { trialFlow } from '../../trials/index.ts';
import { type ActingStaff, Needs, Staff } from '../session/needs.ts';
import { StaffReads } from '../lists/staff-reads.ts';
import { parseId } from '../parse-id.ts';
import { FindTrials } from './queries/find-trials.ts';
import { InspectTrial } from './use-cases/inspect-trial.ts';
import { RevealPerson } from './use-cases/reveal-person.ts';
import { WriteStaffNote } from './use-cases/write-staff-note.ts';

/** Finding one sign-up and looking at it. */
@ApiTags('Back office')
@Controller('api/admin/trials')
export class InspectorController {
  constructor(
    private readonly reads: StaffReads,
    private readonly findTrials: FindTrials,
    private readonly inspectTrial: InspectTrial,
    private readonly revealPerson: RevealPerson,
    private readonly writeStaffNote: WriteStaffNote,
  ) {}

  @Get()
  @Needs('read')
  @ZodQuery(
    [searchFilter],
    "At most 20 sign-ups by anything that names one: id, phone, e-mail, name, church, Stripe's ids",
  )
  find(@Query({ schema: searchFilter }) { q = '' }: SearchFilter, @Staff() staff: ActingStaff): Promise<FoundTrial[]> {
    const find = () => this.findTrials.execute(q, isMasked(staff.role));
    return this.reads.search({ staff, list: 'find', q }, find, ({ length }) => length);
  }

  @Get(':id')
  @Needs('read')
  @ApiOperation({
    summary: 'One sign-up with its diagnosis, timeline and possible repairs; the person masked for support',
  })
  inspect(@Param('id') id: string, @Staff() { role }: ActingStaff): Promise<InspectedTrial> {
    return this.inspectTrial.execute(parseId(id), isMasked(role));
  }

  @Post(':id/reveal')
  @HttpCode(200)
  @Needs('reveal')
  @ApiOperation({ summary: 'The person unmasked; that somebody looked is journaled and audited' })
  reveal(@Param('id') id: string, @Staff() staff: ActingStaff): Promise<InspectedPerson> {
    return this.revealPerson.execute(parseId(id), staff);
  }

  @Post(':id/notes')
  @Needs('repair')
  @ZodBody(staffNoteBody, 'Keeps a note in the timeline: 201 with its entry')
  async note(
    @Param('id') id: string,
    @Body({ schema: staffNoteBody }) { text }: { text: string },
    @Staff() staff: ActingStaff,
  ): Promise<TimelineEntry> {
    const { id: subjectId } = await this.inspectTrial.requireThere(parseId(id));
    return this.writeStaffNote.execute({
      flow: trialFlow.chart.id,
      subjectId,
      subject: `trial:${subjectId}`,
      text,
      staff,
    });
  }
}
