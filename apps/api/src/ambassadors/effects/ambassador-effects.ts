import type { AmbassadorEffect } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Job, Jobs } from '../../platform/jobs/jobs.ts';
import { AmbassadorMails } from './ambassador-mails.ts';

/** What each effect of the chart does. An effect without a line here does not compile. */
@Injectable()
export class AmbassadorEffects implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: AmbassadorMails,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const [queue, handle] of Object.entries(this.handlers)) await this.jobs.work(queue, handle);
  }

  private readonly handlers: Record<AmbassadorEffect, (job: Job) => Promise<void>> = {
    sendApplicationReceived: ({ subjectId }) => this.mails.sendApplicationReceived(Number(subjectId)),
    sendDecision: ({ subjectId }) => this.mails.sendDecision(Number(subjectId)),
  };
}
