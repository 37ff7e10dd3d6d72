import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import { AppError } from '../../../platform/errors.ts';
import { type TrialChange, unsupersede } from '../../../trials/index.ts';
import { accepts, SignupAction, whileIt } from './sign-up-action.ts';
import { answerOf, type Press, SupportAction, type SupportActionBody } from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

@SupportAction('retry-opening')
export class RetryOpening extends SignupAction {
  readonly shows = ['state', 'email'] as const;

  availableWhen({ trial }: ActionTarget): true | string {
    return trial.is('waitsForCard') ? 'No card is stored yet.' : accepts(trial, 'opening.retried');
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const isDone = (change: TrialChange) => change.wasJustRecorded('opening.retried');
    const done = await this.changeOnce(id, press, isDone, (change) => {
      change.entity.openingAt = change.at;
      return change.recordTransition('opening.retried');
    });
    return answerOf(done, 'The account is being opened.', 'The opening was retried less than a minute ago.');
  }
}

@SupportAction('cancel-signup')
export class CancelSignup extends SignupAction {
  readonly shows = ['state'] as const;

  availableWhen({ trial }: ActionTarget): true | string {
    return accepts(trial, 'signup.cancelled');
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const isDone = ({ entity }: TrialChange) => entity.is('cancelled');
    const done = await this.changeOnce(id, press, isDone, (change) => change.recordTransition('signup.cancelled'));
    return answerOf(done, 'The sign-up is canceled.', 'The sign-up was canceled already.');
  }
}

/** As the chart's effect for a newly verified phone does. */
@SupportAction('supersede')
export class Supersede extends SignupAction<SupportActionBody<'supersede'>> {
  readonly shows = ['superseded', 'state'] as const;

  availableWhen({ trial }: ActionTarget): true | string {
    return whileIt(trial, 'unfinished');
  }

  async run(id: number, { by }: SupportActionBody<'supersede'>, press: Press): Promise<SupportActionAnswer> {
    const newer = await this.trials.find(by);
    if (!newer || by === id || newer.supersededBy === id) throw badSuccessor();
    const isDone = ({ entity }: TrialChange) => entity.supersededBy === by;
    const done = await this.changeOnce(id, press, isDone, (change) => {
      if (!change.entity.is('unfinished')) throw new AppError('conflict', ERRORS.outOfOrder);
      change.entity.supersede(by);
      return change.note('superseded', { by });
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
  readonly shows = ['superseded'] as const;

  availableWhen({ trial }: ActionTarget): true | string {
    return trial.supersededBy === null ? ADMIN_ERRORS.notSuperseded : whileIt(trial, 'unfinished');
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const isDone = (change: TrialChange) =>
      change.entity.supersededBy === null && wasRemoved(change, 'superseded undone', ADMIN_ERRORS.notSuperseded);
    const done = await this.changeOnce(id, press, isDone, (change) => {
      if (!change.entity.is('unfinished')) throw new AppError('conflict', ERRORS.outOfOrder);
      return unsupersede(change);
    });
    return answerOf(done, 'No longer marked as superseded.', 'The mark was removed less than a minute ago.');
  }
}

@SupportAction('mark-contacted')
export class MarkContacted extends SignupAction {
  readonly shows = ['contacted'] as const;

  availableWhen(): true {
    return true;
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const isDone = (change: TrialChange) => change.entity.contactedAt !== null && change.wasJustRecorded('contacted');
    const done = await this.changeOnce(id, press, isDone, (change) => {
      change.entity.contactedAt = change.at;
      return change.note('contacted');
    });
    return answerOf(done, 'Marked as contacted.', 'It was marked less than a minute ago.');
  }
}

@SupportAction('unmark-contacted')
export class UnmarkContacted extends SignupAction {
  readonly shows = ['contacted'] as const;

  availableWhen({ trial }: ActionTarget): true | string {
    return trial.contactedAt !== null || ADMIN_ERRORS.notContacted;
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const isDone = (change: TrialChange) =>
      change.entity.contactedAt === null && wasRemoved(change, 'contacted undone', ADMIN_ERRORS.notContacted);
    const done = await this.changeOnce(id, press, isDone, (change) => {
      change.entity.contactedAt = null;
      return change.note('contacted undone');
    });
    return answerOf(done, 'No longer marked as contacted.', 'The mark was removed less than a minute ago.');
  }
}

/** True for a second click on an action that removes a mark; throws a 409 when there was none. */
async function wasRemoved(change: TrialChange, note: string, none: string): Promise<true> {
  if (await change.wasJustRecorded(note)) return true;
  throw new AppError('conflict', none);
}
