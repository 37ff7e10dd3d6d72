import { type HeldAction, type RepairAnswer, UNDO_SECONDS } from '@lampstand/contracts/back-office';
import type { TierId } from '@lampstand/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThanOrEqual, Not, Repository } from 'typeorm';
import { SubscriptionSupportActions } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { secondsAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { SweepRows, Sweeper } from '../../platform/jobs/sweeper.ts';
import { currentRequest, runInContext } from '../../platform/request-context.ts';
import { TrialSupportActions, trialFlow } from '../../trials/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { Audit } from '../session/audit.ts';
import { InspectTrial } from './inspect-trial.ts';
import { whyUnavailable } from './support-action-rules.ts';
import { UndoableAction } from './undoable-action.entity.ts';

const BATCH = 50;

interface HeldInput {
  action: HeldAction;
  detail: UndoableAction['detail'];
  accountId: number;
}

/**
 * Support actions that mail the person or have no way back. Each is stored first, can be undone until its time, and is done
 * by a sweep then. So it survives a closed browser, and an undone one never happened.
 */
@Injectable()
export class HoldAction implements OnApplicationBootstrap {
  private readonly rows = new SweepRows('held support actions');

  constructor(
    @InjectRepository(UndoableAction) private readonly actions: Repository<UndoableAction>,
    private readonly trialActions: TrialSupportActions,
    private readonly subscriptionActions: SubscriptionSupportActions,
    private readonly inspect: InspectTrial,
    private readonly workflow: Workflow,
    private readonly audit: Audit,
    private readonly sweeper: Sweeper,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('held support actions', () => this.finishDue());
  }

  /** Throws a 409 where the action is not available. Of equal calls before its time one is held. */
  async execute(trialId: number, { action, detail, accountId }: HeldInput): Promise<RepairAnswer> {
    if (action === 'cancel-signup') {
      const trial = await this.inspect.requireNotErased(trialId);
      if (trial.is('cancelled')) return { success: true, message: 'The sign-up was canceled already.', repeated: true };
      const why = whyUnavailable(action, { state: trial.state, erased: false, erasureAsked: false });
      if (why) throw new AppError('conflict', why);
    } else await this.subscriptionActions.requireRunning(trialId);
    const { actor, requestId } = currentRequest();
    const until = secondsAfter(this.clock.now(), UNDO_SECONDS);
    const row = { trialId, action, detail, held: true, until, accountId, actor, requestId };
    const held = await this.workflow.withLock(trialFlow, trialId, async (change) => {
      const waiting = await change.tx.findOneBy(UndoableAction, { trialId, action });
      if (waiting) return { until: waiting.until, repeated: true as const };
      await change.tx.insert(UndoableAction, row);
      await change.note('action held', { action, ...detail });
      return { until };
    });
    return { success: true, message: MESSAGES[action], ...held, undoUntil: (held?.until ?? until).toISOString() };
  }

  private async finishDue(): Promise<void> {
    const due = await this.actions.find({
      where: { until: LessThanOrEqual(this.clock.now()), trialId: Not(In(this.rows.backedOff())) },
      order: { until: 'ASC' },
      take: BATCH,
    });
    for (const row of due) await this.rows.each([row.trialId], () => this.finish(row));
  }

  /** Each action may be repeated, so two servers may do it. The journal names who asked for it. */
  private async finish(row: UndoableAction): Promise<void> {
    const { trialId, action, requestId, actor } = row;
    if (row.held) await runInContext({ requestId, actor }, () => this.perform(row));
    await this.actions.delete({ trialId, action, until: row.until });
  }

  /** A definite refusal ends the action, and the timeline says so. */
  private async perform({ trialId, action, detail, accountId, until }: UndoableAction): Promise<void> {
    try {
      if (action === 'cancel-signup') await this.trialActions.cancel(trialId);
      if (action === 'cancel-subscription') await this.subscriptionActions.cancelAtEnd(trialId, true);
      if (action === 'change-plan') await this.subscriptionActions.changePlan(trialId, detail['plan'] as TierId);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      const refused = { repair: action, status: error.code };
      await this.workflow.withLock(trialFlow, trialId, async (change) => {
        // Of two servers one records it.
        const { affected } = await change.tx.delete(UndoableAction, { trialId, action, until });
        if (!affected) return;
        const subject = `trial:${trialId}`;
        await this.audit.write({ accountId, action: 'repair refused', subject, detail: refused }, change.tx);
        await change.note('action refused', { action });
      });
    }
  }
}

const MESSAGES: Record<HeldAction, string> = {
  'cancel-signup': 'The sign-up is canceled when the ten seconds to undo it are over.',
  'cancel-subscription':
    'The subscription is canceled when the ten seconds to undo it are over. Then it can be kept until its last day.',
  'change-plan': 'The plan is changed when the ten seconds to undo it are over. A mail tells the member then.',
};
