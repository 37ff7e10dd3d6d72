import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { SweepRows, Sweeper } from '../../platform/jobs/sweeper.ts';
import { ErasePerson } from '../inspector/use-cases/erase-person.ts';

const BATCH = 50;
/** How long somebody who did not finish is kept after they were last seen; what the privacy policy says. */
const UNVERIFIED_DAYS = 30;
const UNFINISHED_DAYS = 90;
/** Events of the payment provider and letters nobody confirmed. */
const EVENT_DAYS = 30;
const UNCONFIRMED_DAYS = 30;

/** Forgets what is not needed any more, a little at a time: unfinished sign-ups as by a privacy request, journaled. */
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
    this.sweeper.every('retention of sign-ups', () => this.forgetSignUps());
    this.sweeper.every('retention of events', () => this.forgetEvents());
  }

  private async forgetSignUps(): Promise<void> {
    const now = this.clock.now();
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM trial_signups WHERE erased_at IS NULL AND (
           state = 'phoneVerification' AND last_seen_at < $1
        OR state IN ('billingInformation', 'alreadyMember', 'cancelled') AND last_seen_at < $2) AND id <> ALL($3) LIMIT ${BATCH}`,
      [daysAfter(now, -UNVERIFIED_DAYS), daysAfter(now, -UNFINISHED_DAYS), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => this.erasePerson.eraseUnfinished(id),
    );
  }

  private async forgetEvents(): Promise<void> {
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
