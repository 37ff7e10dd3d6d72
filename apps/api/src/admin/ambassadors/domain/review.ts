import type { AmbassadorAction } from '@lampstand/contracts/back-office';
import { ambassadorApplication, type AmbassadorState, step } from '@lampstand/workflows';
import type { AmbassadorEventName } from '../../../ambassadors/index.ts';

/** What each button of the review tells the chart, and where it leads. */
const ACTIONS: Record<AmbassadorAction, { event: AmbassadorEventName; to: AmbassadorState }> = {
  'start-review': { event: 'review.started', to: 'inReview' },
  approve: { event: 'application.approved', to: 'approved' },
  decline: { event: 'application.declined', to: 'declined' },
  withdraw: { event: 'application.withdrawn', to: 'withdrawn' },
};

export const eventOf = (action: AmbassadorAction): AmbassadorEventName => ACTIONS[action].event;

/** Whether an application stands where the button leads: then it was pressed before. */
export const isDone = (action: AmbassadorAction, state: string): boolean => ACTIONS[action].to === state;

/** The buttons that make sense. */
export const actionsIn = (state: string): AmbassadorAction[] =>
  (Object.keys(ACTIONS) as AmbassadorAction[]).filter((action) =>
    step(ambassadorApplication, state, ACTIONS[action].event),
  );
