import { Injectable } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import { causeOf, log } from '../logging.ts';
import { runAs } from '../request-context.ts';

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
      await runAs({ requestId: `sweep:${name}`, actor: 'job' }, sweep);
    } catch (error) {
      log.warn({ sweep: name, ...causeOf(error) }, 'sweep failed, runs again');
    }
  }
}
