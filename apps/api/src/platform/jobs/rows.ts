import { causeOf, log } from '../logging.ts';

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
export class Rows {
  private readonly rests = new Map<number, Rest>();

  constructor(
    private readonly sweep: string,
    private readonly now = () => performance.now(),
  ) {}

  /** The ids that failed, and whose rest is not over. */
  resting(): number[] {
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
export async function eachOnItsOwn<T>(rows: T[], work: (row: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => failures.push(error));
  if (failures.length) throw failures[0];
}
