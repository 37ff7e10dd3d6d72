import { PROVIDER_QUIET_MINUTES, type ProviderAway, type WatchedStep } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { minutesAfter } from '../clock/instants.ts';
import { instant } from '../database/sql.ts';
import { AppError } from '../errors.ts';
import { causeOf, log } from '../logging.ts';
import { Measures } from './measures.ts';

const providerAwayPeople = new Gauge({
  name: 'lampstand_provider_away_people',
  help: 'People who failed at a step since the last success, for each step whose provider is away',
  labelNames: ['step'],
});

/** Fewer people may have a problem of their own. */
const MIN_PEOPLE = 3;

/**
 * Counts failures of provider calls that people wait for, in a table that all replicas share. A provider is away once three
 * people have failed at a step, until the first success or five minutes without a failure.
 */
@Injectable()
export class ProviderWatch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Runs a call for a sign-up or subscription. An AppError other than a 503 says nothing about the provider. */
  async run<T>(step: WatchedStep, subjectId: number, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      await this.store(CLEAR, [step]);
      return answer;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') await this.failed(step, subjectId);
      throw error;
    }
  }

  async away(): Promise<ProviderAway[]> {
    return this.dataSource.query<ProviderAway[]>(AWAY, [
      minutesAfter(this.clock.now(), -PROVIDER_QUIET_MINUTES),
      MIN_PEOPLE,
    ]);
  }

  @Measures(providerAwayPeople)
  async peopleByStep() {
    return (await this.away()).map(({ step, people }) => ({ labels: { step }, value: people }));
  }

  private async failed(step: WatchedStep, subjectId: number): Promise<void> {
    const now = this.clock.now();
    await this.store(FORGET, [minutesAfter(now, -PROVIDER_QUIET_MINUTES)]);
    await this.store(ADD, [step, subjectId, now]);
  }

  /** The call itself has its outcome already. */
  private async store(sql: string, values: unknown[]): Promise<void> {
    await this.dataSource
      .query(sql, values)
      .catch((error: unknown) => log.warn(causeOf(error), 'could not count provider calls'));
  }
}

const CLEAR = 'DELETE FROM provider_failures WHERE step = $1';
const FORGET = 'DELETE FROM provider_failures WHERE last_at <= $1';
const ADD = `
INSERT INTO provider_failures (step, subject_id, first_at, last_at) VALUES ($1, $2, $3, $3)
    ON CONFLICT (step, subject_id) DO UPDATE SET last_at = excluded.last_at`;
const AWAY = `
SELECT step, count(*)::int AS people, ${instant('min(first_at)').literal} AS since, ${instant('max(last_at)').literal} AS "lastAt"
  FROM provider_failures
 WHERE step IN (SELECT step FROM provider_failures WHERE last_at > $1) GROUP BY step HAVING count(*) >= $2 ORDER BY step`;
