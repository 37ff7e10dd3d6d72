import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, In, IsNull, LessThan } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { rowsOf } from '../../platform/database/transaction.ts';
import { Sweeper } from '../../platform/jobs/sweeper.ts';
import { CardNews } from '../effects/card-news.ts';
import { nextCardCheck } from '../domain/card-checks.ts';
import { TrialSignup } from '../domain/trial-signup.entity.ts';
import { PaymentGateway } from '../../billing/index.ts';
import type { TrialChange } from '../trial-flow.ts';
import { MOST_REMINDERS, quietSince } from '../domain/reminders.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';

const BATCH = 50;
const STUCK_MINUTES = 2;

type Due = Pick<TrialSignup, 'id' | 'setupIntentId' | 'checkoutSessionId'>;

/** What becomes due while nobody is there: cards no one reported, openings that got stuck, visitors gone quiet. */
@Injectable()
export class TrialSweeps implements OnApplicationBootstrap {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly dataSource: DataSource,
    private readonly trials: SavedTrials,
    private readonly cardNews: CardNews,
    private readonly gateway: PaymentGateway,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('stored cards', () => this.findStoredCards());
    this.sweeper.every('stuck openings', () => this.retryOpenings());
    this.sweeper.every('quiet visitors', () => this.remindQuietVisitors());
  }

  /** Claims each row by moving its next check, so that replicas share the asking. */
  private async findStoredCards(): Promise<void> {
    const now = this.clock.now();
    const due = await this.dataSource.transaction(async (tx) => {
      const rows = await rowsOf<{
        id: string;
        at: Date;
        setup_intent_id: string | null;
        checkout_session_id: string | null;
      }>(
        tx,
        `SELECT id, coalesce(setup_intent_at, last_seen_at) AS at, setup_intent_id, checkout_session_id FROM trial_signups
          WHERE card_check_at <= $1 AND state = 'billingInformation' ORDER BY card_check_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [now, BATCH],
      );
      for (const { id, at } of rows)
        await tx.update(TrialSignup, { id: Number(id) }, { cardCheckAt: nextCardCheck(at, now) });
      return rows.map((row) => ({
        id: Number(row.id),
        setupIntentId: row.setup_intent_id,
        checkoutSessionId: row.checkout_session_id,
      }));
    });
    for (const trial of due) await this.askForCard(trial);
  }

  private async askForCard({ setupIntentId, checkoutSessionId }: Due): Promise<void> {
    const checkout = checkoutSessionId ? await this.gateway.findCheckout(checkoutSessionId) : undefined;
    if (checkout) await this.cardNews.follow(checkout.setupIntentId, true);
    if (setupIntentId) await this.cardNews.follow(setupIntentId, true);
  }

  private async retryOpenings(): Promise<void> {
    const before = minutesAfter(this.clock.now(), -STUCK_MINUTES);
    for (const { id } of await this.waiting({ state: 'openingAccount', openingAt: LessThan(before) })) {
      await this.trials.change(id, async (change) => {
        const { subject, at } = change;
        if (!subject.openingAt || subject.openingAt >= before || !change.can('opening.retried')) return;
        subject.openingAt = at;
        await change.record('opening.retried');
      });
    }
  }

  /** Half an hour, a day and three days after they were last seen; nobody who has stopped them, or began anew. */
  private async remindQuietVisitors(): Promise<void> {
    const now = this.clock.now();
    const states = In(['phoneVerification', 'billingInformation']);
    for (let reminders = 0; reminders < MOST_REMINDERS; reminders += 1) {
      const before = quietSince(reminders, now)!;
      const unwanted = { supersededBy: IsNull(), remindersStoppedAt: IsNull(), erasedAt: IsNull() };
      for (const { id } of await this.waiting({ state: states, reminders, lastSeenAt: LessThan(before), ...unwanted }))
        await this.trials.change(id, (change) => remind(change, reminders, before));
    }
  }

  private waiting(where: object): Promise<Pick<TrialSignup, 'id'>[]> {
    return this.dataSource.getRepository(TrialSignup).find({ select: { id: true }, where, take: BATCH });
  }
}

async function remind(change: TrialChange, reminders: number, before: Date): Promise<void> {
  const { subject } = change;
  const isDue = subject.reminders === reminders && subject.lastSeenAt < before && !subject.remindersStoppedAt;
  if (!isDue || !change.can('visitor.wentQuiet')) return;
  subject.reminders = reminders + 1;
  await change.record('visitor.wentQuiet', { reminder: reminders + 1 });
}
