import { ADMIN_ERRORS, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import { ErasePerson, whyNotToApprove } from '../privacy/erase-person.ts';
import {
  answerOf,
  type Press,
  SupportAction,
  type SupportActionBody,
  SupportActionController,
} from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

/** Of the dialogs that list what an erasure includes. */
const SHOWN = ['name', 'erasure', 'included'] as const;

const whileRequested = ({ trial }: ActionTarget) => trial.erasureRequestedAt !== null || ADMIN_ERRORS.noErasureWaits;

@SupportAction('erase')
export class Erase extends SupportActionController<SupportActionBody<'erase'>> {
  readonly shows = SHOWN;

  constructor(private readonly erasePerson: ErasePerson) {
    super();
  }

  availableWhen({ trial }: ActionTarget): true | string {
    return trial.erasureRequestedAt === null || 'The erasure was requested already.';
  }

  run(
    id: number,
    { also = [] }: SupportActionBody<'erase'>,
    { staff, requireUnchanged }: Press,
  ): Promise<SupportActionAnswer> {
    return this.erasePerson.request(id, also, staff, requireUnchanged);
  }
}

@SupportAction('approve-erasure')
export class ApproveErasure extends SupportActionController {
  readonly shows = SHOWN;

  constructor(private readonly erasePerson: ErasePerson) {
    super();
  }

  availableWhen(target: ActionTarget): true | string {
    const { trial, approval } = target;
    return (
      (approval && trial.erasureRequestedAt && whyNotToApprove(trial, approval.by, approval.reader)) ||
      whileRequested(target)
    );
  }

  run(id: number, _: object, { staff, requireUnchanged }: Press): Promise<SupportActionAnswer> {
    return this.erasePerson.approve(id, staff, requireUnchanged);
  }
}

@SupportAction('undo-erasure')
export class UndoErasure extends SupportActionController {
  readonly shows = ['erasure'] as const;

  constructor(private readonly erasePerson: ErasePerson) {
    super();
  }

  availableWhen(target: ActionTarget): true | string {
    return whileRequested(target);
  }

  async run(id: number, _: object, { staff, requireUnchanged }: Press): Promise<SupportActionAnswer> {
    const done = await this.erasePerson.undo(id, staff.id, requireUnchanged);
    return answerOf(done, 'The erasure is undone.', 'It was undone less than a minute ago.');
  }
}
