import { transition, type TrialEvent, trialSignup, type TrialState, type TrialTag } from '@lampstand/workflows';
import { Inject } from '@nestjs/common';
import { type TrialChange, TrialSignups } from '../../../trials/index.ts';
import { type Press, SupportActionController } from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

/** A support action that changes a sign-up under its lock. */
export abstract class SignupAction<Given = object> extends SupportActionController<Given> {
  @Inject(TrialSignups) protected readonly trials: TrialSignups;

  /** False, and nothing is changed, when it `isDone`. */
  protected changeOnce(
    id: number,
    { requireUnchanged }: Press,
    isDone: (change: TrialChange) => boolean | Promise<boolean>,
    work: (change: TrialChange) => Promise<unknown>,
  ): Promise<boolean> {
    return this.trials.change(id, async (change) => {
      if (await isDone(change)) return false;
      await requireUnchanged(change.tx);
      await work(change);
      return true;
    });
  }
}

type Target = ActionTarget['trial'];

/** Available where the chart has a transition for `event`. */
export const accepts = ({ state }: Target, event: TrialEvent['type']): true | string =>
  transition(trialSignup, state, event) !== undefined || REASONS[state];

/** Available in the states with `tag`. */
export const whileIt = (trial: Target, tag: TrialTag): true | string => trial.is(tag) || REASONS[trial.state];

/** Why an action is not available. */
const REASONS: Record<TrialState, string> = {
  registration: 'The sign-up is not saved yet.',
  phoneVerification: 'The phone is not verified yet.',
  billingInformation: 'The phone is verified already.',
  openingAccount: 'The card is stored, and the account is being opened.',
  success: 'The account is open; this belongs to the sign-up.',
  alreadyMember: 'The sign-up has ended: the person has an account already.',
  cancelled: 'The sign-up was canceled.',
};
