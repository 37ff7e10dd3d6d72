import { civilDay } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import type { DataSource } from 'typeorm';
import { clockAhead } from '../health/metrics.ts';

/** The only source of time for whatever a customer would notice: codes, trials, notices, created_at. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds this clock is ahead of real time. */
  abstract get offsetMs(): number;

  /** Real time, which others know as well: by it they judge signatures, and we what they have signed. */
  get real(): Date {
    return new Date(this.now().getTime() - this.offsetMs);
  }
}

/** The civil day of the organisation, `YYYY-MM-DD`: what ages and date filters are counted by. */
@Injectable()
export class Today {
  constructor(
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  get day(): string {
    return civilDay(this.clock.now(), this.settings.ORG_TIME_ZONE);
  }
}

/** The clock of an installation: the database's, moved by what the sandbox of that address plays, if there is one. */
export const createClock = (dataSource: DataSource, sandbox: string | undefined): DatabaseClock =>
  sandbox ? new SandboxClock(dataSource, sandbox) : new DatabaseClock(dataSource);

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

const POLL_MS = 500;

/** Runs ahead as the sandbox's clock does, so that a 30-day life runs in a minute. Keeps the last offset while it is away. */
export class SandboxClock extends DatabaseClock {
  private follower?: NodeJS.Timeout;

  constructor(
    dataSource: Pick<DataSource, 'query'>,
    private readonly sandbox: string,
  ) {
    super(dataSource);
  }

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    await this.follow();
    this.follower = setInterval(() => void this.follow(), POLL_MS).unref();
  }

  override onModuleDestroy(): void {
    super.onModuleDestroy();
    clearInterval(this.follower);
  }

  private async follow(): Promise<void> {
    try {
      const answer = await fetch(`${this.sandbox}/_sandbox/clock`, { signal: AbortSignal.timeout(2000) });
      const { offsetMs } = (await answer.json()) as { offsetMs: number };
      this.offsetMs = offsetMs;
    } catch {
      return;
    }
  }
}
