import { type Decision, UNDO_SECONDS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { secondsAfter } from '../platform/clock/instants.ts';
import { Every } from '../platform/jobs/decorators.ts';
import { SweepRows } from '../platform/jobs/sweep-rows.ts';
import { runInContext } from '../platform/request-context.ts';
import { IllegalTransition, Workflow } from '../workflow/index.ts';
import { type AmbassadorEventName, ambassadorFlow } from './applications.ts';

/** Runs in the transaction of the change. */
type Also = (tx: EntityManager) => Promise<void>;

const EVENTS = {
  approve: 'application.approved',
  decline: 'application.declined',
} as const satisfies Record<Decision, AmbassadorEventName>;

const BATCH = 50;

/** The request id of the journal entries of recorded decisions. */
export const DECISION_SWEEP = 'sweep:decisions';

/**
 * Decisions on applications. A decision first is pending: it is stored with the time until which it can be undone, and a
 * sweep records it then, which sends its mail. So it survives a closed browser, and only one can be pending.
 */
@Injectable()
export class DecideApplication {
  private readonly rows = new SweepRows('decisions');

  constructor(
    private readonly workflow: Workflow,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the decision with the words of its mail, which are empty for those of the template. Returns until when it can be
   * undone; the same decision of the same staff account again changes nothing. Undefined when there is no such application.
   * Throws IllegalTransition when a decision is pending or the application is closed.
   */
  decide(
    id: number,
    { decision, words, by }: { decision: Decision; words: string; by: number },
    also: Also,
  ): Promise<Date | undefined> {
    return this.workflow.withLock(ambassadorFlow, id, async (change) => {
      const { entity } = change;
      if (entity.pendingUntil && entity.pendingDecision === decision && entity.decidedBy === by)
        return entity.pendingUntil;
      if (entity.pendingUntil || !change.can(EVENTS[decision]))
        throw new IllegalTransition(ambassadorFlow.chart.id, entity.state, EVENTS[decision]);
      const pendingUntil = secondsAfter(change.at, UNDO_SECONDS);
      Object.assign(entity, { pendingDecision: decision, pendingUntil, decidedBy: by, decisionWords: words });
      await change.note('decision taken', { decision });
      await also(change.tx);
      return pendingUntil;
    });
  }

  /** Removes a pending decision. False when none is pending or its time is over. */
  async undo(id: number, also: Also): Promise<boolean> {
    const undone = await this.workflow.withLock(ambassadorFlow, id, async (change) => {
      const { entity } = change;
      if (!entity.pendingUntil || entity.pendingUntil <= change.at) return false;
      await change.note('decision undone', { decision: entity.pendingDecision });
      Object.assign(entity, { pendingDecision: null, pendingUntil: null, decidedBy: null, decisionWords: '' });
      await also(change.tx);
      return true;
    });
    return undone === true;
  }

  /** Only administrators decide, so the journal names one, not the sweep. */
  @Every('decisions')
  async recordDue(): Promise<void> {
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM ambassador_applications WHERE pending_until <= $1 AND NOT id = ANY ($2) ORDER BY pending_until LIMIT ${BATCH}`,
      [this.clock.now(), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => runInContext({ requestId: DECISION_SWEEP, actor: 'admin' }, () => this.recordPending(id)),
    );
  }

  /** Checks again, under the row lock, that the decision was not undone, and that no other server recorded one. */
  private async recordPending(id: number): Promise<void> {
    await this.workflow.withLock(ambassadorFlow, id, async (change) => {
      const { entity } = change;
      const { pendingDecision, pendingUntil } = entity;
      if (!pendingDecision || !pendingUntil || pendingUntil > change.at) return;
      Object.assign(entity, { pendingDecision: null, pendingUntil: null });
      if (!change.can(EVENTS[pendingDecision])) return;
      entity.decidedAt = change.at;
      await change.recordTransition(EVENTS[pendingDecision]);
    });
  }
}
