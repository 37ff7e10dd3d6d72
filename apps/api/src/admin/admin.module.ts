import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AmbassadorsModule } from '../ambassadors/index.ts';
import { BillingModule } from '../billing/index.ts';
import { NewsletterModule } from '../newsletter/index.ts';
import { TrialsModule } from '../trials/index.ts';
import { WorkflowModule } from '../workflow/index.ts';
import { Export, StaffAccount, StaffNote } from './admin.entities.ts';
import { ReviewApplication } from './ambassadors/review-application.ts';
import { ReviewController } from './ambassadors/review.controller.ts';
import { AuditController } from './audit.controller.ts';
import { DescriptionController } from './description.controller.ts';
import { ExportLog } from './exports/export-log.ts';
import { ExportsController } from './exports/exports.controller.ts';
import { LastFiles } from './exports/last-files.ts';
import { RunningExports, SendExport } from './exports/send-export.ts';
import { DeadJobs } from './incidents/dead-jobs.ts';
import { IncidentsController } from './incidents/incidents.controller.ts';
import { HealthMetrics } from './incidents/health-metrics.ts';
import { ReadHealth } from './incidents/read-health.ts';
import { ErasePerson } from './inspector/erase-person.ts';
import { InspectTrial } from './inspector/inspect-trial.ts';
import { InspectorController } from './inspector/inspector.controller.ts';
import { RevealPerson } from './inspector/reveal-person.ts';
import { SamePerson } from './inspector/same-person.ts';
import { SupportActions } from './inspector/support-actions.ts';
import { WriteStaffNote } from './inspector/timeline.ts';
import { CountTables } from './lists/count-tables.ts';
import { ListsController } from './lists/lists.controller.ts';
import { ReadPage } from './lists/read-page.ts';
import { StaffReads } from './lists/staff-reads.ts';
import { MailsController } from './mails/mails.controller.ts';
import { ReadMail } from './mails/read-mail.ts';
import { SendMailAgain } from './mails/send-mail-again.ts';
import { ErasePersonWithoutSignup } from './privacy/erase-person-without-signup.ts';
import { PrivacyController } from './privacy/privacy.controller.ts';
import { ReadPerson } from './privacy/read-person.ts';
import { DeadCauses } from './queue/dead-causes.ts';
import { ManageQueue } from './queue/manage-queue.ts';
import { QueueItemRow } from './queue/queue-item.entity.ts';
import { QueueController } from './queue/queue.controller.ts';
import { ReadQueue } from './queue/read-queue.ts';
import { ReadDeclines } from './reports/read-declines.ts';
import { ReadFunnel } from './reports/read-funnel.ts';
import { ReadRevenue } from './reports/read-revenue.ts';
import { ReadSteps } from './reports/read-steps.ts';
import { ReportsController } from './reports/reports.controller.ts';
import { Retention } from './retention.ts';
import { SearchController } from './search/search.controller.ts';
import { SearchRecords } from './search/search-records.ts';
import { SessionModule } from './session/session.module.ts';
import { ManageStaff } from './staff/manage-staff.ts';
import { PasswordLinks } from './staff/password-links.tsx';
import { PasswordController, StaffController } from './staff/staff.controller.ts';
import { HandleRequest } from './trial-requests/handle-request.ts';
import { ReadRequest } from './trial-requests/read-request.ts';
import { RequestsController } from './trial-requests/requests.controller.ts';
import { ManageViews } from './views/manage-views.ts';
import { SavedViewRow } from './views/saved-view.entity.ts';
import { ViewsController } from './views/views.controller.ts';

const lists = [CountTables, ReadPage, StaffReads];
const reports = [ReadFunnel, ReadRevenue, ReadSteps, ReadDeclines];
const exporting = [ExportLog, LastFiles, RunningExports, SendExport];
const inspector = [ErasePerson, InspectTrial, SupportActions, RevealPerson, SamePerson, WriteStaffNote];

/** The back office. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Export, QueueItemRow, SavedViewRow, StaffAccount, StaffNote]),
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
    IncidentsController,
    InspectorController,
    ListsController,
    MailsController,
    PasswordController,
    PrivacyController,
    QueueController,
    ReportsController,
    RequestsController,
    ReviewController,
    SearchController,
    StaffController,
    ViewsController,
  ],
  providers: [
    ...lists,
    ...reports,
    ...exporting,
    ...inspector,
    DeadCauses,
    DeadJobs,
    ErasePersonWithoutSignup,
    HandleRequest,
    HealthMetrics,
    ManageQueue,
    ManageStaff,
    ManageViews,
    PasswordLinks,
    ReadHealth,
    ReadMail,
    ReadPerson,
    ReadQueue,
    ReadRequest,
    Retention,
    ReviewApplication,
    SearchRecords,
    SendMailAgain,
  ],
})
export class AdminModule {}
