import { causeOf, log } from '../logging.ts';

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

/** Below the interval of the sweeps that delete, so that a run does not meet the next one. */
const LONGEST_RUN_MS = 4 * 60_000;

/** Repeats a batch, which returns its number of rows, until it has fewer than `size` or the run has lasted four minutes. */
export async function whileFull(
  size: number,
  batch: () => Promise<number>,
  now = () => performance.now(),
): Promise<void> {
  const end = now() + LONGEST_RUN_MS;
  while ((await batch()) >= size && now() < end);
}

/** Runs `work` for every row, in order, also after a failure; then throws the first failure. For jobs over several rows. */
export async function forEachIndependently<T>(rows: T[], work: (row: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}
