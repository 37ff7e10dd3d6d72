import { Inject, Injectable } from '@nestjs/common';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { UnsupportedVersion } from '../errors.ts';
import { networkOf } from '../ip-address.ts';
import { causeOf, log } from '../logging.ts';
import { currentRequest, runInContext } from '../request-context.ts';
import { DeadLetters } from './dead-letters.ts';
import { ADDS_EACH, dbOf, type QueueName, QUEUES } from './queues.ts';
import { ReviveDeadLetters } from './revive-dead-letters.ts';

/** What a job stores: ids, and the network that caused it; handlers read the data. */
export interface JobData {
  subjectId: string;
  requestId: string;
  network?: string | undefined;
  queue: QueueName;
  /** Names the dead jobs that were retried together. */
  batch?: string;
}

/** Ids only; handlers read the data. */
export interface Job {
  /** The same for all retries. */
  id: string;
  /** What it is about: the id of a row of ours, a provider's id, or parts joined by colons such as `subscription:month`. */
  key: string;
  /** The key as the id of a row of ours. */
  subjectId: number;
  requestId: string;
}

export interface QueueOptions {
  /** Jobs that run at the same time in this process; default 1. */
  concurrency?: number;
}

type Handler = (job: Job) => Promise<unknown>;
type StoredJob = JobWithMetadata<JobData>;

const jobsSettled = new Counter({
  name: 'lampstand_jobs_total',
  help: 'Jobs done and failed by queue',
  labelNames: ['queue', 'outcome'],
});

const STOP_TIMEOUT_MS = 5000;
/** Until a server of a newer version has probably started. */
const RELEASE_SECONDS = 5;
/** Workers hear of new jobs at once. The first of a queue finds retries by polling; the others help when there are many. */
const pollingOf = (worker: number) => ({
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: worker ? 30 : 5,
});
/** While the database is away, each worker reports it at each poll. */
const MOST_OFTEN_LOGGED_MS = 5000;

