import { ERRORS, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { resumeState } from '@lampstand/workflows';
import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useFailure } from '../../ui/notice.tsx';
import { confirmPayment, loadTrial } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { positionOf } from '../trial-query.ts';
import type { PlanChoice } from './use-plan.ts';

class CardRefused extends Error {}

/** The form is out of date: the sign-up went on elsewhere, or has a newer form. */
class FormClosed extends Error {}

/** Confirms the card with Stripe, then has the server check it. A card once confirmed is not confirmed again. */
export function useCardConfirmation({ trialId, advance, follow, loseCard }: TrialSession, plan: PlanChoice) {
  const stripe = useStripe();
  const elements = useElements();
  const failure = useFailure();
  const confirmed = useRef<string>(undefined);

  const confirmCard = async (): Promise<string> => {
    if (!stripe || !elements) throw new CardRefused(ERRORS.checkout);
    const checked = await elements.submit();
    if (checked.error) throw new CardRefused(checked.error.message ?? ERRORS.cardNotConfirmed);
    const { setupIntent, error } = await stripe.confirmSetup({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: `${location.origin}/trial-checkout-success?trial_id=${trialId}` },
    });
    const intent = setupIntent ?? error?.setup_intent;
    if (intent?.status === 'succeeded') return intent.id;
    if (error?.code === 'setup_intent_unexpected_state') throw new FormClosed();
    throw new CardRefused(error?.message ?? ERRORS.cardNotConfirmed);
  };

  /** Goes where the sign-up stands now; still here, it gets a new form. */
  const catchUp = async () => {
    const now = await loadTrial(trialId).then(positionOf, () => undefined);
    if (now && resumeState(now) !== 'billingInformation') return follow();
    loseCard(ERRORS.cardNotConfirmed);
  };

  const confirm = useMutation({
    mutationFn: async () => {
      if (!(await plan.settled())) return false;
      confirmed.current ??= await confirmCard();
      await confirmPayment(trialId, confirmed.current);
      return true;
    },
    onMutate: () => failure.clear(),
    onSuccess: (done) => done && advance('card.saved'),
    onError: (error) => {
      if (isStatus(error, 409)) return void follow();
      if (error instanceof FormClosed) return void catchUp();
      if (isStatus(error, 400)) confirmed.current = undefined;
      failure.fail(TOASTS.paymentError(error instanceof CardRefused ? error.message : (causeOf(error) ?? UNEXPECTED)));
    },
  });

  return { failure, ready: Boolean(stripe && elements), pending: confirm.isPending, confirm: () => confirm.mutate() };
}
