import { sqlStates, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { SweepRows } from '../../platform/jobs/sweep-rows.ts';
import { Workflow } from '../../workflow/index.ts';
import { ClosedMonth, Subscription } from '../billing.entities.ts';
import { type SubscriptionChange, subscriptionFlow } from '../subscription-flow.ts';
import { monthOf, monthsAfter, upgradeFor } from './active-users.ts';

const UPGRADE_REQUEST = 'sendUpgradeRequest';

const BATCH = 100;
/** The dashboard reports the last minutes of a month within this time. */
const GRACE_MINUTES = 60;

/** Closes billing months by the Clock: counts the active users, and proposes a larger plan if there were too many. */
@Injectable()
export class CloseMonths {
  private readonly rows = new SweepRows('billing months');

  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  @Every('billing months')
  async sweep(): Promise<void> {
    const before = minutesAfter(this.clock.now(), -GRACE_MINUTES);
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM subscriptions WHERE closes_at <= $1 AND state NOT IN (${sqlStates(subscriptionLife, 'ended')}) AND id <> ALL($2) ORDER BY closes_at LIMIT ${BATCH}`,
      [before, this.rows.backedOff()],
    );
    const ids = due.map(({ id }) => Number(id));
    await this.rows.each(ids, (id) =>
      this.workflow.withLock(subscriptionFlow, id, async (change) => {
        if (change.entity.closesAt <= before) await this.close(change);
      }),
    );
  }

  /** Closes one month; when several are due, the next sweep closes the next. */
  private async close(change: SubscriptionChange): Promise<void> {
    const { entity: subject, tx } = change;
    const { id: subscriptionId, plan, closesAt: closedAt } = subject;
    const { month, activeUsers, next } = await monthEndingAt(tx, subject);
    const upgradeTo = upgradeFor(plan, activeUsers) ?? null;
    await tx.upsert(
      ClosedMonth,
      { subscriptionId, month, closedAt, activeUsers, plan, upgradeTo, acceptedAt: null },
      { conflictPaths: ['subscriptionId', 'month'], skipUpdateIfNoValuesChanged: true },
    );
    subject.closesAt = next;
    subject.activeUsers = activeUsers;
    if (!upgradeTo) return;
    await change.note('over plan', { month, activeUsers, plan, upgradeTo });
    await this.jobs.enqueue(tx, UPGRADE_REQUEST, `${subscriptionId}:${month}`);
  }
}

/** The month that ends at `closesAt`, its active users, and when the next month ends. */
async function monthEndingAt(tx: EntityManager, { id, closesAt, trialEndsAt }: Subscription) {
  const [row] = await tx.query<[{ month: number; activeUsers: number; next: Date }]>(
    `WITH m AS (SELECT ${monthOf('$2::timestamptz', '$3::timestamptz')} - 1 AS month)
     SELECT month, ${monthsAfter('$3::timestamptz', 'month + 1')} AS next,
            (SELECT count(*)::int FROM active_users a WHERE a.subscription_id = $1 AND a.month = m.month) AS "activeUsers" FROM m`,
    [id, closesAt, trialEndsAt],
  );
  return row;
}
