import { ADMIN_ERRORS, type ReversibleAction, UNDO_SECONDS, type UndoOffer } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import { SubscriptionSupportActions } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { secondsAfter } from '../../platform/clock/instants.ts';
import { AppError } from '../../platform/errors.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { trialFlow, type TrialSignup, UndoTrialAction } from '../../trials/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { UndoableAction } from './undoable-action.entity.ts';

/** Undoes the latest support action on a sign-up, within ten seconds: a held one is dropped, any other taken back. */
@Injectable()
export class UndoAction {
  constructor(
    @InjectRepository(UndoableAction) private readonly actions: Repository<UndoableAction>,
    private readonly trialActions: UndoTrialAction,
    private readonly subscriptionActions: SubscriptionSupportActions,
    private readonly workflow: Workflow,
    private readonly clock: Clock,
  ) {}

  /** What an action is about to replace; undefined when it cannot be undone. */
  async before(action: ReversibleAction, trial: TrialSignup): Promise<UndoableAction['detail'] | undefined> {
    const { contactedAt, supersededBy } = trial;
    if (action === 'mark-contacted') return { before: contactedAt?.toISOString() ?? null };
    if (action === 'supersede') return { before: supersededBy };
    if (action === 'extend-trial') return this.trialEndBefore(trial.id);
    const isCorrectable = action === 'correct-phone' ? trial.is('waitsForCode') : !trial.is('opened');
    return isCorrectable ? {} : undefined;
  }

  /** Makes a finished action undoable. Returns until when. */
  async keep(
    trialId: number,
    { action, detail, accountId }: Pick<UndoableAction, 'action' | 'detail' | 'accountId'>,
  ): Promise<string> {
    const { actor, requestId } = currentRequest();
    const until = secondsAfter(this.clock.now(), UNDO_SECONDS);
    const row = { trialId, action, detail, held: false, until, accountId, actor, requestId };
    await this.actions.upsert(row, ['trialId', 'action']);
    return until.toISOString();
  }

  async offerOf(trialId: number): Promise<UndoOffer | null> {
    const row = await this.latest(trialId);
    return row && { action: row.action, held: row.held, until: row.until.toISOString() };
  }

  /** Throws a 409 when nothing can be undone any more. False: it was undone a moment before. */
  async execute(trialId: number): Promise<boolean> {
    const row = await this.latest(trialId);
    if (!row) throw new AppError('conflict', ADMIN_ERRORS.tooLateToUndoAction);
    // The call that deletes the row undoes the action.
    const { affected } = await this.actions.delete({ trialId, action: row.action, until: row.until });
    if (!affected) return false;
    if (row.held) await this.note(row);
    else await this.takeBack(row);
    return true;
  }

  private async takeBack(row: UndoableAction): Promise<void> {
    const { trialId, action, detail } = row;
    const before = detail['before'] ?? null;
    if (action === 'mark-contacted')
      await this.trialActions.set(trialId, action, { contactedAt: before === null ? null : new Date(before) });
    if (action === 'supersede')
      await this.trialActions.set(trialId, action, { supersededBy: before === null ? null : Number(before) });
    if (action === 'correct-email') await this.trialActions.restoreEmail(trialId);
    if (action === 'correct-phone') await this.trialActions.restorePhone(trialId);
    if (action !== 'extend-trial') return;
    await this.subscriptionActions.moveTrialEnd(trialId, new Date(String(before)));
    await this.note(row);
  }

  private async note({ trialId, action }: UndoableAction): Promise<void> {
    await this.workflow.withLock(trialFlow, trialId, (change) => change.note('action undone', { action }));
  }

  private async trialEndBefore(id: number): Promise<UndoableAction['detail']> {
    const { trialEndsAt } = await this.subscriptionActions.requireRunning(id);
    return { before: trialEndsAt.toISOString() };
  }

  private latest(trialId: number): Promise<UndoableAction | null> {
    return this.actions.findOne({
      where: { trialId, until: MoreThan(this.clock.now()) },
      order: { until: 'DESC' },
    });
  }
}
