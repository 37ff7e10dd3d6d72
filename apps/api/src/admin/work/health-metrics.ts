import { setTimeout as sleep } from 'node:timers/promises';
import { trialSignup } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { isMigrated } from '../../platform/database/migrate.ts';
import {
  codesPerDay,
  deadJobs,
  MetricsServer,
  notesTotal,
  oldestUnopenedSeconds,
  providerAwayPeople,
  ready,
  transitionsTotal,
  webhookLagSeconds,
} from '../../platform/health/metrics.ts';
import { Readiness } from '../../platform/shutdown.ts';
import { ReadHealth } from './read-health.ts';

const UNKNOWN = NaN;
/** A database that hangs counts as gone. Shorter than the timeout of a scrape. */
const TIMEOUT_MS = 5000;

/** Measures the database at each scrape. Every server reports the same, except for `lampstand_ready`. */
@Injectable()
export class HealthMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly metrics: MetricsServer,
    private readonly readHealth: ReadHealth,
    private readonly readiness: Readiness,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    codesPerDay.set(this.settings.CODES_PER_DAY);
    // An alert compares them, also before the first code.
    notesTotal.inc({ flow: trialSignup.id, note: 'code sent' }, 0);
    transitionsTotal.inc({ flow: trialSignup.id, event: 'phone.verified' }, 0);
    this.metrics.beforeScrape(() => this.measure());
  }

  private async measure(): Promise<void> {
    const timeout = sleep(TIMEOUT_MS, false, { ref: false });
    const measured = await Promise.race([timeout, this.read().catch(() => false)]);
    if (!measured) this.forget();
  }

  private async read(): Promise<boolean> {
    if (!(await isMigrated(this.dataSource))) return false;
    const [health, { away }] = await Promise.all([this.readHealth.execute(), this.readHealth.incidents()]);
    const { oldestUnopened } = health;
    const now = this.clock.now().getTime();
    ready.set(Number(this.readiness.serving));
    oldestUnopenedSeconds.set(oldestUnopened ? (now - new Date(oldestUnopened.since).getTime()) / 1000 : 0);
    webhookLagSeconds.set(health.webhookLagSeconds ?? UNKNOWN);
    deadJobs.set(health.deadJobs);
    providerAwayPeople.reset();
    for (const { step, people } of away) providerAwayPeople.set({ step }, people);
    return true;
  }

  private forget(): void {
    ready.set(0);
    for (const gauge of [oldestUnopenedSeconds, webhookLagSeconds, deadJobs]) gauge.set(UNKNOWN);
    providerAwayPeople.reset();
  }
}
