import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Measures } from '../../platform/health/measures.ts';

const HOUR = 60;

const webhookLagSeconds = new Gauge({
  name: 'lampstand_webhook_lag_seconds',
  help: 'Seconds between event and webhook: the 95th percentile of the last hour',
});

/** How late the payment provider's webhooks arrive. */
@Injectable()
export class WebhookLag {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The 95th percentile of the last hour, so that one late retry is no alarm; null without webhooks. */
  @Measures(webhookLagSeconds)
  async seconds(): Promise<number | null> {
    const [row] = await this.dataSource.query<{ seconds: number | null }[]>(LAG, [
      minutesAfter(this.clock.now(), -HOUR),
    ]);
    return row?.seconds ?? null;
  }
}

const LAG = `
SELECT round(percentile_disc(0.95) WITHIN GROUP (ORDER BY greatest(0, extract(epoch FROM received_at - created_at))))::int AS seconds
  FROM stripe_events WHERE received_at > $1 AND created_at IS NOT NULL`;
