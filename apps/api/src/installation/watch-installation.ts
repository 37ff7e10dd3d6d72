import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { PaymentGateway } from '../billing/payment-gateway.ts';
import { WebhookLag } from '../billing/use-cases/webhook-lag.ts';
import { Clock } from '../platform/clock/clock.ts';
import { Settings } from '../platform/config/index.ts';
import type { HealthCheck } from '../platform/health/health-check.ts';
import { causeOf, log } from '../platform/logging.ts';
import { Mailer } from '../platform/mail/mailer.ts';
import { PhoneVerifier } from '../verification/phone-verifier.ts';
import { checkDatabase, checkProviders } from './check-installation.ts';

const result = new Gauge({
  name: 'lampstand_check',
  help: '1 while a check of the doctor is ok, 0 while it is wrong, none while it is skipped',
  labelNames: ['name'],
});

/** Runs the doctor's checks in each server, every CHECK_INTERVAL_SECONDS, and logs each that changes. */
@Injectable()
export class WatchInstallation implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;
  private wrong = new Set<string>();

  constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly gateway: PaymentGateway,
    private readonly verifier: PhoneVerifier,
    private readonly mailer: Mailer,
    private readonly webhooks: WebhookLag,
  ) {}

  onApplicationBootstrap(): void {
    const { CHECK_INTERVAL_SECONDS } = this.settings;
    if (!CHECK_INTERVAL_SECONDS) return;
    this.timer = setInterval(() => void this.run(), CHECK_INTERVAL_SECONDS * 1000).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Never rejects. */
  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      const { settings, gateway, verifier, mailer, dataSource, webhooks, clock } = this;
      const checks = await Promise.all([
        checkProviders(settings, { gateway, verifier, mailer }),
        checkDatabase(settings, { dataSource, webhooks, clock }),
      ]);
      this.report(checks.flat());
    } catch (error) {
      log.error(causeOf(error), 'the checks of the doctor failed');
    } finally {
      this.isRunning = false;
    }
  }

  /** A part may have several lines, such as the clocks: it is ok when all of them are. */
  private report(checks: HealthCheck[]): void {
    const wrong = checks.filter(({ verdict }) => verdict === 'WRONG');
    const names = new Set(wrong.map(({ part }) => part));
    result.reset();
    for (const { part, verdict } of checks) if (verdict === 'ok') result.set({ name: part }, 1);
    for (const { part, message } of wrong) {
      result.set({ name: part }, 0);
      if (!this.wrong.has(part)) log.warn({ check: part, message }, 'check failed');
    }
    for (const { part, verdict, message } of checks)
      if (verdict === 'ok' && this.wrong.has(part) && !names.has(part)) log.info({ check: part, message }, 'check ok');
    this.wrong = names;
  }
}
