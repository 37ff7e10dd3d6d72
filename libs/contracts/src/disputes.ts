/**
 * Where the dispute of a payment at the bank stands. `inquiry`: the bank asks, and has taken nothing yet; from `needsResponse` on it has
 * taken the payment back, and gives it again once the dispute is won.
 */
export type DisputeState = 'inquiry' | 'needsResponse' | 'underReview' | 'won' | 'lost';

export interface PaymentDispute {
  /** The provider's id. */
  id: string;
  state: DisputeState;
  openedAt: string;
  /** Until when it can be answered; null where no answer is taken. */
  answerBy: string | null;
}

/** Whether a person has to answer the bank. */
export const NEEDS_ANSWER: readonly DisputeState[] = ['inquiry', 'needsResponse'];

/** Whether the bank has the payment, for now or for good. */
export const isTakenBack = (state: DisputeState | undefined): boolean =>
  state === 'needsResponse' || state === 'underReview' || state === 'lost';
