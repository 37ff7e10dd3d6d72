import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, In, IsNull, LessThan, Not } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { SweepRows, Sweeper } from '../../platform/jobs/sweeper.ts';
import { currentRequest } from '../../platform/request-context.ts';
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
  private readonly cards = new SweepRows('stored cards');
  private readonly openings = new SweepRows('stuck openings');
  private readonly reminders = new SweepRows('quiet visitors');

  constructor(
    private readonly sweeper: Sweeper,
    private readonly dataSource: DataSource,
    private readonly trials: SavedTrials,
    private readonly jobs: Jobs,
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
      const rows = await queryRows<{
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
    const byId = new Map(due.map((trial) => [trial.id, trial]));
    await this.cards.each(byId.keys(), (id) => this.askForCard(byId.get(id)!));
  }

  private async askForCard({ setupIntentId, checkoutSessionId }: Due): Promise<void> {
    const checkout = checkoutSessionId ? await this.gateway.findCheckout(checkoutSessionId) : undefined;
    if (checkout) await this.cardNews.follow(checkout.setupIntentId, true);
    if (setupIntentId) await this.cardNews.follow(setupIntentId, true);
  }

  /** The job of a stuck opening is due now. Where there is none any more a new one begins; the journal tells that once. */
  private async retryOpenings(): Promise<void> {
    const before = minutesAfter(this.clock.now(), -STUCK_MINUTES);
    const stuck = await this.waiting({ state: 'openingAccount', openingAt: LessThan(before) }, this.openings);
    await this.openings.each(stuck, (id) =>
      this.trials.change(id, async (change) => {
        const { entity: subject, tx, at } = change;
        if (!subject.openingAt || subject.openingAt >= before || !change.can('opening.retried')) return;
        subject.openingAt = at;
        if (await this.jobs.expedite(tx, 'openAccount', id)) return;
        if (await change.lastEventWas('opening.retried'))
          await this.jobs.enqueue(tx, 'openAccount', id, currentRequest().requestId);
        else await change.recordTransition('opening.retried');
      }),
    );
  }

  /** Half an hour, a day and three days after they were last seen; nobody who has stopped them, or began anew. */
  private async remindQuietVisitors(): Promise<void> {
    const now = this.clock.now();
    const states = In(['phoneVerification', 'billingInformation']);
    for (let reminders = 0; reminders < MOST_REMINDERS; reminders += 1) {
      const before = quietSince(reminders, now)!;
      const unwanted = { supersededBy: IsNull(), remindersStoppedAt: IsNull(), erasedAt: IsNull() };
      const where = { state: states, reminders, lastSeenAt: LessThan(before), ...unwanted };
      const quiet = await this.waiting(where, this.reminders);
      await this.reminders.each(quiet, (id) => this.trials.change(id, (change) => remind(change, reminders, before)));
    }
  }

  private async waiting(where: object, rows: SweepRows): Promise<number[]> {
    const found = await this.dataSource.getRepository(TrialSignup).find({
      select: { id: true },
      where: { ...where, id: Not(In(rows.backedOff())) },
      take: BATCH,
    });
    return found.map(({ id }) => id);
  }
}

async function remind(change: TrialChange, reminders: number, before: Date): Promise<void> {
  const { entity: subject } = change;
  const isDue = subject.reminders === reminders && subject.lastSeenAt < before && !subject.remindersStoppedAt;
  if (!isDue || !change.can('visitor.wentQuiet')) return;
  subject.reminders = reminders + 1;
  await change.recordTransition('visitor.wentQuiet', { reminder: reminders + 1 });
}
