import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AmbassadorsModule } from '../ambassadors/index.ts';
import { BillingModule } from '../billing/index.ts';
import { NewsletterModule } from '../newsletter/index.ts';
import { TrialsModule } from '../trials/index.ts';
import { WorkflowModule } from '../workflow/index.ts';
import { Export, StaffNote } from './admin.entities.ts';
import { ReviewApplication } from './ambassadors/review-application.ts';
import { ReviewController } from './ambassadors/review.controller.ts';
import { AuditController } from './audit.controller.ts';
import { DescriptionController } from './description.controller.ts';
import { ExportLog } from './exports/export-log.ts';
import { ExportsController } from './exports/exports.controller.ts';
import { RunningExports, SendExport } from './exports/send-export.ts';
import { SupportHealthController } from './health.controller.ts';
import { ErasePerson } from './inspector/erase-person.ts';
import { FindTrials } from './inspector/find-trials.ts';
import { InspectTrial, RevealPerson } from './inspector/inspect-trial.ts';
import { InspectorController } from './inspector/inspector.controller.ts';
import { SupportActions } from './inspector/support-actions.ts';
import { WriteStaffNote } from './inspector/timeline.ts';
import { CountTables, ReadFunnel } from './lists/counts.ts';
import { ListsController } from './lists/lists.controller.ts';
import { ReadPage } from './lists/read-page.ts';
import { StaffReads } from './lists/staff-reads.ts';
import { ReadHealth } from './read-health.ts';
import { Retention } from './retention.ts';
import { SessionModule } from './session/session.module.ts';

const lists = [CountTables, ReadFunnel, ReadPage, StaffReads];
const exporting = [ExportLog, RunningExports, SendExport];
const inspector = [ErasePerson, FindTrials, InspectTrial, SupportActions, RevealPerson, WriteStaffNote];

/** The back office. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Export, StaffNote]),
    AmbassadorsModule,
    BillingModule,
    NewsletterModule,
    SessionModule,
    TrialsModule,
    WorkflowModule,
  ],
  controllers: [
    AuditController,
    DescriptionController,
    ExportsController,
    InspectorController,
    ListsController,
    ReviewController,
    SupportHealthController,
  ],
  providers: [...lists, ...exporting, ...inspector, ReadHealth, Retention, ReviewApplication],
})
export class AdminModule {}
