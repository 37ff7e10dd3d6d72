import { setTimeout as sleep } from 'node:timers/promises';
import { civilDay } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Settings } from '../config/index.ts';
import { clockAhead } from '../health/metrics.ts';

/** The product's time: everything a customer or colleague notices is dated and expires by it. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds this clock is ahead of real time; 0 without the sandbox. */
  abstract get offsetMs(): number;

  /** Real time, for signatures and authenticator codes, which other systems also date. */
  get real(): Date {
    return new Date(this.now().getTime() - this.offsetMs);
  }
}

/** The organization's civil day, `YYYY-MM-DD` in ORG_TIME_ZONE: ages and date filters are counted by it. */
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

/** The clock of an installation; `sandbox` is the address of the sandbox, if the settings name one. */
export const createClock = (dataSource: DataSource, sandbox: string | undefined): DatabaseClock =>
  sandbox ? new SandboxClock(dataSource, sandbox) : new DatabaseClock(dataSource);

const SYNC_EVERY_MS = 5000;
const FIRST_SYNCS = 3;

/**
 * PostgreSQL's clock, so that all replicas agree: read every 5 s, and advanced between reads by the monotonic clock of the
 * process. The machine's own clock is not used; a gauge reports how far it is off.
 */
export class DatabaseClock extends Clock {
  offsetMs = 0;
  /** The database's time when the monotonic clock was at 0, and the uncertainty of that in milliseconds. */
  private zero = Date.now() - performance.now();
  private uncertainty = Infinity;
  private timer?: NodeJS.Timeout;
  private syncing = false;

  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {
    super();
  }

  now(): Date {
    return new Date(this.zero + performance.now() + this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    for (let syncs = 0; syncs < FIRST_SYNCS; syncs += 1) await this.sync();
    this.timer = setInterval(() => void this.syncAgain(), SYNC_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** One at a time. While the database is unavailable, time advances by the monotonic clock. */
  private async syncAgain(): Promise<void> {
    if (this.syncing) return;
    this.syncing = true;
    await this.sync().catch(() => undefined);
    this.syncing = false;
  }

  /** Accepts a reading with a shorter round trip than the current one, or one that contradicts it. */
  private async sync(): Promise<void> {
    const begun = performance.now();
    const [{ now }] = await this.dataSource.query<[{ now: number }]>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
    );
    const uncertainty = (performance.now() - begun) / 2;
    const zero = now - begun - uncertainty;
    if (uncertainty < this.uncertainty || Math.abs(zero - this.zero) > uncertainty + this.uncertainty)
      Object.assign(this, { zero, uncertainty });
    clockAhead.set((Date.now() - this.real.getTime()) / 1000);
  }
}

const RETRY_MS = 500;
/** Longer than the sandbox lets a request wait. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Ahead of the database by the sandbox's offset, so that tests can skip days. A request is always pending, which the sandbox
 * answers when its clock moves. Keeps the last offset when the sandbox is down.
 */
class SandboxClock extends DatabaseClock {
  private readonly stopped = new AbortController();

  constructor(
    dataSource: Pick<DataSource, 'query'>,
    private readonly sandbox: string,
  ) {
    super(dataSource);
  }

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    await this.read('').catch(() => undefined);
    void this.follow();
  }

  override onModuleDestroy(): void {
    super.onModuleDestroy();
    this.stopped.abort();
  }

  private async follow(): Promise<void> {
    while (!this.stopped.signal.aborted)
      await this.read(`?known=${this.offsetMs}`).catch(() => sleep(RETRY_MS, undefined, { ref: false }));
  }

  private async read(query: string): Promise<void> {
    const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const answer = await fetch(`${this.sandbox}/_sandbox/clock${query}`, { signal });
    const { offsetMs } = (await answer.json()) as { offsetMs: number };
    this.offsetMs = offsetMs;
  }
}
