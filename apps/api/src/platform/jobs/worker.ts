import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { causeOf, log } from '../logging.ts';

const SECOND = 1000;

/**
 * Runs the jobs of one queue one at a time: each call of `notify` makes it fetch a job, until `stop`. pg-boss has its own
 * worker loop, but it releases a job before the result is stored: if the database is down at that moment, the process exits.
 */
export class Worker<T extends object> {
  private readonly ended: Promise<void>;
  private stopping = false;
  private notified = false;
  private wake: (() => void) | undefined;
  private current: string | undefined;

  constructor(
    private readonly boss: PgBoss,
    private readonly queue: string,
    private readonly handle: (job: PgBoss.Job<T>) => Promise<void>,
    private readonly expireInSeconds: number,
  ) {
    this.ended = this.loop();
  }

  notify(): void {
    this.notified = true;
    this.wake?.();
    this.wake = undefined;
  }

  /** Whether it waits for `notify`. */
  get isIdle(): boolean {
    return this.wake !== undefined;
  }

  /** Fetches no more jobs; resolves when the running one has ended. */
  stop(): Promise<void> {
    this.stopping = true;
    this.notify();
    return this.ended;
  }

  /** Fails the running job, so that another process can retry it before its lease expires. */
  async handBack(): Promise<void> {
    if (this.current) await this.boss.fail(this.queue, this.current, { message: 'stopped while under way' });
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      this.notified = false;
      // Empty also while the database is unavailable.
      const [job] = await this.boss.fetch<T>(this.queue, { batchSize: 1 });
      if (job) await this.settle(job);
      else if (!this.stopping && !this.notified) await this.pause();
    }
  }

  private async settle(job: PgBoss.Job<T>): Promise<void> {
    this.current = job.id;
    const write = await withTimeout(this.handle(job), this.expireInSeconds).then(
      () => () => this.boss.complete(this.queue, job.id),
      (error: Error) => () => this.boss.fail(this.queue, job.id, { message: error.message }),
    );
    await this.store(write);
    this.current = undefined;
  }

  /** Retries until the lease expires; then pg-boss gives the job to another worker. */
  private async store(write: () => Promise<unknown>): Promise<void> {
    for (const end = performance.now() + this.expireInSeconds * SECOND; ; await sleep(SECOND)) {
      try {
        await write();
        return;
      } catch (error) {
        log.warn({ queue: this.queue, ...causeOf(error) }, 'could not store the result of a job');
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
