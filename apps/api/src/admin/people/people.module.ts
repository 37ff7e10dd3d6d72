import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../accounts/index.ts';
import { AmbassadorsModule } from '../../ambassadors/index.ts';
import { BillingModule } from '../../billing/index.ts';
import { NewsletterModule } from '../../newsletter/index.ts';
import { TrialsModule } from '../../trials/index.ts';
import { VerificationModule } from '../../verification/index.ts';
import { WorkflowModule } from '../../workflow/index.ts';
import { AuthModule } from '../auth/index.ts';
import { ListsModule } from '../lists/index.ts';
import { WorkModule } from '../work/index.ts';
import { ReviewApplication } from './ambassadors/review-application.ts';
import { ReviewController } from './ambassadors/review.controller.ts';
import { InspectTrial } from './inspector/inspect-trial.ts';
import { InspectorController } from './inspector/inspector.controller.ts';
import { MailsController } from './mails/mails.controller.ts';
import { ReadMail } from './mails/read-mail.ts';
import { SendMailAgain } from './mails/send-mail-again.ts';
import { EraseForms } from './privacy/erase-forms.ts';
import { ErasePersonWithoutSignup } from './privacy/erase-person-without-signup.ts';
import { ErasureMails } from './privacy/erasure-mails.tsx';
import { ErasePerson } from './privacy/erase-person.ts';
import { PrivacyController } from './privacy/privacy.controller.ts';
import { ReadPerson } from './privacy/read-person.ts';
import { Retention } from './privacy/retention.ts';
import { ReadRequest } from './read-request.ts';
import { RequestsController } from './requests.controller.ts';
import { RevealPerson } from './reveal-person.ts';
import { SamePerson } from './same-person.ts';
import { SearchRecords } from './search/search-records.ts';
import { SearchController } from './search/search.controller.ts';
import { StaffNote } from './staff-note.entity.ts';
import { ShownFacts } from './support-actions/shown-facts.ts';
import { CorrectEmail, CorrectPhone, ResendCode, UndoCorrection } from './support-actions/contact.ts';
import { ApproveErasure, Erase, UndoErasure } from './support-actions/erasure.ts';
import { SendPaymentLink, SendResumeLink } from './support-actions/links.ts';
import {
  CancelSignup,
  MarkContacted,
  RetryOpening,
  Supersede,
  UnmarkContacted,
  Unsupersede,
} from './support-actions/sign-up.ts';
import { EmailReceipt, Refund } from './support-actions/payments.ts';
import {
  CancelSubscription,
  ChangePlan,
  EndPlanLinks,
  KeepSubscription,
  MoveTrialEnd,
  ResendWelcome,
  RetryInvoice,
  SendPlanLink,
} from './support-actions/subscription.ts';
import { SupportActions } from './support-actions/support-actions.ts';
import { WriteStaffNote } from './timeline.ts';

const supportActions = [
  ApproveErasure,
  CancelSignup,
  CancelSubscription,
  ChangePlan,
  CorrectEmail,
  CorrectPhone,
  EmailReceipt,
  EndPlanLinks,
  Erase,
  KeepSubscription,
  MarkContacted,
  MoveTrialEnd,
  Refund,
  ResendCode,
  ResendWelcome,
  RetryInvoice,
  RetryOpening,
  SendPaymentLink,
  SendPlanLink,
  SendResumeLink,
  Supersede,
  UndoCorrection,
  UndoErasure,
  UnmarkContacted,
  Unsupersede,
];

/** One person: what they sent, what happened to it, and what staff do about it, up to the erasure. */
@Module({
  imports: [
    TypeOrmModule.forFeature([StaffNote]),
    AccountsModule,
    AmbassadorsModule,
    AuthModule,
    BillingModule,
    DiscoveryModule,
    ListsModule,
    NewsletterModule,
    TrialsModule,
    VerificationModule,
    WorkflowModule,
    WorkModule,
  ],
  controllers: [
    InspectorController,
    MailsController,
    PrivacyController,
    RequestsController,
    ReviewController,
    SearchController,
    ...supportActions,
  ],
  providers: [
    EraseForms,
    ErasureMails,
    ErasePerson,
    ErasePersonWithoutSignup,
    InspectTrial,
    ShownFacts,
    ReadMail,
    ReadPerson,
    ReadRequest,
    Retention,
    RevealPerson,
    ReviewApplication,
    SamePerson,
    SearchRecords,
    SendMailAgain,
    SupportActions,
    WriteStaffNote,
  ],
})
export class PeopleModule {}
