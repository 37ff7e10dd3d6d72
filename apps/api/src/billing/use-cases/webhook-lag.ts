import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Measures } from '../../platform/health/measures.ts';

const HOUR = 60;
/** An account or an invoice of so long ago no longer says that an event is missing. */
const WATCHED_DAYS = 7;

const webhookLagSeconds = new Gauge({
  name: 'lampstand_webhook_lag_seconds',
  help: 'Seconds between event and webhook: the 95th percentile of the last hour',
});

const webhookSilenceSeconds = new Gauge({
  name: 'lampstand_webhook_silence_seconds',
  help: 'Seconds since an account opened or an invoice was paid of which no webhook came, nor any later one; else 0',
});

/** When the last event came, and since when one is missing. */
export interface Deliveries {
  lastAt: Date | null;
  silentSince: Date | null;
}

/** How late the payment provider's webhooks arrive, and whether they do. */
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

  @Measures(webhookSilenceSeconds)
  async silence(): Promise<number> {
    const now = this.clock.now();
    const { silentSince } = await this.deliveries();
    return silentSince ? (now.getTime() - silentSince.getTime()) / 1000 : 0;
  }

  async deliveries(): Promise<Deliveries> {
    const [row] = await this.dataSource.query<[Deliveries]>(DELIVERIES, [daysAfter(this.clock.now(), -WATCHED_DAYS)]);
    return row;
  }
}

const LAG = `
SELECT round(percentile_disc(0.95) WITHIN GROUP (ORDER BY greatest(0, extract(epoch FROM received_at - created_at))))::int AS seconds
  FROM stripe_events WHERE received_at > $1 AND created_at IS NOT NULL`;

/** An event may come a little before what it is about is stored here. */
const DELIVERIES = `
WITH last AS (SELECT max(received_at) AS at FROM stripe_events),
     since AS (SELECT greatest(at + interval '1 minute', $1) AS at FROM last)
SELECT (SELECT at FROM last) AS "lastAt",
       least((SELECT min(at) FROM workflow_journal
               WHERE event = 'account.opened' AND from_state <> to_state AND at > (SELECT at FROM since)),
             (SELECT min(paid_at) FROM payments WHERE paid_in_cents > 0 AND paid_at > (SELECT at FROM since))) AS "silentSince"`;
