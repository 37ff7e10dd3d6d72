import type { Health, Incidents } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WebhookLag } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { ProviderWatch } from '../../platform/health/provider-watch.ts';
import { DeadLetters } from '../../platform/jobs/dead-letters.ts';
import { Openings } from '../../trials/index.ts';

const HOUR = 60;

/** Early signs that sign-ups get stuck: codes that do not arrive, late webhooks, cards without accounts, dead jobs. */
@Injectable()
export class ReadHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly openings: Openings,
    private readonly webhookLag: WebhookLag,
    private readonly deadLetters: DeadLetters,
    private readonly watch: ProviderWatch,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<Health> {
    const anHourAgo = minutesAfter(this.clock.now(), -HOUR);
    const [[codes], oldest, webhookLagSeconds, deadJobs] = await Promise.all([
      this.dataSource.query<[Pick<Health, 'codesSent' | 'codesVerified'>]>(CODES, [anHourAgo]),
      this.openings.oldest(),
      this.webhookLag.seconds(),
      this.deadLetters.count(),
    ]);
    const oldestUnopened = oldest ? { ...oldest, since: oldest.since.toISOString() } : null;
    return { ...codes, webhookLagSeconds, oldestUnopened, deadJobs };
  }

  async incidents(): Promise<Incidents> {
    const [failing, away] = await Promise.all([this.deadLetters.failing(), this.watch.away()]);
    return {
      failing: failing.map((jobs) => ({ ...jobs, since: this.clock.fromReal(jobs.since).toISOString() })),
      away,
    };
  }
}

const CODES = `
SELECT (SELECT count(*)::int FROM workflow_journal WHERE note = 'code sent' AND at > $1) AS "codesSent",
       (SELECT count(*)::int FROM workflow_journal WHERE event = 'phone.verified' AND at > $1) AS "codesVerified"`;
