import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { causeOf, log } from '../logging.ts';

const SECOND = 1000;

/**
 * Runs the jobs of one queue one at a time: each call of `nudge` makes it look for a job, until `stop`. pg-boss has its own
 * worker loop, but it releases a job before the result is stored: if the database is down at that moment, the process exits.
 */
export class Worker<T extends object> {
  private readonly ended: Promise<void>;
  private stopping = false;
  private nudged = false;
  private wake = () => {};
  private underWay: string | undefined;

  constructor(
    private readonly boss: PgBoss,
    private readonly queue: string,
    private readonly handle: (job: PgBoss.Job<T>) => Promise<void>,
    private readonly expireInSeconds: number,
  ) {
    this.ended = this.loop();
  }

  notify(): void {
    this.nudged = true;
    this.wake();
  }

  /** Takes no other job; resolves once the one under way has ended. */
  stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    return this.ended;
  }

  /** Gives the job under way back, so that another process need not wait until its lease is over. */
  async handBack(): Promise<void> {
    if (this.underWay) await this.boss.fail(this.queue, this.underWay, { message: 'stopped while under way' });
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      this.nudged = false;
      // Answers nothing, too, while the database is away.
      const [job] = await this.boss.fetch<T>(this.queue, { batchSize: 1 });
      if (job) await this.settle(job);
      else if (!this.stopping && !this.nudged) await this.pause();
    }
  }

  private async settle(job: PgBoss.Job<T>): Promise<void> {
    this.underWay = job.id;
    const write = await inTime(this.handle(job), this.expireInSeconds).then(
      () => () => this.boss.complete(this.queue, job.id),
      (error: Error) => () => this.boss.fail(this.queue, job.id, { message: error.message }),
    );
    await this.written(write);
    this.underWay = undefined;
  }

  /** Tries as long as the job is ours; when that is over the queue gives it to another worker, which finds it done. */
  private async written(write: () => Promise<unknown>): Promise<void> {
    for (const end = performance.now() + this.expireInSeconds * SECOND; ; await sleep(SECOND)) {
      try {
        await write();
        return;
      } catch (error) {
        log.warn({ queue: this.queue, ...causeOf(error) }, 'the end of a job could not be written down');
        if (this.stopping || performance.now() > end) return;
      }
    }
  }

  private pause(): Promise<void> {
    return new Promise((done) => (this.wake = done));
  }
}

async function inTime<R>(work: Promise<R>, seconds: number): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('{"kind":"TookTooLong"}')), seconds * SECOND).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
