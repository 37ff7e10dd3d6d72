import { sqlStates, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Measures } from '../../platform/health/measures.ts';

const oldestUnopenedSeconds = new Gauge({
  name: 'lampstand_oldest_unopened_seconds',
  help: 'Seconds since the oldest card was stored whose account is not open; 0 if there is none',
});

/** Sign-ups whose card is stored and whose account is not open. */
@Injectable()
export class Openings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The one that waits longest, since its card was stored. */
  async oldest(): Promise<{ trialId: number; since: Date } | undefined> {
    const [oldest] = await this.dataSource.query<{ trialId: number; since: Date }[]>(OLDEST);
    return oldest;
  }

  @Measures(oldestUnopenedSeconds)
  async oldestSeconds(): Promise<number> {
    const oldest = await this.oldest();
    return oldest ? (this.clock.now().getTime() - oldest.since.getTime()) / 1000 : 0;
  }
}

const OLDEST = `
SELECT id::float8 AS "trialId", card_saved_at AS since FROM trial_signups
 WHERE state IN (${sqlStates(trialSignup, 'opening')}) AND erased_at IS NULL ORDER BY card_saved_at LIMIT 1`;
