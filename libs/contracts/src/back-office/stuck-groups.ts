import { statesTagged, subscriptionLife, trialSignup } from '@lampstand/workflows';
import type { StuckGroupName } from './states.ts';

/** People who have been in one of these states for longer than `minutes`. */
interface StuckGroup {
  states: readonly string[];
  minutes: number;
}

/** The sign-up page expects half an hour for a code or a card; a sweep retries an opening after two minutes. */
const VISITOR_MINUTES = 30;
const OPENING_MINUTES = 3;

export const STUCK_GROUPS: Record<StuckGroupName, StuckGroup> = {
  code: { states: statesTagged(trialSignup, 'waitsForCode'), minutes: VISITOR_MINUTES },
  card: { states: statesTagged(trialSignup, 'waitsForCard'), minutes: VISITOR_MINUTES },
  opening: { states: statesTagged(trialSignup, 'opening'), minutes: OPENING_MINUTES },
  payment: { states: statesTagged(subscriptionLife, 'owing'), minutes: 0 },
};
