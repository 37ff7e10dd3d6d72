import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import PgBoss from 'pg-boss';
import { DataSource, type EntityManager } from 'typeorm';
import { Batcher } from '../batcher.ts';
import { Settings } from '../config/index.ts';
import { jobsSettled } from '../health/metrics.ts';
import { UnsupportedVersion } from '../errors.ts';
import { causeOf, log } from '../logging.ts';
import { currentRequest, runInContext } from '../request-context.ts';
import { AfterCommit } from './after-commit.ts';
import { DueQueues } from './due-queues.ts';
import {
  closeDeadLetters,
  completeJobs,
  expediteLive,
  type FetchedJob,
  fetchJobs,
  hasPending,
  type JobData,
  type JobKey,
  releaseJob,
  restartPending,
} from './job-rows.ts';
import { pgBossDb, PgBossPool, QUEUES, RETRY_RULES } from './queues.ts';
import { Worker } from './worker.ts';

/** Ids only; handlers read the data. `id` is the same for all retries, `subjectId` is of a row of ours. */
export interface Job {
  id: string;
  subjectId: number;
  requestId: string;
}

/** A job about something that is no row of ours: a provider's id, or parts joined by colons such as `subscription:month`. */
export interface KeyedJob extends Omit<Job, 'subjectId'> {
  subjectId: string;
}

export interface QueueOptions {
  /** Jobs that run at the same time in this process; default 1. */
  concurrency?: number;
  /**
   * What `enqueue` does while a job of the same subject is pending. 'same' (default): restarts that job. 'each': adds another
   * job, for work that is counted, or mailed once per job id.
   */
  again?: 'same' | 'each';
}

const STOP_TIMEOUT_MS = 5000;
/** Connections stay open longer than between two maintenances. */
const POOL = { max: 6, idleTimeoutMillis: 20_000 };

/** Background jobs on pg-boss. Delivery is at least once: every handler must tolerate running twice. */
@Injectable()
export class Jobs {
  private readonly pool: PgBossPool;
  private readonly boss: PgBoss;
  private readonly options = new Map<string, QueueOptions>();
  private readonly workers = new Map<string, Worker<FetchedJob>>();
  private readonly afterCommit = new AfterCommit((queue) => this.offer(queue));
  private readonly due: DueQueues;
  private readonly succeeded = new Batcher<JobKey>((jobs) => closeDeadLetters(this.pool, jobs));
  private starting?: Promise<unknown>;

  constructor(settings: Settings, dataSource: DataSource) {
    dataSource.subscribers.push(this.afterCommit);
    this.pool = new PgBossPool(settings.DATABASE_URL, POOL);
    this.boss = new PgBoss({
      db: this.pool,
      maintenanceIntervalSeconds: 15,
      archiveCompletedAfterSeconds: 3600,
      deleteAfterDays: 7,
      schedule: false,
    });
    this.boss.on('error', (error) => log.error(causeOf(error), 'job queue'));
    this.due = new DueQueues(settings.DATABASE_URL, this.pool, {
      queues: () => [...this.workers.keys()],
      wake: (queue) => void this.wake(queue),
    });
  }

  /** Enqueues a job in the caller's transaction, or restarts the pending one (`QueueOptions.again`). A worker is woken after the commit. */
  enqueue(tx: EntityManager, queue: string, subjectId: number | string): Promise<void> {
    return this.enqueueMany(tx, [this.jobFor(queue, subjectId)]);
  }

  /** The data of a job for the current request, which `enqueueMany` may queue with those of other requests. */
  jobFor(queue: string, subjectId: number | string): JobData {
    const { requestId } = currentRequest();
    return { subjectId, requestId, queue };
  }

  /** `enqueue` for several jobs at once. */
  async enqueueMany(tx: EntityManager, jobs: JobData[]): Promise<void> {
    const added: JobData[] = [];
    for (const queue of new Set(jobs.map((job) => job.queue).toSorted())) {
      this.afterCommit.collect(tx, queue);
      const asked = jobs.filter((job) => job.queue === queue);
      added.push(...(this.mergesRepeats(queue) ? await restartPending(tx, queue, asked) : asked));
    }
    await this.insert(tx, added);
  }

  /** Enqueues a job that becomes a dead letter again when its first attempt fails. */
  async enqueueOneAttempt(tx: EntityManager, queue: string, subjectId: string): Promise<void> {
    this.afterCommit.collect(tx, queue);
    await this.boss.send(queue, this.jobFor(queue, subjectId), { retryLimit: 0, db: pgBossDb(tx) });
  }

  /** Whether a job of `queue` is pending or running for the subject. A pending one becomes due now and keeps its retry count. */
  expedite(tx: EntityManager, queue: string, subjectId: number): Promise<boolean> {
    this.afterCommit.collect(tx, queue);
    return expediteLive(tx, queue, subjectId);
  }

  /** Enqueues many jobs in one statement, for subjects that have none pending. */
  enqueueAll(tx: EntityManager, queue: string, subjects: string[]): Promise<void> {
    this.afterCommit.collect(tx, queue);
    return this.insert(
      tx,
      subjects.map((subjectId) => this.jobFor(queue, subjectId)),
    );
  }

