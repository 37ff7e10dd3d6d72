import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/index.ts';
import { VerificationModule } from '../verification/index.ts';
import { WorkflowModule } from '../workflow/index.ts';
import { CardController } from './card.controller.ts';
import { CardNews } from './effects/card-news.ts';
import { OpenAccount } from './effects/open-account.ts';
import { ReleaseCard } from './effects/release-card.ts';
import { SupersedeOlderTrials } from './effects/supersede-older-trials.ts';
import { TrialEffects } from './effects/trial-effects.ts';
import { TrialMails } from './effects/trial-mails.ts';
import { PhoneController } from './phone.controller.ts';
import { ReminderLinks } from './reminder-links.ts';
import { RemindersController } from './reminders.controller.ts';
import { TrialSweeps } from './sweeps/trial-sweeps.ts';
import { TrialsController } from './trials.controller.ts';
import * as useCases from './use-cases/index.ts';

const effects = [CardNews, OpenAccount, ReleaseCard, SupersedeOlderTrials, TrialEffects, TrialMails];

@Module({
  imports: [BillingModule, VerificationModule, WorkflowModule],
  controllers: [TrialsController, PhoneController, CardController, RemindersController],
  providers: [...Object.values(useCases), ...effects, ReminderLinks, TrialSweeps],
  exports: [useCases.EraseTrial, useCases.RepairTrial],
})
export class TrialsModule {}
