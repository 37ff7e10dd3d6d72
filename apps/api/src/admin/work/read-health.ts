import { sqlStates, trialSignup } from '@lampstand/workflows';
import type { Health, Incidents } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { ProviderWatch } from '../../platform/health/provider-watch.ts';
import { DeadLetters } from '../../platform/jobs/dead-letters.ts';

const HOUR = 60;

interface Row {
  codesSent: number;
  codesVerified: number;
  webhookLagSeconds: number | null;
  trialId: string | null;
  since: Date | null;
}

/** Early signs that sign-ups get stuck: codes that do not arrive, late webhooks, cards without accounts, dead jobs. */
@Injectable()
export class ReadHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadLetters: DeadLetters,
    private readonly watch: ProviderWatch,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<Health> {
    const anHourAgo = minutesAfter(this.clock.now(), -HOUR);
    const [[row], deadJobs] = await Promise.all([
      this.dataSource.query<Row[]>(COUNTS, [anHourAgo]),
      this.deadLetters.count(),
    ]);
    const { codesSent = 0, codesVerified = 0, webhookLagSeconds = null, trialId, since } = row ?? {};
    const oldestUnopened = trialId && since ? { trialId: Number(trialId), since: since.toISOString() } : null;
    return {
      codesSent,
      codesVerified,
      webhookLagSeconds,
      oldestUnopened,
      deadJobs,
    };
  }

  async incidents(): Promise<Incidents> {
    const [failing, away] = await Promise.all([this.deadLetters.failing(), this.watch.away()]);
    return { failing: failing.map((jobs) => ({ ...jobs, since: jobs.since.toISOString() })), away };
  }
}

/** The webhook lag is the 95th percentile, so that one late retry is no alarm. */
const COUNTS = `
SELECT (SELECT count(*)::int FROM workflow_journal WHERE note = 'code sent' AND at > $1) AS "codesSent",
       (SELECT count(*)::int FROM workflow_journal WHERE event = 'phone.verified' AND at > $1) AS "codesVerified",
       (SELECT round(percentile_disc(0.95) WITHIN GROUP (ORDER BY greatest(0, extract(epoch FROM received_at - created_at))))::int
          FROM stripe_events WHERE received_at > $1 AND created_at IS NOT NULL) AS "webhookLagSeconds",
       oldest.id AS "trialId", oldest.card_saved_at AS since
  FROM (SELECT) AS always
  LEFT JOIN LATERAL (SELECT id, card_saved_at FROM trial_signups
                      WHERE state IN (${sqlStates(trialSignup, 'opening')}) AND erased_at IS NULL ORDER BY card_saved_at LIMIT 1) AS oldest ON true`;
