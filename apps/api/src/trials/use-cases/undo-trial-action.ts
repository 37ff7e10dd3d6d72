import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS, type RepairName } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { keepPrevious, previousOf } from '../trial-correction.entity.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';

/** Takes support actions back that were done a moment before. */
@Injectable()
export class UndoTrialAction {
  constructor(
    private readonly accounts: Accounts,
    private readonly trials: TrialSignups,
  ) {}

  set(
    trialId: number,
    action: RepairName,
    before: Partial<Pick<TrialSignup, 'contactedAt' | 'supersededBy'>>,
  ): Promise<void> {
    return this.trials.change(trialId, async (change) => {
      const { supersededBy, ...others } = before;
      if (supersededBy !== undefined) change.entity.supersede(supersededBy);
      Object.assign(change.entity, others);
      await change.note('action undone', { action });
    });
  }

  /** Puts the email back that the last correction replaced. Mails nothing: that address had its mails. */
  restoreEmail(trialId: number): Promise<void> {
    return this.trials.change(trialId, async (change) => {
      const { entity, tx } = change;
      const email = await previousOf(tx, trialId, 'email');
      if (!email || !change.can('email.corrected')) throw new AppError('conflict', ADMIN_ERRORS.tooLateToUndoAction);
      if ((await this.accounts.correctReservedEmail(tx, trialId, email)) === 'taken')
        throw new AppError('conflict', ERRORS.emailTaken);
      await keepPrevious(change, ['email']);
      entity.email = email;
      await change.note('action undone', { action: 'correct-email' });
    });
  }

  /** Puts the phone back that the last correction replaced; a code that went to the other number no longer works. */
  restorePhone(trialId: number): Promise<void> {
    return this.trials.change(trialId, async (change) => {
      const { entity, tx } = change;
      const phone = await previousOf(tx, trialId, 'phone');
      if (!phone || !entity.is('waitsForCode')) throw new AppError('conflict', ADMIN_ERRORS.tooLateToUndoAction);
      await keepPrevious(change, ['phone']);
      entity.phone = phone;
      await change.recordTransition('phone.changed', { undone: true });
    });
  }
}
