import type { TrialState } from './trial-signup.ts';

/** The four steps people see, as they stand in the address and on the wire. */
export const STEPS = ['registration', 'phone-verification', 'billing-information', 'success'] as const;
export type WireStep = (typeof STEPS)[number];

/** A state of the chart as the wire tells it. */
export interface WirePosition {
  step: WireStep;
  paymentVerified: boolean;
  userExists: boolean;
}

const wire = (step: WireStep, more: Partial<WirePosition> = {}): WirePosition => ({
  step,
  paymentVerified: false,
  userExists: false,
  ...more,
});

const POSITIONS: Record<TrialState, WirePosition> = {
  registration: wire('registration'),
  phoneVerification: wire('phone-verification'),
  billingInformation: wire('billing-information'),
  openingAccount: wire('billing-information', { paymentVerified: true }),
  success: wire('success', { paymentVerified: true }),
  alreadyMember: wire('success', { userExists: true }),
  cancelled: wire('registration'),
};

/** How a state is told on the wire. A cancelled sign-up starts over, so it reads as registration. */
export const wirePositionOf = (state: TrialState): WirePosition => POSITIONS[state];

/** The state a browser resumes in: the wire's inverse. A stored card is never asked for twice. */
export function resumeState(told: Pick<WirePosition, 'step'> & Partial<WirePosition>): TrialState {
  if (told.step === 'success') return told.userExists ? 'alreadyMember' : 'success';
  if (told.step === 'billing-information') return told.paymentVerified ? 'openingAccount' : 'billingInformation';
  return told.step === 'phone-verification' ? 'phoneVerification' : 'registration';
}

/**
 * The screen of a state. `handedOver`: create-account ended with an unknown outcome, so the server finishes alone and
 * the person already sees the success screen.
 */
export function screenOf(state: TrialState, handedOver = false): WireStep {
  return state === 'openingAccount' && handedOver ? 'success' : POSITIONS[state].step;
}
