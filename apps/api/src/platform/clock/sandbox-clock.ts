import { Clock } from './clock.ts';

const POLL_MS = 500;

/** Follows the sandbox's clock, so that a 30-day life runs in a minute. Keeps the last offset while it is away. */
export class SandboxClock extends Clock {
  offsetMs = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly sandbox: string) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    await this.follow();
    this.timer = setInterval(() => void this.follow(), POLL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
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
