import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import { causeOf, log } from '../logging.ts';
import { runInContext } from '../request-context.ts';

/**
 * Does what is due later: each sweep looks at a column by the Clock and runs again and again, on every replica. A sweep
 * must claim its rows or check again under their lock.
 */
@Injectable()
export class Sweeper {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly settings: Settings) {}

  every(name: string, sweep: () => Promise<unknown>): void {
    const again = () => {
      if (this.stopped) return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        const run = this.run(name, sweep).finally(() => {
          this.running.delete(run);
          again();
        });
        this.running.add(run);
      }, this.settings.SWEEP_INTERVAL_SECONDS * 1000);
      this.timers.add(timer.unref());
    };
    again();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private async run(name: string, sweep: () => Promise<unknown>): Promise<void> {
    try {
      await runInContext({ requestId: `sweep:${name}`, actor: 'job' }, sweep);
    } catch (error) {
      log.warn({ sweep: name, ...causeOf(error) }, 'sweep failed, runs again');
    }
  }
}

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 15 * 60_000;
/** One that has not failed again for so long is due no more. */
const FORGOTTEN_MS = 60 * 60_000;

interface Rest {
  failures: number;
  until: number;
}

/**
 * The rows of one sweep, each by itself: one that fails is written down and rests, twice as long each time, and the others go
 * on. A query that takes the first so many leaves out those that rest, or they would fill it.
 */
export class SweepRows {
  private readonly rests = new Map<number, Rest>();

  constructor(
    private readonly sweep: string,
    private readonly now = () => performance.now(),
  ) {}

  /** The ids that failed, and whose rest is not over. */
  backedOff(): number[] {
    const now = this.now();
    for (const [id, { until }] of this.rests) if (until + FORGOTTEN_MS < now) this.rests.delete(id);
    return [...this.rests].filter(([, { until }]) => until > now).map(([id]) => id);
  }

  async each(ids: Iterable<number>, work: (id: number) => Promise<unknown>): Promise<void> {
    for (const id of ids) {
      try {
        await work(id);
        this.rests.delete(id);
      } catch (error) {
        const failures = (this.rests.get(id)?.failures ?? 0) + 1;
        const rest = Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
        this.rests.set(id, { failures, until: this.now() + rest });
        log.warn({ sweep: this.sweep, id, failures, ...causeOf(error) }, 'a row of a sweep failed, comes again later');
      }
    }
  }
}

/** The same for a job over several rows: all have their turn, and then the job fails for the first that failed. */
export async function forEachIndependently<T>(rows: T[], work: (row: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}
