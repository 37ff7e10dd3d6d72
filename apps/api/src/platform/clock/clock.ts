import { setTimeout as sleep } from 'node:timers/promises';
import { civilDay } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.ts';

/** The product's time: everything a customer or colleague notices is dated and expires by it. */
export abstract class Clock {
  abstract now(): Date;
  /** Milliseconds this clock is ahead of real time; 0 without the sandbox. */
  abstract get offsetMs(): number;

  /** Real time, for signatures and authenticator codes, which other systems also date. */
  get real(): Date {
    return new Date(this.now().getTime() - this.offsetMs);
  }

  /** Converts a real time, such as PostgreSQL's, to the time of this clock. */
  fromReal(real: Date): Date {
    return new Date(real.getTime() + this.offsetMs);
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

const RETRY_MS = 500;
/** Longer than the sandbox lets a request wait. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * The clock of the process. With the sandbox at the address `sandbox` it is ahead by the sandbox's offset, so that tests can
 * skip days: a request is always pending, which the sandbox answers when its clock moves. While the sandbox is down, the last
 * offset stays.
 */
export class ProcessClock extends Clock {
  offsetMs = 0;
  private readonly stopped = new AbortController();

  constructor(private readonly sandbox: string | undefined) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    if (!this.sandbox) return;
    await this.read('').catch(() => undefined);
    void this.follow();
  }

  onModuleDestroy(): void {
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
