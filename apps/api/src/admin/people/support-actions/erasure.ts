import { ADMIN_ERRORS, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import type { ActingStaff } from '../../auth/index.ts';
import { ErasePerson } from '../privacy/erase-person.ts';
import {
  answerOf,
  SupportAction,
  type SupportActionBody,
  SupportActionController,
} from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

const whileRequested = ({ trial }: ActionTarget) => trial.erasureRequestedAt !== null || ADMIN_ERRORS.noErasureWaits;

@SupportAction('erase')
export class Erase extends SupportActionController<SupportActionBody<'erase'>> {
  constructor(private readonly erasePerson: ErasePerson) {
    super();
  }

  availableWhen({ trial }: ActionTarget): true | string {
    return trial.erasureRequestedAt === null || 'The erasure was requested already.';
  }

  run(id: number, { also = [] }: SupportActionBody<'erase'>, staff: ActingStaff): Promise<SupportActionAnswer> {
    return this.erasePerson.request(id, also, staff);
  }
}

@SupportAction('approve-erasure')
export class ApproveErasure extends SupportActionController {
  constructor(private readonly erasePerson: ErasePerson) {
    super();
  }

  availableWhen(target: ActionTarget): true | string {
    return whileRequested(target);
  }

  run(id: number, _: object, staff: ActingStaff): Promise<SupportActionAnswer> {
    return this.erasePerson.approve(id, staff);
  }
}

@SupportAction('undo-erasure')
export class UndoErasure extends SupportActionController {
  constructor(private readonly erasePerson: ErasePerson) {
    super();
  }

  availableWhen(target: ActionTarget): true | string {
    return whileRequested(target);
  }

  async run(id: number, _: object, { id: by }: ActingStaff): Promise<SupportActionAnswer> {
    const done = await this.erasePerson.undo(id, by);
    return answerOf(done, 'The erasure is undone.', 'It was undone less than a minute ago.');
  }
}
