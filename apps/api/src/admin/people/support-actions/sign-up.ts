import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import { AppError } from '../../../platform/errors.ts';
import { type TrialChange, unsupersede } from '../../../trials/index.ts';
import { accepts, SignupAction, whileIt } from './sign-up-action.ts';
import { answerOf, SupportAction, type SupportActionBody } from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

@SupportAction('retry-opening')
export class RetryOpening extends SignupAction {
  availableWhen({ trial }: ActionTarget): true | string {
    return trial.is('waitsForCard') ? 'No card is stored yet.' : accepts(trial, 'opening.retried');
  }

  async run(id: number): Promise<SupportActionAnswer> {
    const done = await this.trials.change(id, async (change) => {
      if (await change.wasJustRecorded('opening.retried')) return false;
      change.entity.openingAt = change.at;
      await change.recordTransition('opening.retried');
      return true;
    });
    return answerOf(done, 'The account is being opened.', 'The opening was retried less than a minute ago.');
  }
}

@SupportAction('cancel-signup')
export class CancelSignup extends SignupAction {
  availableWhen({ trial }: ActionTarget): true | string {
    return accepts(trial, 'signup.cancelled');
  }

  async run(id: number): Promise<SupportActionAnswer> {
    const done = await this.trials.change(id, async (change) => {
      if (change.entity.is('cancelled')) return false;
      await change.recordTransition('signup.cancelled');
      return true;
    });
    return answerOf(done, 'The sign-up is canceled.', 'The sign-up was canceled already.');
  }
}

/** As the chart's effect for a newly verified phone does. */
@SupportAction('supersede')
export class Supersede extends SignupAction<SupportActionBody<'supersede'>> {
  availableWhen({ trial }: ActionTarget): true | string {
    return whileIt(trial, 'unfinished');
  }

  async run(id: number, { by }: SupportActionBody<'supersede'>): Promise<SupportActionAnswer> {
    const newer = await this.trials.find(by);
    if (!newer || by === id || newer.supersededBy === id) throw badSuccessor();
    const done = await this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      if (subject.supersededBy === by) return false;
      if (!subject.is('unfinished')) throw new AppError('conflict', ERRORS.outOfOrder);
      subject.supersede(by);
      await change.note('superseded', { by });
      return true;
    });
    return answerOf(done, 'Marked as superseded.', 'It was marked as superseded already.');
  }
}

const badSuccessor = () =>
  new AppError('invalid', ERRORS.invalid, {
    fields: { by: 'Enter the id of another sign-up that is not superseded by this one.' },
  });

/** The sign-up stands for itself again. */
@SupportAction('unsupersede')
export class Unsupersede extends SignupAction {
  availableWhen({ trial }: ActionTarget): true | string {
    return trial.supersededBy === null ? ADMIN_ERRORS.notSuperseded : whileIt(trial, 'unfinished');
  }

  async run(id: number): Promise<SupportActionAnswer> {
    const done = await this.trials.change(id, async (change) => {
      if (!change.entity.is('unfinished')) throw new AppError('conflict', ERRORS.outOfOrder);
      return (await unsupersede(change)) || wasRemoved(change, 'superseded undone', ADMIN_ERRORS.notSuperseded);
    });
    return answerOf(done, 'No longer marked as superseded.', 'The mark was removed less than a minute ago.');
  }
}

@SupportAction('mark-contacted')
export class MarkContacted extends SignupAction {
  availableWhen(): true {
    return true;
  }

  async run(id: number): Promise<SupportActionAnswer> {
    const done = await this.trials.change(id, async (change) => {
      if (change.entity.contactedAt && (await change.wasJustRecorded('contacted'))) return false;
      change.entity.contactedAt = change.at;
      await change.note('contacted');
      return true;
    });
    return answerOf(done, 'Marked as contacted.', 'It was marked less than a minute ago.');
  }
}

@SupportAction('unmark-contacted')
export class UnmarkContacted extends SignupAction {
  availableWhen({ trial }: ActionTarget): true | string {
    return trial.contactedAt !== null || ADMIN_ERRORS.notContacted;
  }

  async run(id: number): Promise<SupportActionAnswer> {
    const done = await this.trials.change(id, async (change) => {
      if (!change.entity.contactedAt) return wasRemoved(change, 'contacted undone', ADMIN_ERRORS.notContacted);
      change.entity.contactedAt = null;
      await change.note('contacted undone');
      return true;
    });
    return answerOf(done, 'No longer marked as contacted.', 'The mark was removed less than a minute ago.');
  }
}

/** False for a second click on an action that removes a mark; throws a 409 when there was none. */
async function wasRemoved(change: TrialChange, note: string, none: string): Promise<false> {
  if (await change.wasJustRecorded(note)) return false;
  throw new AppError('conflict', none);
}
