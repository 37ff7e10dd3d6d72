import { statesTagged, type TrialEffect, trialSignup } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Not, Repository } from 'typeorm';
import { CARD_SETUP_QUEUE, OutboundWebhooks, PaymentGateway } from '../../billing/index.ts';
import { type Job, Jobs, type QueueOptions } from '../../platform/jobs/jobs.ts';
import { forEachIndependently } from '../../platform/jobs/sweeper.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import { DropCodes } from '../../verification/index.ts';
import { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';
import { SyncCardSetup } from '../use-cases/record-card.ts';
import { OpenAccount } from './open-account.ts';
import { TrialMails } from './trial-mails.ts';

/** Deletes what the payment provider holds for a sign-up that ended without an account. */
@Injectable()
export class DeleteTrialCustomer {
  constructor(
    private readonly trials: TrialSignups,
    private readonly gateway: PaymentGateway,
  ) {}

  /**
   * deleteCustomer: detaches the stored card and deletes the customer; also one that the provider created and whose id we
   * could not store.
   */
  async execute(trialId: number): Promise<void> {
    const trial = await this.trials.find(trialId);
    if (!trial?.is('deletesLateCard')) return;
    if (!trial.stripeCustomerId) return this.gateway.eraseCustomer(trialId, trial.email, null);
    await this.gateway.deleteCustomer(trial.stripeCustomerId, trial.paymentMethodId);
    await this.trials.note(trial, 'card released');
  }

  /** cancelSetupIntent: cancels the card form, and deletes the customer once the sign-up has ended. */
  async cancelSetup(trialId: number): Promise<void> {
    const trial = await this.trials.find(trialId);
    if (trial?.setupIntentId) await this.gateway.cancelCardSetup(trial.setupIntentId);
    await this.execute(trialId);
  }
}

/** Marks older unfinished sign-ups of the phone just verified: they leave the lists and get no more mails. */
@Injectable()
export class SupersedeOlderTrials {
  constructor(
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly trials: TrialSignups,
  ) {}

  async execute(trialId: number): Promise<void> {
    const newer = await this.trials.find(trialId);
    if (!newer) return;
    const older = await this.signups.findBy({
      phone: newer.phone,
      id: Not(trialId),
      createdAt: LessThan(newer.createdAt),
      supersededBy: IsNull(),
      state: In(statesTagged(trialSignup, 'unfinished')),
    });
    await forEachIndependently(older, (trial) =>
      this.trials.changeUnlessErased(trial.id, async (change) => {
        if (change.entity.supersededBy) return;
        change.entity.supersede(trialId);
        await change.note('superseded', { by: trialId });
      }),
    );
  }
}

const RULES: Partial<Record<TrialEffect, QueueOptions>> = {
  openAccount: { concurrency: 4 },
  sendSignupSaved: BULK_MAIL,
  sendWelcomeMail: BULK_MAIL,
  // Each request is a mail of its own, keyed by the job's id.
  sendResumeLink: { again: 'each' },
  sendPaymentLink: { again: 'each' },
  sendCardNeeded: { again: 'each' },
};

/** Handlers of the chart's effects, one per queue. The type requires every effect. */
@Injectable()
export class TrialEffects implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly trials: TrialSignups,
    private readonly dropCodes: DropCodes,
    private readonly openAccount: OpenAccount,
    private readonly mails: TrialMails,
    private readonly deleteCustomer: DeleteTrialCustomer,
    private readonly supersede: SupersedeOlderTrials,
    private readonly webhooks: OutboundWebhooks,
    private readonly syncCardSetup: SyncCardSetup,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const handlers = Object.entries(this.handlers).map(([effect, handle]) => [effect, this.unlessErased(handle)]);
    await this.jobs.workEffects(Object.fromEntries(handlers) as typeof this.handlers, RULES);
    // Each decline counts.
    await this.jobs.workKeys(CARD_SETUP_QUEUE, (job) => this.syncCardSetup.execute(job), {
      concurrency: 2,
      again: 'each',
    });
  }

  private readonly handlers: Record<TrialEffect, (job: Job) => Promise<void>> = {
    openAccount: ({ subjectId }) => this.openAccount.execute(subjectId),
    dropOldCode: ({ subjectId }) => this.dropOldCode(subjectId),
    supersedeOlderTrials: ({ subjectId }) => this.supersede.execute(subjectId),
    cancelSetupIntent: ({ subjectId }) => this.deleteCustomer.cancelSetup(subjectId),
    deleteCustomer: ({ subjectId }) => this.deleteCustomer.execute(subjectId),
    sendSignupSaved: (job) => this.mails.sendSignupSaved(job),
    sendReminder: (job) => this.mails.sendReminder(job),
    sendResumeLink: (job) => this.mails.sendResumeLink(job),
    sendPaymentLink: (job) => this.mails.sendPaymentLink(job),
    sendCardNeeded: (job) => this.mails.sendCardNeeded(job),
    sendWelcomeMail: (job) => this.mails.sendWelcomeMail(job),
    announceAccount: ({ subjectId }) => this.webhooks.accountOpened(subjectId),
  };

  /** A job whose sign-up is erased while it runs ends: the erasure does what is left to do. */
  private unlessErased(handle: (job: Job) => Promise<void>) {
    return async (job: Job): Promise<void> => {
      try {
        await handle(job);
      } catch (error) {
        if (await this.trials.find(job.subjectId)) throw error;
      }
    };
  }

  private async dropOldCode(trialId: number): Promise<void> {
    const trial = await this.trials.find(trialId);
    if (trial) await this.dropCodes.execute(trialId, trial.phone);
  }
}
