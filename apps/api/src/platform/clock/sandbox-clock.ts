import type { DataSource } from 'typeorm';
import { DatabaseClock } from './database-clock.ts';

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
