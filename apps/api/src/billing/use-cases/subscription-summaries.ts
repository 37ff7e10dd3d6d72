import type { SubscriptionSummary } from '@lampstand/contracts';
import { hasTag, isStarted, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { Workflow } from '../../workflow/index.ts';
import type { Subscription } from '../billing.entities.ts';
import { subscriptionFlow } from '../subscription-flow.ts';

/** Where a subscription stands: what an old link says instead of what was true when it was mailed. */
@Injectable()
export class SubscriptionSummaries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly accounts: Accounts,
  ) {}

  async find(id: number): Promise<SubscriptionSummary | undefined> {
    const subscription = await this.workflow.find(subscriptionFlow, { id });
    return subscription ? this.of(subscription) : undefined;
  }

  async of(subscription: Subscription): Promise<SubscriptionSummary | undefined> {
    const { state, trialEndsAt, periodEndsAt, cancelAt, pause } = subscription;
    if (!isStarted(state)) return undefined;
    return {
      status: state,
      trialEndsAt: trialEndsAt.toISOString(),
      periodEndsAt: periodEndsAt.toISOString(),
      cancelAt: cancelAt?.toISOString() ?? null,
      endedAt: (await this.endOf(subscription))?.toISOString() ?? null,
      pause,
      erasureRequested: (await this.accounts.holderOf(subscription.id))?.erasureRequested ?? false,
      nextTryAt: (await this.nextTryOf(subscription))?.toISOString() ?? null,
    };
  }

  private async nextTryOf({ id, state }: Subscription): Promise<Date | undefined> {
    if (!hasTag(subscriptionLife, state, 'owing')) return undefined;
    const [row] = await this.dataSource.query<[{ at: Date | null }?]>(
      `SELECT min(next_attempt_at) AS at FROM payments WHERE subscription_id = $1 AND status = 'open'`,
      [id],
    );
    return row?.at ?? undefined;
  }

  /** When it ended; undefined while it runs. The journal's last event of a subscription that has ended is its end. */
  async endOf({ id, state, journalSeq }: Subscription): Promise<Date | undefined> {
    if (!hasTag(subscriptionLife, state, 'ended')) return undefined;
    const [row] = await this.dataSource.query<[{ at: Date }?]>(
      'SELECT at FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND seq = $3',
      [subscriptionFlow.chart.id, id, journalSeq],
    );
    return row?.at;
  }
}
