import { sqlStates, statesTagged, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, IsNull, LessThan, Not, Repository } from 'typeorm';
import { PaymentGateway } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { SweepRows } from '../../platform/jobs/sweep-rows.ts';
import { nextCardCheck } from '../card-rules.ts';
import { TrialSignup } from '../trial-signup.entity.ts';
import { type TrialChange, TrialSignups } from '../trial-signups.ts';
import { SyncCardSetup } from '../use-cases/record-card.ts';
import { MAX_REMINDERS, quietSince } from '../use-cases/reminders.ts';

const BATCH = 50;
const STUCK_MINUTES = 2;

type Due = Pick<TrialSignup, 'id' | 'setupIntentId' | 'checkoutSessionId'>;

/** What becomes due by the Clock: cards that no call reported, stuck openings, reminders. */
@Injectable()
export class TrialSweeps {
  private readonly cards = new SweepRows('stored cards');
  private readonly openings = new SweepRows('stuck openings');
  private readonly reminders = new SweepRows('quiet visitors');

  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly trials: TrialSignups,
    private readonly jobs: Jobs,
    private readonly syncCardSetup: SyncCardSetup,
    private readonly gateway: PaymentGateway,
    private readonly clock: Clock,
  ) {}

  /** Claims each row by moving its next check, so that replicas share the work. */
  @Every('SWEEP_INTERVAL_SECONDS', 'stored cards')
  async findStoredCards(): Promise<void> {
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
          WHERE card_check_at <= $1 AND state IN (${sqlStates(trialSignup, 'waitsForCard')}) ORDER BY card_check_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
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
    await this.cards.each(byId.keys(), (id) => this.checkCardOf(byId.get(id)!));
  }

  /** Stores since when the payment provider could not be asked. */
  private async checkCardOf(due: Due): Promise<void> {
    const { id } = due;
    try {
      await this.checkCard(due);
    } catch (error) {
      await this.signups.update({ id, cardUnknownSince: IsNull() }, { cardUnknownSince: this.clock.now() });
      throw error;
    }
    await this.signups.update({ id, cardUnknownSince: Not(IsNull()) }, { cardUnknownSince: null });
  }

  private async checkCard({ setupIntentId, checkoutSessionId }: Due): Promise<void> {
    const checkout = checkoutSessionId ? await this.gateway.findCheckout(checkoutSessionId) : undefined;
    if (checkout) await this.syncCardSetup.sync(checkout.setupIntentId, true);
    if (setupIntentId) await this.syncCardSetup.sync(setupIntentId, true);
  }

  /** Makes the job of a stuck opening due now, or queues a new one if there is none; the journal records that once. */
  @Every('SWEEP_INTERVAL_SECONDS', 'stuck openings')
  async retryOpenings(): Promise<void> {
    const before = minutesAfter(this.clock.now(), -STUCK_MINUTES);
    const stuck = await this.waiting(
      { state: In(statesTagged(trialSignup, 'opening')), openingAt: LessThan(before) },
      this.openings,
    );
    await this.openings.each(stuck, (id) =>
      this.trials.changeUnlessErased(id, async (change) => {
        const { entity: subject, tx, at } = change;
        if (!subject.openingAt || subject.openingAt >= before || !change.can('opening.retried')) return;
        subject.openingAt = at;
        if (await this.jobs.expedite(tx, 'openAccount', id)) return;
        if (await change.lastEventWas('opening.retried')) await this.jobs.enqueue(tx, 'openAccount', id);
        else await change.recordTransition('opening.retried');
      }),
    );
  }

  /**
   * Half an hour, a day and three days after the last visit, unless reminders were stopped or a newer sign-up exists.
   */
  @Every('SWEEP_INTERVAL_SECONDS', 'quiet visitors')
  async remindQuietVisitors(): Promise<void> {
    const now = this.clock.now();
    const states = In(statesTagged(trialSignup, 'unfinished'));
    for (let reminders = 0; reminders < MAX_REMINDERS; reminders += 1) {
      const before = quietSince(reminders, now)!;
      const unwanted = { supersededBy: IsNull(), remindersStoppedAt: IsNull(), erasedAt: IsNull() };
      const where = { state: states, reminders, lastSeenAt: LessThan(before), ...unwanted };
      const quiet = await this.waiting(where, this.reminders);
      await this.reminders.each(quiet, (id) =>
        this.trials.changeUnlessErased(id, (change) => remind(change, reminders, before)),
      );
    }
  }

  private async waiting(where: object, rows: SweepRows): Promise<number[]> {
    const found = await this.signups.find({
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
