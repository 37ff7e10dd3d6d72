import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { Settings } from '../config/index.ts';
import { causeOf, log } from '../logging.ts';
import { jobsSettled } from '../health/metrics.ts';
import { runInContext } from '../request-context.ts';
import {
  hasPending,
  type JobData,
  closeDeadLetters,
  expediteLive,
  QUEUES,
  restartPending,
  RETRY_RULES,
  pgBossDb,
} from './queues.ts';
import { Worker } from './worker.ts';

/** What a job carries: ids only. `id` stays the same when the job is tried again. */
export interface Job {
  id: string;
  subjectId: number | string;
  requestId: string;
}

export interface QueueOptions {
  /** How many at once in this process. */
  workers?: number;
  /**
   * What asking again does while a job of the same subject waits. 'same': it is that job, begun anew; while one runs, one
   * more waits. 'each': every asking is a job of its own, for what is counted or mailed under the job's id.
   */
  again?: 'same' | 'each';
}

const LONGEST_END_MS = 5000;
const LOOK_MS = 500;
/** The queues that have a job that is due. Workers that each asked for their own queue would ask forty times as often. */
const DUE = `SELECT queue FROM unnest($1::text[]) AS queue WHERE EXISTS (
  SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND start_after <= now())`;

/** Work that happens after the answer: pg-boss behind one small file. Every handler may run twice. */
@Injectable()
export class Jobs {
  private readonly boss: PgBoss;
  private readonly options = new Map<string, QueueOptions>();
  private readonly workers = new Map<string, Worker<JobData>[]>();
  private starting?: Promise<unknown>;
  private stopping = false;

  constructor(settings: Settings) {
    this.boss = new PgBoss({
      connectionString: settings.DATABASE_URL,
      application_name: 'lampstand-jobs',
      max: 6,
      maintenanceIntervalSeconds: 5,
      monitorStateIntervalSeconds: 60,
      archiveCompletedAfterSeconds: 3600,
      deleteAfterDays: 7,
      schedule: false,
    });
    this.boss.on('error', (error) => log.error(causeOf(error), 'job queue'));
  }

  /** Sees to a job in `queue` within the caller's transaction: a new one, or the one that waits already (`again`). */
  async enqueue(tx: EntityManager, queue: string, subjectId: number | string, requestId: string): Promise<void> {
    const carried = { subjectId, requestId, queue };
    if (this.isSame(queue) && (await restartPending(tx, carried))) return;
    await this.boss.send(queue, carried, { db: pgBossDb(tx) });
  }

  /** Whether a job of `queue` waits or runs for the subject; what waits is due now, with the tries it has left. */
  expedite(tx: EntityManager, queue: string, subjectId: number): Promise<boolean> {
    return expediteLive(tx, queue, subjectId);
  }

  /** Many at once, in one statement; subjects that no job waits for. */
  async enqueueAll(tx: EntityManager, queue: string, subjects: string[], requestId: string): Promise<void> {
    const jobs = subjects.map((subjectId) => ({ name: queue, data: { subjectId, requestId, queue } }));
    if (jobs.length) await this.boss.insert(jobs, { db: pgBossDb(tx) });
  }

  /** Whatever still waits for a subject is not done any more, dead letters included, but for the job `but` and the queue `kept`. */
  async cancelAll(tx: EntityManager, subjectId: number, but: string, kept: string): Promise<void> {
    await tx.query(
      `UPDATE pgboss.job SET state = 'cancelled', completed_on = now()
        WHERE data->>'subjectId' = $1 AND id <> $2 AND name <> $3 AND state IN ('created', 'retry')`,
      [String(subjectId), but, kept],
    );
  }

  /** Wakes this process's workers of `queue`; other replicas find the job when they look. Call it after the commit. */
  notify(queue: string): void {
    for (const worker of this.workers.get(queue) ?? []) worker.notify();
  }

  /** Lets `handle` take the jobs of `queue`. A throw means: try again later, then the dead letter queue. */
  async work(queue: string, handle: (job: Job) => Promise<void>, options: QueueOptions = {}): Promise<void> {
    if (!QUEUES.includes(queue)) throw new Error(`The queue ${queue} has no table: name it in queues.ts.`);
    await (this.starting ??= this.start());
    const { workers = 1 } = options;
    this.options.set(queue, options);
    const settle = async ({ id, data }: PgBoss.Job<JobData>) => {
      this.notify(queue);
      await runInContext({ requestId: data.requestId, actor: 'job' }, () => this.run(queue, { ...data, id }, handle));
    };
    const worker = () => new Worker(this.boss, queue, settle, RETRY_RULES.expireInSeconds);
    this.workers.set(queue, Array.from({ length: workers }, worker));
  }

  /** Jobs under way may end; what takes longer is left to another process. */
  async stop(): Promise<void> {
    this.stopping = true;
    const workers = [...this.workers.values()].flat();
    await Promise.race([Promise.all(workers.map((worker) => worker.stop())), sleep(LONGEST_END_MS)]);
    await Promise.allSettled(workers.map((worker) => worker.handBack()));
    await this.boss.stop({ graceful: false });
  }

  private async start(): Promise<void> {
    await this.boss.start();
    void this.look();
  }

  private async look(): Promise<void> {
    for (; !this.stopping; await sleep(LOOK_MS, undefined, { ref: false })) {
      const looked = this.boss.getDb().executeSql(DUE, [[...this.workers.keys()]]);
      // Without an answer while the database is away; the next look asks again.
      const due: { queue: string }[] | undefined = await looked.then(
        (answer) => answer?.rows,
        () => undefined,
      );
      for (const { queue } of due ?? []) this.notify(queue);
    }
  }

  private isSame(queue: string): boolean {
    return this.options.get(queue)?.again !== 'each';
  }

  private async run(queue: string, job: Job, handle: (job: Job) => Promise<void>): Promise<void> {
    const ask = (sql: string, values: unknown[]) => this.boss.getDb().executeSql(sql, values as never[]);
    const carried = { ...job, queue };
    try {
      await handle(job);
      jobsSettled.inc({ queue, outcome: 'done' });
      await closeDeadLetters(ask, carried);
    } catch (error) {
      jobsSettled.inc({ queue, outcome: 'failed' });
      if (this.isSame(queue) && (await hasPending(ask, carried).catch(() => false))) return;
      log.warn({ queue, subjectId: job.subjectId, ...causeOf(error) }, 'job failed, will be tried again');
      // oxlint-disable-next-line preserve-caught-error -- the queue stores what it is thrown: no message that could quote a person
      throw new Error(JSON.stringify({ ...causeOf(error), place: undefined }));
    }
  }
}
