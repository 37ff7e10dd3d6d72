import { setTimeout as sleep } from 'node:timers/promises';
import { Batcher } from '../batcher.ts';
import { causeOf, log } from '../logging.ts';

const SECOND = 1000;

export interface WorkerOptions<J> {
  queue: string;
  /** Fetches at most `count` due jobs. */
  fetchJobs: (count: number) => Promise<J[]>;
  handle: (job: J) => Promise<void>;
  complete: (ids: string[]) => Promise<unknown>;
  fail: (id: string, message: string) => Promise<unknown>;
  /** Jobs that run at the same time. */
  concurrency: number;
  expireInSeconds: number;
  /** Called when a fetch filled the worker: more jobs may be waiting. */
  onFull?: () => void;
}

/**
 * Runs the jobs of one queue. After each `notify` and each finished job, it fetches as many jobs as it has room for, until `stop`. pg-boss has its own worker loop, but it releases a job before the result is stored: if the database is down at that
 * moment, the process exits.
 */
export class Worker<J extends { id: string }> {
  private readonly ended: Promise<void>;
  private readonly running = new Map<string, Promise<void>>();
  private readonly completed: Batcher<string>;
  private stopping = false;
  private notified = false;
  private wake: (() => void) | undefined;

  constructor(private readonly options: WorkerOptions<J>) {
    this.completed = new Batcher(options.complete);
    this.ended = this.loop();
  }

  notify(): void {
    this.notified = true;
    this.wake?.();
    this.wake = undefined;
  }

  /** Whether it waits for `notify` and has room for a job. */
  get isIdle(): boolean {
    return this.wake !== undefined && this.room > 0;
  }

  private get room(): number {
    return this.options.concurrency - this.running.size;
  }

  /** Fetches no more jobs; resolves when the running ones have ended. */
  stop(): Promise<void> {
    this.stopping = true;
    this.notify();
    return this.ended;
  }

  /** Fails the running jobs, so that another process can retry them before their lease expires. */
  async handBack(): Promise<void> {
    const ids = [...this.running.keys()];
    await Promise.all(ids.map((id) => this.options.fail(id, 'stopped while under way')));
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      this.notified = false;
      if (this.room) await this.start(this.room);
      if (!this.stopping && !this.notified) await this.pause();
    }
    await Promise.all(this.running.values());
  }

  private async start(room: number): Promise<void> {
    const jobs = await this.options.fetchJobs(room).catch((error: unknown) => {
      log.warn({ queue: this.options.queue, ...causeOf(error) }, 'could not fetch jobs');
      return [];
    });
    for (const job of jobs) this.running.set(job.id, this.settle(job));
    if (jobs.length === room) this.options.onFull?.();
  }

  private async settle(job: J): Promise<void> {
    const { handle, fail, expireInSeconds } = this.options;
    const write = await withTimeout(handle(job), expireInSeconds).then(
      () => () => this.completed.add(job.id),
      (error: Error) => () => fail(job.id, error.message),
    );
    await this.store(write);
    this.running.delete(job.id);
    this.notify();
  }

  /** Retries until the lease expires; then pg-boss gives the job to another worker. */
  private async store(write: () => Promise<unknown>): Promise<void> {
    for (const end = performance.now() + this.options.expireInSeconds * SECOND; ; await sleep(SECOND)) {
      try {
        await write();
        return;
      } catch (error) {
        log.warn({ queue: this.options.queue, ...causeOf(error) }, 'could not store the result of a job');
        if (this.stopping || performance.now() > end) return;
      }
    }
  }

  private pause(): Promise<void> {
    return new Promise((done) => (this.wake = done));
  }
}

async function withTimeout<R>(work: Promise<R>, seconds: number): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('{"kind":"TookTooLong"}')), seconds * SECOND).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
