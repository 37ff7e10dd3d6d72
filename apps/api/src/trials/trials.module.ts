import { trialSignup } from '@lampstand/workflows';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/index.ts';
import { BillingModule } from '../billing/index.ts';
import { VerificationModule } from '../verification/index.ts';
import { notesTotal, transitionsTotal, WorkflowModule } from '../workflow/index.ts';
import { CardController } from './card.controller.ts';
import { ContactMails } from './effects/contact-mails.tsx';
import { OpenAccount } from './effects/open-account.ts';
import { DeleteTrialCustomer, SupersedeOlderTrials, TrialEffects } from './effects/trial-effects.ts';
import { TrialMails } from './effects/trial-mails.ts';
import { TextDeliveries } from './effects/text-deliveries.ts';
import { TrialSweeps } from './effects/trial-sweeps.ts';
import { PhoneController } from './phone.controller.ts';
import { ReturnedMailController } from './returned-mail.controller.ts';
import { TrialCorrection } from './trial-correction.entity.ts';
import { TrialSignup } from './trial-signup.entity.ts';
import { TrialSignups } from './trial-signups.ts';
import { TrialsController } from './trials.controller.ts';
import { Calendar } from './use-cases/calendar.ts';
import { CreateCheckoutSession, CreateSetupIntent } from './use-cases/card-setup.ts';
import { ClaimMailbox } from './use-cases/claim-mailbox.ts';
import { CurrentSignup } from './use-cases/current-signup.ts';
import { CheckUserExists, CreateTrialSignup, UpdateDetails, UpdateEmail } from './use-cases/details.ts';
import { EraseTrial } from './use-cases/erase-trial.ts';
import { ContactLinks, MemberContact } from './use-cases/member-contact.ts';
import { MemberView } from './use-cases/member-view.ts';
import { SendTrialCode, VerifyCode } from './use-cases/phone.ts';
import {
  AwaitOpening,
  CompleteCheckout,
  CreateAccount,
  RecordConsent,
  SelectPlan,
} from './use-cases/plan-and-account.ts';
import { ConfirmCard, RecordCard, SyncCardSetup } from './use-cases/record-card.ts';
import { ReminderLinks, StopReminders } from './use-cases/reminders.ts';
import { Openings } from './use-cases/openings.ts';
import { ProveBrowser } from './use-cases/prove-browser.ts';
import { LoadTrial, RequestResumeLink, ResumeLinks } from './use-cases/resume.ts';
import { TakeReturnedMail } from './use-cases/take-returned-mail.ts';
import { TrialCustomer } from './use-cases/trial-customer.ts';

const useCases = [
  AwaitOpening,
  Calendar,
  CheckUserExists,
  ClaimMailbox,
  CompleteCheckout,
  ConfirmCard,
  CreateAccount,
  CreateCheckoutSession,
  CreateSetupIntent,
  CreateTrialSignup,
  CurrentSignup,
  EraseTrial,
  LoadTrial,
  MemberContact,
  MemberView,
  Openings,
  ProveBrowser,
  RecordCard,
  RecordConsent,
  RequestResumeLink,
  SelectPlan,
  SendTrialCode,
  StopReminders,
  TakeReturnedMail,
  TrialCustomer,
  TrialSignups,
  UpdateDetails,
  UpdateEmail,
  VerifyCode,
];
const effects = [
  ContactMails,
  DeleteTrialCustomer,
  OpenAccount,
  SupersedeOlderTrials,
  SyncCardSetup,
  TrialEffects,
  TrialMails,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([TrialSignup, TrialCorrection]),
    AccountsModule,
    BillingModule,
    VerificationModule,
    WorkflowModule,
  ],
  controllers: [CardController, PhoneController, ReturnedMailController, TrialsController],
  providers: [...useCases, ...effects, ContactLinks, ReminderLinks, ResumeLinks, TextDeliveries, TrialSweeps],
  exports: [
    ClaimMailbox,
    CreateCheckoutSession,
    CreateTrialSignup,
    EraseTrial,
    LoadTrial,
    MemberContact,
    Openings,
    ProveBrowser,
    SelectPlan,
    SendTrialCode,
    StopReminders,
    TrialSignups,
    UpdateEmail,
    VerifyCode,
  ],
})
export class TrialsModule {
  constructor() {
    // An alert compares them, also before the first code.
    notesTotal.inc({ flow: trialSignup.id, note: 'code sent' }, 0);
    transitionsTotal.inc({ flow: trialSignup.id, event: 'phone.verified' }, 0);
  }
}
