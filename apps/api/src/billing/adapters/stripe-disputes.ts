import type { DisputeState, PaymentDispute } from '@lampstand/contracts';
import type Stripe from 'stripe';
import { idOf, withoutPermission } from './stripe-client.ts';

/** The newest dispute of each charge that has one. A restricted key may not be allowed to read it. */
export async function readDisputes(stripe: Stripe, charges: Stripe.Charge[]): Promise<Map<string, PaymentDispute>> {
  const disputes = await Promise.all(
    charges.map(async ({ id, disputed }) => {
      if (!disputed) return undefined;
      const [newest] = await stripe.disputes
        .list({ charge: id, limit: 1 })
        .then(({ data }) => data)
        .catch(withoutPermission);
      const dispute = newest && disputeOf(newest);
      return dispute && ([id, dispute] as const);
    }),
  );
  return new Map(disputes.flatMap((each) => (each ? [each] : [])));
}

/** The customer of the disputed charge. A dispute object has no customer. */
export async function customerOfDispute(stripe: Stripe, id: string): Promise<string | undefined> {
  const { charge } = await stripe.disputes.retrieve(id, { expand: ['charge'] });
  return typeof charge === 'string' ? undefined : idOf(charge.customer);
}

/** Null: an inquiry that was answered, closed or prevented changes nothing about the payment. */
const STATES: Record<string, DisputeState | null> = {
  warning_needs_response: 'inquiry',
  warning_under_review: null,
  warning_closed: null,
  prevented: null,
  needs_response: 'needsResponse',
  appeal_needs_response: 'needsResponse',
  under_review: 'underReview',
  appeal_under_review: 'underReview',
  won: 'won',
  lost: 'lost',
};

export function disputeOf({ id, status, created, evidence_details }: Stripe.Dispute): PaymentDispute | undefined {
  const state = STATES[status];
  if (state === undefined)
    throw new Error(`The payment provider reports a dispute in a status that is not known here: ${status}`);
  const dueBy = evidence_details.due_by;
  return state ? { id, state, openedAt: isoOf(created), answerBy: dueBy ? isoOf(dueBy) : null } : undefined;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
