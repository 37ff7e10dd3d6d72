import type { Decline, Declines, TrialFilter } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, sql } from '../../platform/database/sql.ts';
import { countedSignups } from '../lists/index.ts';

/** The last reason of a decline, and whether it was resolved since. */
const DECLINES = raw(`(VALUES ('cards', card_declined_with, card_saved_at IS NOT NULL),
  ('invoices', invoice_declined_with, declined_invoice_paid)) AS decline (kind, reason, resolved)`);

/** Why cards of the filtered sign-ups, and invoices of their accounts, were declined. */
@Injectable()
export class ReadDeclines {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async execute(filter: TrialFilter, masked: boolean): Promise<Declines> {
    const { from, where } = countedSignups(filter, {
      zone: this.settings.ORG_TIME_ZONE,
      now: this.clock.now(),
      masked,
    });
    const found = await this.dataSource.query<(Decline & { kind: keyof Declines })[]>(
      ...sql`
        SELECT kind, reason, count(*)::int AS people, (count(*) FILTER (WHERE resolved))::int AS resolved
          FROM ${from} CROSS JOIN LATERAL ${DECLINES} WHERE ${where} AND reason IS NOT NULL
         GROUP BY kind, reason ORDER BY people DESC, reason`.parameterized,
    );
    const of = (kind: keyof Declines): Decline[] =>
      found.flatMap(({ kind: its, ...decline }) => (its === kind ? [decline] : []));
    return { cards: of('cards'), invoices: of('invoices') };
  }
}
