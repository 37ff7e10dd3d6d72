import { metaOf, TRIAL_STATES } from '@lampstand/workflows';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { daysAfter } from '../platform/clock/instants.ts';
import { SweepRows, Sweeper } from '../platform/jobs/sweeper.ts';
import { ErasePerson } from './inspector/erase-person.ts';

const BATCH = 50;
/** Webhook events, and newsletter addresses that were never confirmed. */
const EVENT_DAYS = 30;
const UNCONFIRMED_DAYS = 30;

/**
 * Deletes data that is no longer needed, in small batches. Unfinished sign-ups are erased like on a privacy request,
 * with journal rows.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  private readonly rows = new SweepRows('retention of sign-ups');

  constructor(
    private readonly sweeper: Sweeper,
    private readonly dataSource: DataSource,
    private readonly erasePerson: ErasePerson,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('retention of sign-ups', () => this.eraseUnfinished());
    this.sweeper.every('retention of events', () => this.deleteOldRows());
  }

  private async eraseUnfinished(): Promise<void> {
    const now = this.clock.now();
    const terms = TRIAL_STATES.flatMap((state) => {
      const { forgetAfterDays } = metaOf(state);
      return forgetAfterDays ? [{ state, before: daysAfter(now, -forgetAfterDays) }] : [];
    });
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM trial_signups JOIN unnest($1::text[], $2::timestamptz[]) AS term (state, before) USING (state)
        WHERE erased_at IS NULL AND last_seen_at < before AND id <> ALL($3) LIMIT ${BATCH}`,
      [terms.map(({ state }) => state), terms.map(({ before }) => before), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => this.erasePerson.eraseUnfinished(id),
    );
  }

  private async deleteOldRows(): Promise<void> {
    const now = this.clock.now();
    await this.dataSource.query(
      `DELETE FROM stripe_events WHERE id IN (SELECT id FROM stripe_events WHERE received_at < $1 LIMIT 1000)`,
      [daysAfter(now, -EVENT_DAYS)],
    );
    await this.dataSource.query(
      `DELETE FROM newsletter_subscriptions WHERE id IN (
         SELECT id FROM newsletter_subscriptions WHERE state = 'pending' AND confirmed_at IS NULL AND asked_at < $1 LIMIT 1000)`,
      [daysAfter(now, -UNCONFIRMED_DAYS)],
    );
  }
}
