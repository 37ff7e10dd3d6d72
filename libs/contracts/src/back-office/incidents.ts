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
}

/** GET /api/admin/incidents: what fails for several people now. */
export interface Incidents {
  /** Jobs that failed at least twice and will be retried, by queue and whether a provider is away, most people first. */
  failing: FailingJobs[];
  away: ProviderAway[];
}

/** What people wait for while we call a provider. */
export type WatchedStep = 'sendCode' | 'checkCode' | 'cardForm' | 'plan';

/** After so long without a failure a provider no longer counts as away. */
export const PROVIDER_QUIET_MINUTES = 5;

/** The calls of a step failed for three people or more, and none has succeeded since. */
export interface ProviderAway {
  step: WatchedStep;
  people: number;
  since: string;
  /** Of the last failure. */
  lastAt: string;
}

interface FailingJobs {
  queue: string;
  /** A provider is away; otherwise it is an error of ours. */
  outage: boolean;
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

/** `jobs` were retried or dismissed; the others were not on the list any more. */
export interface DeadJobsAnswer {
  success: true;
  jobs: number;
}

/** GET /api/admin/dead-jobs/progress: jobs of one queue that were retried together. */
export interface RetriedJobs {
  batch: string;
  queue: string;
  jobs: number;
  /** Waiting, running or to be repeated. */
  unfinished: number;
  /** Listed again. */
  failed: number;
}

/** GET /api/admin/code-lanes: the codes of a day, counted until they are entered (`all` counts all). */
export interface CodeLanes {
  /** Unverified visitors; then those whose browser has done a proof of work. */
  unproven: LaneUse;
  worked: LaneUse;
  all: LaneUse;
  /** The networks (IPv6 /48, IPv4 /24) with most unproven codes. */
  networks: { network: string; codes: number }[];
}

interface LaneUse {
  used: number;
  of: number;
}

export const MAX_CODES = 1_000_000;

/** POST /api/admin/code-lanes: how many codes a day unverified visitors get; at most CODES_PER_DAY counts. */
export const codeLanesBody = z.object({
  unproven: z
    .int(FIELD_MESSAGES.invalid)
    .check(z.minimum(0, FIELD_MESSAGES.invalid), z.maximum(MAX_CODES, FIELD_MESSAGES.invalid)),
});
