import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type Job as StoredJob, PgBoss } from 'pg-boss';
import { Settings } from '../config/index.ts';
import { methodsWith } from '../discovery.ts';
import { IncompleteServer } from '../errors.ts';
import { causeOf, log } from '../logging.ts';
import { runInContext } from '../request-context.ts';
import { EVERY, ON_JOB } from './decorators.ts';
import { Jobs } from './jobs.ts';
import { QUEUES, SWEEPS } from './queues.ts';

/** Sweeps that may run at the same time in this process although an earlier one is not done. */
const SWEEP_WORKERS = 2;
const MOST_SWEEPS = 100;
/** A completed job is the mark that its sweep has run in this interval. */
const KEPT_SECONDS = 3600;

/** Finds the methods with `@OnJob` and `@Every` in all modules and runs them. Throws for a queue without a method. */
@Injectable()
export class JobHandlers implements OnApplicationBootstrap {
  private readonly sweeps = new Map<string, () => Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly jobs: Jobs,
    @Inject(PgBoss) private readonly boss: PgBoss,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const handled = new Set<string>();
    for (const { given, method } of methodsWith(this.discovery, ON_JOB)) {
      await this.jobs.work(given.queue, method, given);
      handled.add(given.queue);
    }
    for (const { given, method } of methodsWith(this.discovery, EVERY)) this.sweeps.set(given.name, method);
    const without = QUEUES.filter((queue) => !handled.has(queue));
    if (without.length) throw new IncompleteServer(`No method has @OnJob for: ${without.join(', ')}.`);
    await this.startSweeps();
  }

  /** Each server has a timer; the first one that adds the job of an interval causes the run, and any server does it. */
  private async startSweeps(): Promise<void> {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30 };
    const options = { ...polling, batchSize: MOST_SWEEPS, localConcurrency: SWEEP_WORKERS };
    await this.boss.work<{ name: string }>(SWEEPS, options, (jobs) => this.sweepAll(jobs));
    const seconds = this.settings.SWEEP_INTERVAL_SECONDS;
    const jobs = [...this.sweeps.keys()].map((name) => ({
      data: { name },
      singletonKey: name,
      singletonSeconds: seconds,
      deleteAfterSeconds: KEPT_SECONDS,
    }));
    this.timer = setInterval(() => {
      this.boss.insert(SWEEPS, jobs).catch((error: unknown) => log.warn(causeOf(error), 'could not start sweeps'));
    }, seconds * 1000).unref();
  }

  private async sweepAll(jobs: StoredJob<{ name: string }>[]): Promise<void> {
    await Promise.all(
      jobs.map(async (job) => {
        await this.sweep(job.data.name);
        // Not with the others: one that waits for a provider would hold up their next runs.
        await this.boss.complete(SWEEPS, job);
      }),
    );
  }

  private sweep(name: string): Promise<void> {
    return runInContext({ requestId: `sweep:${name}`, actor: 'job' }, async () => {
      try {
        await this.sweeps.get(name)?.();
      } catch (error) {
        log.warn({ sweep: name, ...causeOf(error) }, 'sweep failed, will run again');
      }
    });
  }

  /** Starts no more sweeps. */
  stop(): void {
    clearInterval(this.timer);
  }
}
