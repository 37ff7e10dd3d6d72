import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { trialOfAccount } from '../../accounts/index.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { currentRequest } from '../../platform/request-context.ts';

/** The queue of asked-for links; a job without a subject is for an address that nobody has. */
export const PLAN_LINK = 'sendPlanLink';
const NOBODY = 0;

/** Mails a fresh link to whoever has an account. The same work and answer for every address, so that neither tells who has. */
@Injectable()
export class AskPlanLink {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
  ) {}

  async execute(email: string, address: string): Promise<void> {
    await this.limiter.consume('planLinksPerAddress', address);
    await this.dataSource.transaction(async (tx) => {
      const id = (await trialOfAccount(tx, email)) ?? NOBODY;
      await this.jobs.enqueue(tx, PLAN_LINK, id, currentRequest().requestId);
    });
    this.jobs.notify(PLAN_LINK);
  }
}