/** The client of pg-boss of a server. */
export function createBoss({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): PgBoss {
  const boss = new PgBoss({
    connectionString: DATABASE_URL,
    application_name: 'lampstand-jobs',
    max: 6,
    // No one waits for a job: when all connections are busy, it waits for its turn.
    connectionTimeoutMillis: 30_000,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // The serving role does not own the tables.
    reindex: false,
    // It takes the transaction of an email, which waits for the mail server, for one that someone has forgotten.
    monitorVacuum: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  let silentUntil = 0;
  boss.on('error', (error: Error & { queue?: string }) => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + MOST_OFTEN_LOGGED_MS;
    log.error({ ...causeOf(error), queue: error.queue }, 'job queue');
  });
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue'));
  return boss;
}

/** Background jobs on pg-boss. Delivery is at least once: every handler must tolerate running twice. */
@Injectable()
export class Jobs {
  private starting?: Promise<unknown>;

  constructor(
    @Inject(PgBoss) private readonly boss: PgBoss,
    private readonly deadLetters: DeadLetters,
    private readonly revive: ReviveDeadLetters,
    private readonly clock: Clock,
  ) {}

  /** Enqueues a job in the caller's transaction, or restarts the pending one (`ADDS_EACH`). */
  async enqueue(
    tx: EntityManager,
    queue: QueueName,
    subject: number | string,
    more: Partial<JobData> = {},
  ): Promise<void> {
    const [db, singletonKey] = [dbOf(tx), String(subject)];
    const data = { ...this.dataOf(queue, singletonKey), ...more };
    if (ADDS_EACH.has(queue)) {
      await this.boss.send(queue, data, { singletonKey, db });
      return;
    }
    for (const { id, state } of await this.boss.findJobs(queue, { key: singletonKey, queued: true, db })) {
      // One that waits for its retry has used up attempts, and mails under its id may be sent. The update locks it.
      if (state !== 'retry' || !(await this.boss.update(queue, undefined, { id, startAfter: 0, db })).updated) continue;
      await this.boss.deleteJob(queue, id, { db });
    }
    await this.boss.upsert(queue, data, { singletonKey, startAfter: 0, db });
  }

  /** Enqueues many jobs in one statement, for subjects that have none pending. */
  async enqueueAll(tx: EntityManager, queue: QueueName, subjects: string[]): Promise<void> {
    const jobs = subjects.map((singletonKey) => ({ data: this.dataOf(queue, singletonKey), singletonKey }));
    await this.boss.insert(queue, jobs, { db: dbOf(tx) });
  }

  /** Whether a job of `queue` is pending or running for the subject. A pending one becomes due now and keeps its retry count. */
  async expedite(tx: EntityManager, queue: QueueName, subject: number): Promise<boolean> {
    const [db, singletonKey] = [dbOf(tx), String(subject)];
    const { updated } = await this.boss.update(queue, undefined, { singletonKey, match: 'all', startAfter: 0, db });
    if (updated) return true;
    const jobs = await this.boss.findJobs(queue, { key: singletonKey, db });
    return jobs.some(({ completedOn }) => !completedOn);
  }

  /** Cancels all pending jobs and dead letters of a subject, except the job `exceptId` and the queue `exceptQueue`. */
  async cancelAll(tx: EntityManager, subject: number, exceptId: string, exceptQueue: QueueName): Promise<void> {
    const db = dbOf(tx);
    for (const queue of QUEUES.filter((name) => name !== exceptQueue)) {
      const jobs = await this.boss.findJobs(queue, { key: String(subject), queued: true, db });
      const ids = jobs.map(({ id }) => id).filter((id) => id !== exceptId);
      if (ids.length) await this.boss.cancel(queue, ids, { db });
    }
    await this.deadLetters.closeAllOf(tx, String(subject));
  }

  /** Starts workers for `queue`. When `handle` throws, the job is retried, and finally becomes a dead letter. */
  async work(queue: QueueName, handle: Handler, { concurrency = 1 }: QueueOptions = {}): Promise<void> {
    await this.start();
    // Prometheus does not see the first increase of a series that begins with it.
    for (const outcome of ['done', 'failed']) jobsSettled.inc({ queue, outcome }, 0);
    for (let worker = 0; worker < concurrency; worker += 1) await this.startWorker(queue, handle, pollingOf(worker));
  }

  /** After each job it fetches the next at once, as `batchSize: 1` alone would wait for the next poll. */
  private async startWorker(queue: QueueName, handle: Handler, polling: ReturnType<typeof pollingOf>): Promise<void> {
    const settings = { ...polling, includeMetadata: true, perJobResults: true } as const;
    const worker: string = await this.boss.work<JobData, unknown, typeof settings>(queue, settings, async ([job]) => {
      const result = await this.settle(queue, job!, handle);
      this.boss.notifyWorker(worker);
      return [{ id: job!.id, ...result }];
    });
  }

  private settle(queue: QueueName, { id, data }: StoredJob, handle: Handler) {
    const context = { requestId: data.requestId, network: data.network, jobId: id, actor: 'job' } as const;
    const { subjectId: key, requestId } = data;
    return runInContext(context, () => this.run(queue, { id, key, subjectId: Number(key), requestId }, handle));
  }

  private async run(queue: QueueName, job: Job, handle: Handler) {
    const begun = performance.now();
    const outcome = () => ({ queue, subjectId: job.key, ms: Math.round(performance.now() - begun) });
    try {
      await handle(job);
      log.info(outcome(), 'job done');
      jobsSettled.inc({ queue, outcome: 'done' });
      if (await this.deadLetters.succeeded(queue, job.key)) await this.revive.next(queue);
    } catch (error) {
      if (error instanceof UnsupportedVersion) {
        await this.boss.send(queue, this.dataOf(queue, job.key), {
          singletonKey: job.key,
          startAfter: RELEASE_SECONDS,
        });
        return { status: 'completed' } as const;
      }
      jobsSettled.inc({ queue, outcome: 'failed' });
      if (await this.isSuperseded(queue, job).catch(() => false)) return { status: 'completed' } as const;
      log.warn({ ...outcome(), ...causeOf(error) }, 'job failed, will be tried again');
      return { status: 'failed', output: { ...causeOf(error), place: undefined, at: this.clock.now() } } as const;
    }
    return { status: 'completed' } as const;
  }

  /** Whether a later job of the same subject waits, which does the same. */
  private async isSuperseded(queue: QueueName, { key }: Job): Promise<boolean> {
    if (ADDS_EACH.has(queue)) return false;
    return (await this.boss.findJobs(queue, { key, queued: true, limit: 1 })).length > 0;
  }

  private dataOf(queue: QueueName, subjectId: string): JobData {
    const { requestId, address, network = address && networkOf(address, 56) } = currentRequest();
    return { subjectId, requestId, network, queue };
  }

  /** Connects; `work` does so too. */
  start(): Promise<unknown> {
    return (this.starting ??= this.boss.start());
  }

  /** Waits 5 s for running jobs; longer ones are handed back for another process. */
  stop(): Promise<void> {
    return this.boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }
}
