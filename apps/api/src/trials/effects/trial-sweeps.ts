import { sqlStates, statesTagged, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, IsNull, LessThan, Not, Repository } from 'typeorm';
import { PaymentGateway } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
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
  @Every('stored cards')
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
  @Every('stuck openings')
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
   * Half an hour, a day and three days after the last visit, unless reminders were stopped or a newer sign-up exists. After a stop
   * of the server only the latest that is due is sent, and the next one a day later at the earliest.
   */
  @Every('quiet visitors')
  async remindQuietVisitors(): Promise<void> {
    const now = this.clock.now();
    const states = In(statesTagged(trialSignup, 'unfinished'));
    for (let reminder = MAX_REMINDERS; reminder > 0; reminder -= 1) {
      const before = quietSince(reminder - 1, now)!;
      const unwanted = {
        supersededBy: IsNull(),
        remindersStoppedAt: IsNull(),
        erasureRequestedAt: IsNull(),
        erasedAt: IsNull(),
      };
      const where = { state: states, reminders: LessThan(reminder), lastSeenAt: LessThan(before), ...unwanted };
      const quiet = await this.waiting(where, this.reminders, REMINDED_SINCE, { since: daysAfter(now, -1) });
      await this.reminders.each(quiet, (id) =>
        this.trials.changeUnlessErased(id, (change) => remind(change, reminder, before)),
      );
    }
  }

  private async waiting(where: object, rows: SweepRows, unless = 'FALSE', parameters: object = {}): Promise<number[]> {
    const found = await this.signups
      .createQueryBuilder('signup')
      .select('signup.id')
      .where({ ...where, id: Not(In(rows.backedOff())) })
      .andWhere(`NOT ${unless}`, parameters)
      .take(BATCH)
      .getMany();
    return found.map(({ id }) => id);
  }
}

const REMINDED_SINCE = `EXISTS (SELECT FROM workflow_journal
   WHERE flow = '${trialSignup.id}' AND subject_id = signup.id AND event = 'visitor.wentQuiet' AND at > :since)`;

async function remind(change: TrialChange, reminder: number, before: Date): Promise<void> {
  const { entity: subject } = change;
  const isDue =
    subject.reminders < reminder &&
    subject.lastSeenAt < before &&
    !subject.remindersStoppedAt &&
    !subject.erasureRequestedAt;
  if (!isDue || !change.can('visitor.wentQuiet')) return;
  subject.reminders = reminder;
  await change.recordTransition('visitor.wentQuiet', { reminder });
}
