import { ERRORS } from '@lampstand/contracts';
import { Refusal } from '../platform/http/refusal.ts';

/** The chart has no such move from where the subject stands. */
export class NotPossible extends Refusal {
  constructor(flow: string, state: string, event: string) {
    super(409, ERRORS.outOfOrder, {});
    this.name = `NotPossible: ${flow} in ${state} takes no ${event}`;
  }
}
