import { sqlStates, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { SweepRows, whileFull } from '../../platform/jobs/sweep-rows.ts';
import { noticeAfter } from '../subscription-rules.ts';
import { SyncSubscription } from '../use-cases/sync-subscription.ts';

const CHECK_BATCH = 50;
const NOTICE_BATCH = 500;
/** When a check is repeated whose process died, or that failed because the provider was away. */
const RETRY_MINUTES = 10;

const TRIAL_NOTICE = 'sendTrialNotice';

/** What becomes due by the Clock: syncs that no webhook caused, and the notices before a trial ends. */
@Injectable()
export class SubscriptionSweeps {
  private readonly checks = new SweepRows('subscriptions');

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly syncSubscription: SyncSubscription,
    private readonly clock: Clock,
  ) {}

  /** Claims each row by moving its next check, so that replicas share the work. */
  @Every('subscriptions')
  async syncDue(): Promise<void> {
    const now = this.clock.now();
    const claim = `UPDATE subscriptions SET check_at = $2 WHERE id IN (
         SELECT id FROM subscriptions WHERE check_at <= $1 ORDER BY check_at LIMIT ${CHECK_BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id`;
    const due = await this.dataSource.transaction((tx) =>
      queryRows<{ id: string }>(tx, claim, [now, minutesAfter(now, RETRY_MINUTES)]),
    );
    await this.checks.each(
      due.map(({ id }) => Number(id)),
      (id) => this.syncSubscription.execute(id),
    );
  }

  /** Each job carries the end of the trial. If the end changes before the job runs, the job sends no notice. */
  @Every('trial notices')
  async queueNotices(): Promise<void> {
    await whileFull(NOTICE_BATCH, () => this.notifySome());
  }

  async notifySome(): Promise<number> {
    const now = this.clock.now();
    return this.dataSource.transaction(async (tx) => {
      const due = await tx.query<{ id: string; trial_ends_at: Date; notice_at: Date }[]>(
        `SELECT id, trial_ends_at, notice_at FROM subscriptions
          WHERE notice_at <= $1 AND state IN (${sqlStates(subscriptionLife, 'inTrial')}) AND cancel_at IS NULL AND trial_ends_at > $1
          ORDER BY notice_at LIMIT ${NOTICE_BATCH} FOR UPDATE SKIP LOCKED`,
        [now],
      );
      if (due.length === 0) return 0;
      const claimed = due.map(({ id, trial_ends_at, notice_at }) => {
        const { days, next } = noticeAfter(trial_ends_at, notice_at, now);
        return { id, next, subject: `${id}:${days}:${trial_ends_at.getTime() / 1000}` };
      });
      await tx.query(
        `UPDATE subscriptions SET notice_at = next FROM unnest($1::bigint[], $2::timestamptz[]) AS claimed (id, next)
          WHERE subscriptions.id = claimed.id`,
        [claimed.map(({ id }) => id), claimed.map(({ next }) => next)],
      );
      const subjects = claimed.map(({ subject }) => subject);
      await this.jobs.enqueueAll(tx, TRIAL_NOTICE, subjects);
      return due.length;
    });
  }
}
