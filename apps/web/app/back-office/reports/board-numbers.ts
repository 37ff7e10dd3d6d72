import type { BoardMonth, Move } from '@lampstand/contracts/back-office';
import { statesTagged, subscriptionLife } from '@lampstand/workflows';
import { percent } from '../format.ts';
import { withQuery } from '../lists/use-list.ts';
import { STAFF_PAGES } from '../pages.ts';
import { ALSO_COUNTED } from './stage-list.ts';

/** Members who stopped paying. */
export const endedOf = ({ endedByMember, endedUnpaid, endedByUs }: BoardMonth): number =>
  endedByMember + endedUnpaid + endedByUs;

/** "89.3%" of the trials that ended in the month; a dash without one. */
export const trialToPaid = ({ trialOver, trialPaid }: BoardMonth): string =>
  trialOver ? percent(trialPaid, trialOver) : '–';

const listOf = (query: Record<string, string>) => withQuery(STAFF_PAGES.signups.path, query);

/** The list of the members who are counted for a move of a month. */
export const listOfMove = (move: Move, month: string) => listOf({ moved: `${move}.${month}`, include: ALSO_COUNTED });

const statesOf = (tag: 'billed' | 'owing' | 'inTrial') => statesTagged(subscriptionLife, tag).join();

export const LISTS = {
  paying: listOf({ state: statesOf('billed') }),
  owing: listOf({ state: statesOf('owing') }),
  inTrial: listOf({ state: statesOf('inTrial') }),
  abovePlan: listOf({ abovePlan: 'yes' }),
};

export const listOfState = (churchState: string) => listOf({ churchState, state: statesOf('billed') });
