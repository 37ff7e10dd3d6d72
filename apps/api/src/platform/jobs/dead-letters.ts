import { Inject, Injectable } from '@nestjs/common';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { Gauge } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { Measures } from '../health/measures.ts';
import { describeError, isOutage, type JobError } from './job-errors.ts';
import type { JobData } from './jobs.ts';
import { DEAD_LETTERS, dbOf, type QueueName } from './queues.ts';

/** All failed jobs of one queue and subject since the last success. */
export interface DeadLetter {
  /** Of the latest. */
  id: string;
  queue: QueueName;
  subjectId: string;
  /** The first and the latest failure. */
  since: Date;
  failedAt: Date;
  attempts: number;
  /** Jobs that exhausted their retries, and those of them that had more than one attempt. */
  count: number;
  retried: number;
  /** Class, code and status of the latest error, never its message. */
  error: string;
  cause: JobError | null;
}

/** A job that failed because a provider was away. Its times are PostgreSQL's. */
export interface HangingJob {
  queue: QueueName;
  subjectId: string;
  tries: number;
  since: Date;
  nextAt: Date;
  error: JobError;
}

export type LetterKey = Pick<DeadLetter, 'queue' | 'subjectId'>;

type Letter = JobWithMetadata<JobData>;

const deadJobs = new Gauge({ name: 'lampstand_dead_jobs', help: 'Jobs that have used up their retries' });

/** As many letters are read, the oldest first: later ones are seen when those are closed. */
const MOST = 10_000;
/** Once may be chance. */
const FAILURES = 2;
export const UNFINISHED: ReadonlySet<string> = new Set(['created', 'retry', 'active']);

interface FailingJobs {
  queue: string;
  outage: boolean;
  people: number;
  since: Date;
}

/** Jobs that exhausted their retries, grouped by queue and subject. */
@Injectable()
export class DeadLetters {
  constructor(@Inject(PgBoss) private readonly boss: PgBoss) {}

  @Measures(deadJobs)
  async count(): Promise<number> {
    return (await this.list()).length;
  }

  /** The newest first; of one queue or of all. */
  async list(limit = MOST, queue?: QueueName): Promise<DeadLetter[]> {
    const letters = await this.find(queue ? { data: { queue } } : {});
    return groupsOf(letters, ({ data: { queue, subjectId } }) => `${queue} ${subjectId}`)
      .map(letterOf)
      .toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime())
      .slice(0, limit);
  }

  /** Closes the dead letters of the job. Undefined when `id` is not listed. */
  async close(tx: EntityManager, id: string): Promise<LetterKey | undefined> {
    const db = dbOf(tx);
    const [letter] = await this.boss.findJobs<JobData>(DEAD_LETTERS, { id, queued: true, db });
    if (!letter) return undefined;
    const { queue, subjectId } = letter.data;
    // Of two transactions at once, the one that gets this lock closes the letter.
    if (!(await this.boss.update(DEAD_LETTERS, undefined, { id, startAfter: 0, db })).updated) return undefined;
    await this.delete(await this.find({ key: subjectId, data: { queue }, db }), tx);
    return { queue, subjectId };
  }

  /** Closes the dead letters of a subject in all queues. */
  async closeAllOf(tx: EntityManager, subjectId: string): Promise<void> {
    await this.delete(await this.find({ key: subjectId, db: dbOf(tx) }), tx);
  }

  /** Closes those of a job that has succeeded. Whether there were any. */
  async succeeded(queue: QueueName, subjectId: string): Promise<boolean> {
    const letters = await this.find({ key: subjectId, data: { queue } });
    await this.delete(letters);
    return letters.length > 0;
  }

  /** How many jobs of a queue that were retried together are not done, and how many have failed again. */
  async outcomeOf({ batch, queue }: { batch: string; queue: string }): Promise<{ unfinished: number; failed: number }> {
    const jobs = await this.boss.findJobs(queue, { data: { batch }, limit: MOST });
    const failed = await this.find({ data: { batch, queue } });
    return { unfinished: jobs.filter(({ state }) => UNFINISHED.has(state)).length, failed: failed.length };
  }

  /** Jobs that failed at least twice and will be retried, by queue and whether it is an outage, most subjects first. */
  async failing(): Promise<FailingJobs[]> {
    const jobs = await Promise.all(
      (await this.busyQueues()).map((name) => this.boss.findJobs<JobData>(name, { queued: true, limit: MOST })),
    );
    const failed = jobs.flat().filter(({ state, retryCount }) => state === 'retry' && retryCount >= FAILURES);
    return groupsOf(failed, ({ name, output }) => `${name} ${isOutage(output)}`)
      .map((group) => ({
        queue: group[0]!.name,
        outage: isOutage(group[0]!.output),
        people: new Set(group.map(({ data }) => data.subjectId)).size,
        since: group.reduce((since, { createdOn }) => (createdOn < since ? createdOn : since), group[0]!.createdOn),
      }))
      .toSorted((one, other) => other.people - one.people || one.queue.localeCompare(other.queue));
  }

  /** Jobs that wait for a retry after an outage, of one subject or of all, the oldest first. */
  async hanging(subjectId?: number): Promise<HangingJob[]> {
    const key = subjectId === undefined ? {} : { key: String(subjectId) };
    const queues = await this.busyQueues();
    const jobs = await Promise.all(
      queues.map((name) => this.boss.findJobs<JobData>(name, { ...key, queued: true, limit: MOST })),
    );
    return jobs
      .flat()
      .filter(({ state, output }) => state === 'retry' && isOutage(output as JobError | null))
      .map(({ data: { queue, subjectId: subject }, retryCount, createdOn, startAfter, output }) => ({
        queue,
        subjectId: subject,
        tries: retryCount + 1,
        since: createdOn,
        nextAt: startAfter,
        error: output as JobError,
      }))
      .toSorted((one, other) => one.since.getTime() - other.since.getTime());
  }

  private async busyQueues(): Promise<string[]> {
    const queues = await this.boss.getQueues();
    return queues.flatMap(({ name, queuedCount }) => (queuedCount && name !== DEAD_LETTERS ? [name] : []));
  }

  private find(filter: { key?: string; data?: object; db?: ReturnType<typeof dbOf> }): Promise<Letter[]> {
    return this.boss.findJobs<JobData>(DEAD_LETTERS, { ...filter, queued: true, limit: MOST });
  }

  private async delete(letters: Letter[], tx?: EntityManager): Promise<void> {
    const ids = letters.map(({ id }) => id);
    if (ids.length) await this.boss.deleteJob(DEAD_LETTERS, ids, tx ? { db: dbOf(tx) } : {});
  }
}

function groupsOf<T>(items: T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** By the Clock, which the sandbox can move; where pg-boss itself failed the job, by PostgreSQL. */
const failedAt = (error: JobError | null, createdOn: Date): Date => new Date(error?.at ?? createdOn);

/** Letters of one queue and subject, the oldest first. */
function letterOf(letters: Letter[]): DeadLetter {
  const [first, latest] = [letters[0]!, letters.at(-1)!];
  const cause = latest.sourceOutput;
  return {
    id: latest.id,
    queue: latest.data.queue,
    subjectId: latest.data.subjectId,
    since: failedAt(first.sourceOutput, first.createdOn),
    failedAt: failedAt(cause, latest.createdOn),
    attempts: letters.reduce((sum, { sourceRetryCount }) => sum + (sourceRetryCount ?? 0) + 1, 0),
    count: letters.length,
    retried: letters.filter(({ sourceRetryCount }) => sourceRetryCount).length,
    error: describeError(cause),
    cause,
  };
}
