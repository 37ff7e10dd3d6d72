/** What follows from a state of the sign-up for calls, the wire and the sign-up page. All of it is read from the chart. */
import { metaOf, TRIAL_STATES, type TrialCall, type TrialState, type WireStep } from './trial-signup.ts';

/**
 * How a call is handled in a state: `accept`, it may have its effect; `replay`, it had its effect and the answer is 200 and
 * the same; `reject`, it is out of order.
 */
export type CallHandling = 'accept' | 'replay' | 'reject';

/** How `call` is handled for a saved sign-up in `state`. */
export function handlingOf(call: TrialCall, state: TrialState): CallHandling {
  const { accepts, replays } = metaOf(state);
  if (accepts?.includes(call)) return 'accept';
  return replays?.includes(call) ? 'replay' : 'reject';
}

/** Every call that some state accepts. */
export const TRIAL_CALLS: readonly TrialCall[] = [
  ...new Set(TRIAL_STATES.flatMap((state) => metaOf(state).accepts ?? [])),
];

/** A state of the chart as the wire shows it. */
export interface WirePosition {
  step: WireStep;
  paymentVerified: boolean;
  userExists: boolean;
}

export function wirePositionOf(state: TrialState): WirePosition {
  const { step, paymentVerified = false, userExists = false } = metaOf(state);
  return { step, paymentVerified, userExists };
}

/** The state that a browser resumes in: the first one of the step whose flags fit best. Absent flags are false. */
export function resumeState(position: Pick<WirePosition, 'step'> & Partial<WirePosition>): TrialState {
  const { step, paymentVerified = false, userExists = false } = position;
  const fit = (state: TrialState) => {
    const wire = wirePositionOf(state);
    return 2 * Number(wire.userExists === userExists) + Number(wire.paymentVerified === paymentVerified);
  };
  return TRIAL_STATES.filter((state) => metaOf(state).step === step).reduce((best, state) =>
    fit(state) > fit(best) ? state : best,
  );
}
