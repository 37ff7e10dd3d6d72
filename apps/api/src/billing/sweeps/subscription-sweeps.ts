import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { SweepRows, Sweeper } from '../../platform/jobs/sweeper.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { noticeAfter } from '../domain/notices.ts';
import { MirrorSubscription } from '../use-cases/mirror-subscription.ts';

const CHECKS = 50;
const NOTICES = 500;
/** A check that failed, for its process died or the provider was away, is made again after this. */
const AGAIN_MINUTES = 10;

export const TRIAL_NOTICE = 'sendTrialNotice';

/** What becomes due by the Clock: looking at what no webhook told, and the notices before a trial ends. */
@Injectable()
export class SubscriptionSweeps implements OnApplicationBootstrap {
  private readonly checks = new SweepRows('subscriptions');

  constructor(
    private readonly sweeper: Sweeper,
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly mirror: MirrorSubscription,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('subscriptions', () => this.look());
    this.sweeper.every('trial notices', () => this.notify());
  }

  /** Claims each row by moving its next check, so that replicas share the looking. */
  private async look(): Promise<void> {
    const now = this.clock.now();
    const claim = `UPDATE subscriptions SET check_at = $2 WHERE id IN (
         SELECT id FROM subscriptions WHERE check_at <= $1 ORDER BY check_at LIMIT ${CHECKS} FOR UPDATE SKIP LOCKED)
       RETURNING id`;
    const due = await this.dataSource.transaction((tx) =>
      queryRows<{ id: string }>(tx, claim, [now, minutesAfter(now, AGAIN_MINUTES)]),
    );
    await this.checks.each(
      due.map(({ id }) => Number(id)),
      (id) => this.mirror.execute(id),
    );
  }

  /** The job of a notice names the trial's end it tells of: when that has moved meanwhile, the notice is not sent. */
  private async notify(): Promise<void> {
    while ((await this.notifySome()) === NOTICES);
  }

  async notifySome(): Promise<number> {
    const now = this.clock.now();
    const count = await this.dataSource.transaction(async (tx) => {
      const due = await tx.query<{ id: string; trial_ends_at: Date; notice_at: Date }[]>(
        `SELECT id, trial_ends_at, notice_at FROM subscriptions
          WHERE notice_at <= $1 AND state = 'trialing' AND cancel_at IS NULL AND trial_ends_at > $1
          ORDER BY notice_at LIMIT ${NOTICES} FOR UPDATE SKIP LOCKED`,
        [now],
      );
      if (due.length === 0) return 0;
      const claimed = due.map(({ id, trial_ends_at, notice_at }) => {
        const { days, next } = noticeAfter(trial_ends_at, notice_at);
        return { id, next, subject: `${id}:${days}:${trial_ends_at.getTime() / 1000}` };
      });
      await tx.query(
        `UPDATE subscriptions SET notice_at = next FROM unnest($1::bigint[], $2::timestamptz[]) AS claimed (id, next)
          WHERE subscriptions.id = claimed.id`,
        [claimed.map(({ id }) => id), claimed.map(({ next }) => next)],
      );
      const subjects = claimed.map(({ subject }) => subject);
      await this.jobs.enqueueAll(tx, TRIAL_NOTICE, subjects, currentRequest().requestId);
      return due.length;
    });
    if (count) this.jobs.notify(TRIAL_NOTICE);
    return count;
  }
}
