import type { DataSource } from 'typeorm';
import { clockAhead } from '../health/metrics.ts';
import { Clock } from './clock.ts';

const LOOK_EVERY_MS = 5000;
const FIRST_LOOKS = 3;

/**
 * The database's clock, so that all replicas date by one: looked at now and then, and in between counted on by the
 * monotonic clock of this process. A machine whose own clock is wrong, or jumps, is told apart by a gauge and does no harm.
 */
export class DatabaseClock extends Clock {
  offsetMs = 0;
  /** What the database's clock showed when the monotonic one stood at 0, and how far off that may be. */
  private zero = Date.now() - performance.now();
  private doubt = Infinity;
  private timer?: NodeJS.Timeout;
  private looking = false;

  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {
    super();
  }

  now(): Date {
    return new Date(this.zero + performance.now() + this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    for (let looks = 0; looks < FIRST_LOOKS; looks += 1) await this.look();
    this.timer = setInterval(() => void this.lookAgain(), LOOK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** One look at a time; while the database is away the time goes on as it was. */
  private async lookAgain(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    await this.look().catch(() => undefined);
    this.looking = false;
  }

  /** Believes an answer that came quicker than the one believed before, or that cannot be true together with it. */
  private async look(): Promise<void> {
    const asked = performance.now();
    const [{ now }] = await this.dataSource.query<[{ now: number }]>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
    );
    const doubt = (performance.now() - asked) / 2;
    const zero = now - asked - doubt;
    if (doubt < this.doubt || Math.abs(zero - this.zero) > doubt + this.doubt) Object.assign(this, { zero, doubt });
    clockAhead.set((Date.now() - this.real.getTime()) / 1000);
  }
}
