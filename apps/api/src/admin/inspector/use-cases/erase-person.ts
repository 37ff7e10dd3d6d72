import type { ErasureScope, RepairAnswer } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ambassadorFlow, EraseApplications } from '../../../ambassadors/index.ts';
import { eraseSubscription } from '../../../newsletter/index.ts';
import { type Job, Jobs } from '../../../platform/jobs/jobs.ts';
import { eraseTrialRequests } from '../../../trial-requests/index.ts';
import { EraseTrial, type TrialSignup, trialFlow } from '../../../trials/index.ts';
import { forgetSearches } from '../../exports/forget-searches.ts';
import { StaffNote } from '../domain/staff-note.entity.ts';
import { othersOf, scopeOf } from '../queries/erasure-scope.ts';
import { ERASED, ERASED_BEFORE } from './repair-sentences.ts';

/** The person with everything of the same e-mail; and one more sign-up of theirs. */
const PERSON = 'erasePerson';
const SIGN_UP = 'eraseSignUp';

/**
 * A privacy request. It is accepted in one transaction, from which on the sign-up's links lead nowhere, and carried out
 * by jobs that may be repeated: a crash anywhere between the steps loses nothing.
 */
@Injectable()
export class ErasePerson implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly eraseTrial: EraseTrial,
    private readonly eraseApplications: EraseApplications,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(PERSON, (job) => this.erasePerson(job));
    await this.jobs.work(SIGN_UP, (job) => this.eraseSignUp(job));
  }

  async begin(id: number): Promise<RepairAnswer> {
    let erased: ErasureScope | undefined;
    const begun = await this.eraseTrial.begin(id, PERSON, async (tx, trial) => {
      erased = await scopeOf(tx, trial);
    });
    if (!begun) return { success: true, message: ERASED_BEFORE, repeated: true };
    return { success: true, message: ERASED, ...(erased && { erased }) };
  }

  /** The sign-up's own row comes last: as long as it has its e-mail, a repeated job finds the rest. */
  private async erasePerson(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(Number(job.subjectId));
    if (!trial?.email) return;
    for (const id of await othersOf(this.dataSource.manager, trial)) await this.eraseTrial.begin(id, SIGN_UP);
    await this.dataSource.transaction(async (tx) => {
      await eraseTrialRequests(tx, trial.email);
      await eraseSubscription(tx, trial.email);
    });
    await this.eraseApplications.execute(trial.email, (tx, id) => forgetNotes(tx, ambassadorFlow.chart.id, id));
    await this.finish(trial, job);
  }

  private async eraseSignUp(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(Number(job.subjectId));
    if (trial) await this.finish(trial, job);
  }

  private finish(trial: TrialSignup, { id: jobId }: Job): Promise<void> {
    const { firstName, lastName, email, churchName, phone } = trial;
    return this.eraseTrial.finish(trial, jobId, async (tx) => {
      await forgetNotes(tx, trialFlow.chart.id, trial.id);
      await forgetSearches(tx, [firstName, lastName, email, churchName], phone);
    });
  }
}

const forgetNotes = (tx: EntityManager, flow: string, subjectId: number) => tx.delete(StaffNote, { flow, subjectId });
