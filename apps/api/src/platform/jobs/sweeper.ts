import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import { causeOf, log } from '../logging.ts';
import { runInContext } from '../request-context.ts';

/** Between the first runs of two sweeps, so that they share one connection instead of each opening its own. */
const STAGGER_MS = 20;

/**
 * Runs sweeps on every replica: each finds what is due by a column and the Clock. A sweep must claim its rows, or check them
 * again under their lock.
 */
@Injectable()
export class Sweeper {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private sweeps = 0;
  private stopped = false;

  constructor(private readonly settings: Settings) {}

  /** Runs the sweep every SWEEP_INTERVAL_SECONDS: for work with a due time. */
  every(name: string, sweep: () => Promise<unknown>): void {
    this.repeat(name, sweep, this.settings.SWEEP_INTERVAL_SECONDS);
  }

  /** Runs the sweep every CLEANUP_INTERVAL_SECONDS, but not more often than others: for data that is no longer needed. */
  cleanUp(name: string, sweep: () => Promise<unknown>): void {
    const { CLEANUP_INTERVAL_SECONDS, SWEEP_INTERVAL_SECONDS } = this.settings;
    this.repeat(name, sweep, Math.max(CLEANUP_INTERVAL_SECONDS, SWEEP_INTERVAL_SECONDS));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private repeat(name: string, sweep: () => Promise<unknown>, seconds: number): void {
    const schedule = (ms: number) => {
      if (this.stopped) return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        const run = this.run(name, sweep).finally(() => {
          this.running.delete(run);
          schedule(seconds * 1000);
        });
        this.running.add(run);
      }, ms);
      this.timers.add(timer.unref());
    };
    schedule(seconds * 1000 + STAGGER_MS * this.sweeps);
    this.sweeps += 1;
  }

  private run(name: string, sweep: () => Promise<unknown>): Promise<void> {
    return runInContext({ requestId: `sweep:${name}`, actor: 'job' }, async () => {
      try {
        await sweep();
      } catch (error) {
        log.warn({ sweep: name, ...causeOf(error) }, 'sweep failed, will run again');
      }
    });
  }
}

const INITIAL_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 15 * 60_000;
/** A row that has not failed again by then is no longer due. */
const FORGET_AFTER_MS = 60 * 60_000;

interface Backoff {
  failures: number;
  until: number;
}

/**
 * Processes the rows of a sweep independently. A failing row is logged and backs off, exponentially up to 15 minutes. A query
 * with a LIMIT must exclude the rows that are backed off, or they would fill it.
 */
export class SweepRows {
  private readonly backoffs = new Map<number, Backoff>();

  constructor(
    private readonly sweep: string,
    private readonly now = () => performance.now(),
  ) {}

  backedOff(): number[] {
    const now = this.now();
    for (const [id, { until }] of this.backoffs) if (until + FORGET_AFTER_MS < now) this.backoffs.delete(id);
    return [...this.backoffs].filter(([, { until }]) => until > now).map(([id]) => id);
  }

  async each(ids: Iterable<number>, work: (id: number) => Promise<unknown>): Promise<void> {
    for (const id of ids) {
      try {
        await work(id);
        this.backoffs.delete(id);
      } catch (error) {
        const failures = (this.backoffs.get(id)?.failures ?? 0) + 1;
        const backoff = Math.min(INITIAL_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS);
        this.backoffs.set(id, { failures, until: this.now() + backoff });
        log.warn({ sweep: this.sweep, id, failures, ...causeOf(error) }, 'sweep row failed, will be retried');
      }
    }
  }
}

/** Runs `work` for every row, in order, also after a failure; then throws the first failure. For jobs over several rows. */
export async function forEachIndependently<T>(rows: T[], work: (row: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}
