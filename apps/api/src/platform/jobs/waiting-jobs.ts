import { Inject, Injectable } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { Gauge } from 'prom-client';
import { Clock } from '../clock/clock.ts';
import { Measures } from '../health/measures.ts';
import { DEAD_LETTERS } from './queues.ts';

const jobsWaiting = new Gauge({
  name: 'lampstand_jobs_waiting',
  help: 'Jobs that are due and not running, as of the last five seconds',
  labelNames: ['queue'],
});
const oldestJobSeconds = new Gauge({
  name: 'lampstand_oldest_job_seconds',
  help: 'For how long the oldest job that is due has waited, of each queue that has one',
  labelNames: ['queue'],
});

/** Whether jobs stand still: failures alone do not show it. */
@Injectable()
export class WaitingJobs {
  constructor(
    @Inject(PgBoss) private readonly boss: PgBoss,
    private readonly clock: Clock,
  ) {}

  @Measures(jobsWaiting)
  async count() {
    return (await this.queues()).map(({ name, readyCount }) => ({ labels: { queue: name }, value: readyCount }));
  }

  @Measures(oldestJobSeconds)
  async oldest() {
    const busy = (await this.queues()).filter(({ readyCount }) => readyCount);
    const ages = await Promise.all(
      busy.map(async ({ name }) => ({ labels: { queue: name }, value: await this.oldestOf(name) })),
    );
    return ages.filter(({ value }) => value > 0);
  }

  private async oldestOf(queue: string): Promise<number> {
    // pg-boss dates by PostgreSQL.
    const now = this.clock.real.getTime();
    const jobs = await this.boss.findJobs(queue, { queued: true });
    const due = jobs.map(({ createdOn, startAfter }) => Math.max(createdOn.getTime(), startAfter.getTime()));
    return Math.max(0, ...due.map((at) => (now - at) / 1000));
  }

  private async queues() {
    return (await this.boss.getQueues()).filter(({ name }) => name !== DEAD_LETTERS);
  }
}
