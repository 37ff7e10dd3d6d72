import type { Decline, Declines, TrialFilter } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { raw, type Sql, sql } from '../lists/sql.ts';
import { countedSignups } from '../lists/trial-signups.ts';

/** The last reason of a decline, and whether it was resolved since. */
const CARD = { reason: raw('card_declined_with'), resolved: raw('card_saved_at IS NOT NULL') };
const INVOICE = { reason: raw('invoice_declined_with'), resolved: raw('declined_invoice_paid') };

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
    const count = ({ reason, resolved }: Record<'reason' | 'resolved', Sql>) =>
      this.dataSource.query<Decline[]>(
        ...sql`
          SELECT ${reason} AS reason, count(*)::int AS people, (count(*) FILTER (WHERE ${resolved}))::int AS resolved
            FROM ${from} WHERE ${where} AND ${reason} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`.parameterized,
      );
    const [cards, invoices] = await Promise.all([count(CARD), count(INVOICE)]);
    return { cards, invoices };
  }
}
