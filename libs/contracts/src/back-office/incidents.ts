import * as z from 'zod/mini';
import { FIELD_MESSAGES } from '../messages.ts';

/** Work that fails: for a while, or for good. */

/** GET /api/admin/health */
export interface Health {
  codesSent: number;
  codesVerified: number;
  /** p95 webhook lag in seconds (event created to received) over the last hour; null without events. */
  webhookLagSeconds: number | null;
  oldestUnopened: { trialId: number; since: string } | null;
  deadJobs: number;
  /** Jobs that failed at least twice and will be retried, by queue and error, most people first. */
  failing: FailingJobs[];
}

interface FailingJobs {
  queue: string;
  error: string;
  /** Different subjects: sign-ups, applications or addresses. */
  people: number;
  since: string;
}

/** GET /api/admin/dead-jobs: at most 1,000, newest first. */
export interface DeadJob {
  id: string;
  queue: string;
  subjectId: string;
  /** Of the person the job is about; null when the job is about no person, or about an erased one. */
  name: string | null;
  failedAt: string;
  attempts: number;
  /** How often it became a dead letter since it last succeeded. */
  count: number;
  error: string;
  /** The same for all jobs of one queue with one error. */
  cause: number;
}
export const MAX_DEAD_JOBS = 1000;

/** POST /api/admin/dead-jobs/retry, /dismiss */
export const deadJobsBody = z.object({
  ids: z
    .array(z.uuid(FIELD_MESSAGES.invalid), FIELD_MESSAGES.invalid)
    .check(z.minLength(1, FIELD_MESSAGES.invalid), z.maxLength(MAX_DEAD_JOBS, FIELD_MESSAGES.invalid)),
});
export type DeadJobsBody = z.infer<typeof deadJobsBody>;

/** `jobs` were retried or dismissed; the others were not on the list any more. */
export interface DeadJobsAnswer {
  success: true;
  jobs: number;
}

/** GET /api/admin/dead-jobs/progress: how many jobs of the queue are waiting, running or to be retried. */
export const queueQuery = z.object({
  queue: z.string(FIELD_MESSAGES.invalid).check(z.maxLength(100, FIELD_MESSAGES.invalid)),
});
export type QueueQuery = z.infer<typeof queueQuery>;
export interface QueueProgress {
  unfinished: number;
}
