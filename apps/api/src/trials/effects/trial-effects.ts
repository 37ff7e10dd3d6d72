import { statesTagged, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Repository } from 'typeorm';
import { OutboundWebhooks, PaymentGateway } from '../../billing/index.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { forEachIndependently } from '../../platform/jobs/sweep-rows.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import { DropCodes } from '../../verification/index.ts';
import { personOf } from '../person.ts';
import { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';
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

/**
 * Marks older unfinished sign-ups of the person who has just verified a phone: they leave the lists and get no more mails. Those
 * that only typed this phone are marked, too, because no one else can finish them with it.
 */
@Injectable()
export class SupersedeOlderTrials {
  constructor(
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly trials: TrialSignups,
  ) {}

  async execute(trialId: number): Promise<void> {
    const newer = await this.trials.find(trialId);
    if (!newer) return;
    const unfinished = {
      createdAt: LessThan(newer.createdAt),
      supersededBy: IsNull(),
      state: In(statesTagged(trialSignup, 'unfinished')),
    };
    const { signups } = await personOf(this.signups.manager, trialId);
    const older = await this.signups.findBy([
      { ...unfinished, phone: newer.phone },
      { ...unfinished, id: In(signups) },
    ]);
    await forEachIndependently(older, (trial) =>
      this.trials.changeUnlessErased(trial.id, async (change) => {
        const { entity: subject } = change;
        if (subject.supersededBy || !subject.is('unfinished')) return;
        const isTheirs = async () => (await personOf(change.tx, trialId)).signups.includes(subject.id);
        if (subject.phone !== newer.phone && !(await isTheirs())) return;
        subject.supersede(trialId);
        await change.note('superseded', { by: trialId });
      }),
    );
  }
}

/** The jobs of the chart's effects. */
@Injectable()
export class TrialEffects {
  constructor(
    private readonly trials: TrialSignups,
    private readonly dropCodes: DropCodes,
    private readonly openings: OpenAccount,
    private readonly mails: TrialMails,
    private readonly customers: DeleteTrialCustomer,
    private readonly supersede: SupersedeOlderTrials,
    private readonly webhooks: OutboundWebhooks,
  ) {}

  @OnJob('openAccount', { concurrency: 4 })
  openAccount(job: Job): Promise<void> {
    return this.unlessErased(job, (id) => this.openings.execute(id));
  }

  @OnJob('dropOldCode')
  dropOldCode(job: Job): Promise<void> {
    return this.unlessErased(job, async (id) => {
      const trial = await this.trials.find(id);
      if (trial) await this.dropCodes.execute(id, trial.phone);
    });
  }

  @OnJob('supersedeOlderTrials')
  supersedeOlderTrials(job: Job): Promise<void> {
    return this.unlessErased(job, (id) => this.supersede.execute(id));
  }

  @OnJob('cancelSetupIntent')
  cancelSetupIntent(job: Job): Promise<void> {
    return this.unlessErased(job, (id) => this.customers.cancelSetup(id));
  }

  @OnJob('deleteCustomer')
  deleteCustomer(job: Job): Promise<void> {
    return this.unlessErased(job, (id) => this.customers.execute(id));
  }

  @OnJob('sendSignupSaved', BULK_MAIL)
  sendSignupSaved(job: Job): Promise<void> {
    return this.unlessErased(job, () => this.mails.sendSignupSaved(job));
  }

  @OnJob('sendReminder')
  sendReminder(job: Job): Promise<void> {
    return this.unlessErased(job, () => this.mails.sendReminder(job));
  }

  // Each request for a link is a mail of its own, keyed by the job's id.
  @OnJob('sendResumeLink')
  sendResumeLink(job: Job): Promise<void> {
    return this.unlessErased(job, () => this.mails.sendResumeLink(job));
  }

  @OnJob('sendPaymentLink')
  sendPaymentLink(job: Job): Promise<void> {
    return this.unlessErased(job, () => this.mails.sendPaymentLink(job));
  }

  @OnJob('sendCardNeeded')
  sendCardNeeded(job: Job): Promise<void> {
    return this.unlessErased(job, () => this.mails.sendCardNeeded(job));
  }

  @OnJob('sendWelcomeMail', BULK_MAIL)
  sendWelcomeMail(job: Job): Promise<void> {
    return this.unlessErased(job, () => this.mails.sendWelcomeMail(job));
  }

  @OnJob('announceAccount')
  announceAccount(job: Job): Promise<void> {
    return this.unlessErased(job, (id) => this.webhooks.accountOpened(id));
  }

  /** A job whose sign-up is erased while it runs ends: the erasure does what is left to do. */
  private async unlessErased({ subjectId }: Job, handle: (id: number) => Promise<unknown>): Promise<void> {
    try {
      await handle(subjectId);
    } catch (error) {
      if (await this.trials.find(subjectId)) throw error;
    }
  }
}
