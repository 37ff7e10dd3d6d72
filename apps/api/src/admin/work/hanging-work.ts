import type { WaitingWork } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.ts';
import { DeadLetters, type HangingJob } from '../../platform/jobs/dead-letters.ts';

/** A sign-up with a job that waits for a provider, as `jsonb_to_recordset` reads it. */
interface HangingSubject {
  job_subject: string;
  job_since: string;
  waits: WaitingWork;
}

/** Jobs of sign-ups that are retried because a provider does not answer. */
@Injectable()
export class HangingWork {
  constructor(
    private readonly deadLetters: DeadLetters,
    private readonly clock: Clock,
  ) {}

  /** The jobs of one sign-up, the oldest first. */
  async of(trialId: number): Promise<WaitingWork[]> {
    return (await this.deadLetters.hanging(trialId)).map((job) => this.shown(job));
  }

  /** The oldest job of each sign-up. */
  async subjects(): Promise<HangingSubject[]> {
    const subjects = new Map<string, HangingSubject>();
    for (const job of await this.deadLetters.hanging())
      if (/^\d+$/.test(job.subjectId) && !subjects.has(job.subjectId))
        subjects.set(job.subjectId, {
          job_subject: job.subjectId,
          job_since: this.clock.fromReal(job.since).toISOString(),
          waits: this.shown(job),
        });
    return [...subjects.values()];
  }

  private shown({ queue, tries, nextAt }: HangingJob): WaitingWork {
    return { queue, tries, nextAt: this.clock.fromReal(nextAt).toISOString() };
  }
}
