import type { TimelineEntry } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { Audit } from '../../session/audit.ts';
import type { ActingStaff } from '../../session/needs.ts';
import { StaffNote } from '../domain/staff-note.entity.ts';
import { written } from '../domain/timeline.ts';

interface StaffNoteInput {
  flow: string;
  subjectId: number;
  /** How the audit names the subject, such as `trial:123`. */
  subject: string;
  text: string;
  staff: ActingStaff;
}

/** Keeps what somebody of the team has to say about a sign-up or an application. The same words again within a minute are the same note. */
@Injectable()
export class WriteStaffNote {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  execute({ flow, subjectId, subject, text, staff }: StaffNoteInput): Promise<TimelineEntry> {
    const at = this.clock.now();
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('staff-note', $1))`, [subjectId]);
      const mine = { flow, subjectId, accountId: staff.id, text };
      const last = await tx.findOne(StaffNote, { where: mine, order: { id: 'DESC' } });
      const repeated = last && at.getTime() - last.at.getTime() < 60_000;
      const note = repeated ? last : await tx.save(StaffNote, { ...mine, at });
      if (!repeated)
        await this.audit.write({ accountId: staff.id, address: staff.address, action: 'note written', subject }, tx);
      return written({ ...note, by: staff.email });
    });
  }
}
