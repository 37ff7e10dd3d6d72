import { Module } from '@nestjs/common';
import { AmbassadorsModule } from '../../ambassadors/index.ts';
import { BillingModule } from '../../billing/index.ts';
import { TrialsModule } from '../../trials/index.ts';
import { WorkflowModule } from '../../workflow/index.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { SessionModule } from '../session/session.module.ts';
import { InspectorController } from './inspector.controller.ts';
import { FindTrials } from './queries/find-trials.ts';
import { RepairsController } from './repairs.controller.ts';
import { ErasePerson } from './use-cases/erase-person.ts';
import { InspectTrial } from './use-cases/inspect-trial.ts';
import { RepairSignUp } from './use-cases/repair-sign-up.ts';
import { RevealPerson } from './use-cases/reveal-person.ts';
import { WriteStaffNote } from './use-cases/write-staff-note.ts';

/** One sign-up under the magnifying glass, and what may be done about it. */
@Module({
  imports: [AmbassadorsModule, BillingModule, ListsModule, SessionModule, TrialsModule, WorkflowModule],
  controllers: [InspectorController, RepairsController],
  providers: [ErasePerson, FindTrials, InspectTrial, RepairSignUp, RevealPerson, WriteStaffNote],
  exports: [ErasePerson, WriteStaffNote],
})
export class InspectorModule {}
