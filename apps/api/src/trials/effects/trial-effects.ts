import type { TrialEffect } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Announcements, CARD_NEWS } from '../../billing/index.ts';
import { type Job, Jobs, type QueueOptions } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import { DropCodes } from '../../verification/index.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';
import { CardNews } from './card-news.ts';
import { OpenAccount } from './open-account.ts';
import { ReleaseCard } from './release-card.ts';
import { SupersedeOlderTrials } from './supersede-older-trials.ts';
import { TrialMails } from './trial-mails.ts';

const RULES: Partial<Record<TrialEffect, QueueOptions>> = {
  openAccount: { workers: 4 },
  sendWelcomeMail: BULK_MAIL,
  // Each asking is a mail of its own, under the id of its job.
  sendResumeLink: { again: 'each' },
  sendPaymentLink: { again: 'each' },
  sendCardNeeded: { again: 'each' },
};

/** What each effect of the chart does. An effect without a line here does not compile. */
@Injectable()
export class TrialEffects implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly trials: SavedTrials,
    private readonly dropCodes: DropCodes,
    private readonly openAccount: OpenAccount,
    private readonly mails: TrialMails,
    private readonly releaseCard: ReleaseCard,
    private readonly supersede: SupersedeOlderTrials,
    private readonly announcements: Announcements,
    private readonly cardNews: CardNews,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const [queue, handle] of Object.entries(this.handlers))
      await this.jobs.work(queue, handle, RULES[queue as TrialEffect]);
    // Each decline counts.
    await this.jobs.work(CARD_NEWS, (job) => this.cardNews.execute(job), { workers: 2, again: 'each' });
  }

  private readonly handlers: Record<TrialEffect, (job: Job) => Promise<void>> = {
    openAccount: ({ subjectId }) => this.openAccount.execute(Number(subjectId)),
    dropOldCode: ({ subjectId }) => this.dropOldCode(Number(subjectId)),
    supersedeOlderTrials: ({ subjectId }) => this.supersede.execute(Number(subjectId)),
    cancelSetupIntent: ({ subjectId }) => this.releaseCard.cancelSetup(Number(subjectId)),
    releaseCard: ({ subjectId }) => this.releaseCard.execute(Number(subjectId)),
    sendResumeLink: (job) => this.mails.sendResumeLink(job),
    sendPaymentLink: (job) => this.mails.sendPaymentLink(job),
    sendCardNeeded: (job) => this.mails.sendCardNeeded(job),
    sendWelcomeMail: (job) => this.mails.sendWelcomeMail(job),
    announceAccount: ({ subjectId }) => this.announcements.opened(Number(subjectId)),
  };

  private async dropOldCode(id: number): Promise<void> {
    const trial = await this.trials.find(id);
    if (trial) await this.dropCodes.execute(id, trial.phone);
  }
}