  /** Cancels all pending jobs and dead letters of a subject, except the job `exceptId` and the queue `exceptQueue`. */
  async cancelAll(tx: EntityManager, subjectId: number, exceptId: string, exceptQueue: string): Promise<void> {
    await tx.query(
      `UPDATE pgboss.job SET state = 'cancelled', completed_on = now()
        WHERE data->>'subjectId' = $1 AND id <> $2 AND name <> $3 AND state IN ('created', 'retry')`,
      [String(subjectId), exceptId, exceptQueue],
    );
  }

  /** Starts a worker for `queue`. When `handle` throws, the job is retried, and finally becomes a dead letter. */
  work(queue: string, handle: (job: Job) => Promise<void>, options: QueueOptions = {}): Promise<void> {
    return this.startWorker(queue, (job) => handle({ ...job, subjectId: Number(job.subjectId) }), options);
  }

  /** Starts the workers of the effects of a chart, one queue each. */
  async workEffects<E extends string>(
    handlers: Record<E, (job: Job) => Promise<void>>,
    options: Partial<Record<E, QueueOptions>> = {},
  ): Promise<void> {
    for (const effect of Object.keys(handlers) as E[]) await this.work(effect, handlers[effect], options[effect]);
  }

  /** `work` for a queue whose subjects are keys. */
  workKeys(queue: string, handle: (job: KeyedJob) => Promise<void>, options: QueueOptions = {}): Promise<void> {
    return this.startWorker(queue, handle, options);
  }

  private async startWorker(
    queue: string,
    handle: (job: KeyedJob) => Promise<void>,
    options: QueueOptions,
  ): Promise<void> {
    if (!QUEUES.includes(queue)) throw new Error(`The queue ${queue} has no table: name it in queues.ts.`);
    await this.start();
    const { concurrency = 1 } = options;
    this.options.set(queue, options);
    // Prometheus does not see the first increase of a series that begins with it.
    for (const outcome of ['done', 'failed']) jobsSettled.inc({ queue, outcome }, 0);
    const handleJob = async ({ id, data }: FetchedJob) => {
      const job = { ...data, subjectId: String(data.subjectId), id };
      const context = { requestId: data.requestId, jobId: id, actor: 'job' } as const;
      await runInContext(context, () => this.run(queue, job, handle));
    };
    const worker = new Worker<FetchedJob>({
      queue,
      fetchJobs: (count) => fetchJobs(this.pool, queue, count),
      handle: handleJob,
      complete: (ids) => completeJobs(this.pool, queue, ids),
      fail: (id, message) => this.boss.fail(queue, id, { message }),
      concurrency,
      expireInSeconds: RETRY_RULES.expireInSeconds,
      onFull: () => this.offer(queue),
    });
    this.workers.set(queue, worker);
  }

  /** Connects; `work` does so too. */
  start(): Promise<unknown> {
    this.starting ??= this.boss.start().then(() => this.due.start());
    return this.starting;
  }

  /** Waits 5 s for running jobs; longer ones are handed back for another process. */
  async stop(): Promise<void> {
    await this.due.stop();
    const workers = [...this.workers.values()];
    await Promise.race([
      Promise.all(workers.map((worker) => worker.stop())),
      sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    await Promise.allSettled(workers.map((worker) => worker.handBack()));
    await this.boss.stop({ graceful: false });
    await this.pool.end();
  }

  private async insert(tx: EntityManager, jobs: JobData[]): Promise<void> {
    const named = jobs.map((data) => ({ name: data.queue, data }));
    if (named.length) await this.boss.insert(named, { db: pgBossDb(tx) });
  }

  /** Wakes the worker of this process; if it is not idle, also those of the others. */
  private offer(queue: string): void {
    if (!this.wake(queue)) this.due.announce(queue);
  }

  /** False if no worker was idle: then it looks again after what it does. */
  private wake(queue: string): boolean {
    const worker = this.workers.get(queue);
    const idle = worker?.isIdle ?? false;
    worker?.notify();
    return idle;
  }

  private mergesRepeats(queue: string): boolean {
    return this.options.get(queue)?.again !== 'each';
  }

  private async run(queue: string, job: KeyedJob, handle: (job: KeyedJob) => Promise<void>): Promise<void> {
    const data = { ...job, queue };
    const begun = performance.now();
    const outcome = () => ({ queue, subjectId: job.subjectId, ms: Math.round(performance.now() - begun) });
    try {
      await handle(job);
      log.info(outcome(), 'job done');
      jobsSettled.inc({ queue, outcome: 'done' });
      await this.succeeded.add(data);
    } catch (error) {
      if (error instanceof UnsupportedVersion) return releaseJob(this.pool, queue, job.id);
      jobsSettled.inc({ queue, outcome: 'failed' });
      if (this.mergesRepeats(queue) && (await hasPending(this.pool, data).catch(() => false))) return;
      log.warn({ ...outcome(), ...causeOf(error) }, 'job failed, will be tried again');
      // oxlint-disable-next-line preserve-caught-error -- pg-boss stores the message, which must not quote a person
      throw new Error(JSON.stringify({ ...causeOf(error), place: undefined }));
    }
  }
}
