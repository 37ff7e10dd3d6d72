import { CONSENT_VERSION, dollars, ERRORS, planOf, type TierId, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { hasTag, resumeState, trialSignup } from '@lampstand/workflows';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SubmitButton } from '../../components/buttons.tsx';
import { FailureNotice, useFailure } from '../../components/notice.tsx';
import { MailLink, NewTabLink } from '../../components/text-links.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf, useLongDay } from '../../lib/clock.ts';
import { site } from '../../lib/site.ts';
import { confirmPayment, loadTrial } from '../calls.ts';
import { positionOf, type TrialSession } from '../trial-session.ts';
import type { PlanChoice } from './billing.tsx';

const appearance: Appearance = {
  theme: 'stripe',
  variables: {
    colorPrimary: '#1b2440',
    colorBackground: '#fffdf8',
    colorText: '#1b2440',
    colorDanger: '#a92318',
    fontFamily: 'Figtree, system-ui, sans-serif',
    borderRadius: '14px',
    spacingUnit: '4.5px',
  },
};

interface Props {
  stripe: Stripe;
  clientSecret: string;
  session: TrialSession;
  plan: PlanChoice;
  onLoadError: () => void;
}

export function CardForm({ stripe, clientSecret, ...rest }: Props) {
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance }}>
      <Fields {...rest} />
    </Elements>
  );
}

function Fields({ session, plan, onLoadError }: Omit<Props, 'stripe' | 'clientSecret'>) {
  const card = useCardConfirmation(session, plan);
  const [shown, setShown] = useState(false);
  return (
    <form
      className="card stack wide"
      method="post"
      noValidate
      aria-label="Card"
      onSubmit={(event) => {
        event.preventDefault();
        if (shown && !card.pending) card.confirm();
      }}
    >
      <h2>Your card</h2>
      <div className="wide card-element" aria-busy={!shown}>
        <PaymentElement onReady={() => setShown(true)} onLoadError={onLoadError} />
      </div>
      <FailureNotice failure={card.failure} />
      <Consent plan={plan.plan} trialEndsAt={session.trial.trialEndsAt} />
      <SubmitButton pending={card.pending} ready={card.ready && shown} pendingText="Saving your card…">
        Start my free trial
      </SubmitButton>
    </form>
  );
}

class CardRefused extends Error {}

/** The setup intent is outdated: the sign-up went on elsewhere, or has a newer form. */
class FormClosed extends Error {}

/** Confirms the card with Stripe, then has the server verify it. A retry does not confirm a confirmed card again. */
function useCardConfirmation({ trialId, advance, refresh, loseCard }: TrialSession, plan: PlanChoice) {
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

  /** Shows the current step; if that is still this one, with a new card form. */
  const catchUp = async () => {
    const now = await loadTrial(trialId).then(positionOf, () => undefined);
    if (now && !hasTag(trialSignup, resumeState(now), 'waitsForCard')) return refresh();
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
      if (isStatus(error, 409)) return void refresh();
      if (error instanceof FormClosed) return void catchUp();
      if (isStatus(error, 400)) confirmed.current = undefined;
      failure.fail(TOASTS.paymentError(error instanceof CardRefused ? error.message : (causeOf(error) ?? UNEXPECTED)));
    },
  });

  return { failure, ready: Boolean(stripe && elements), pending: confirm.isPending, confirm: () => confirm.mutate() };
}

interface ConsentProps {
  plan: TierId;
  trialEndsAt: string;
}

/** What is charged when, shown above the card form. */
export function Timeline({ plan, trialEndsAt }: ConsentProps) {
  const longDay = useLongDay();
  const { name, amountInCents } = planOf(plan);
  return (
    <dl className="timeline wide">
      <div>
        <dt>Today</dt>
        <dd>
          <strong>$0.00.</strong> Your 30 days begin.
        </dd>
      </div>
      <div>
        <dt>Before it ends</dt>
        <dd>We e-mail you 7 days and 1 day before, with the price, the date and a link to cancel.</dd>
      </div>
      <div>
        <dt>{longDay(trialEndsAt)}</dt>
        <dd>
          <strong>{dollars(amountInCents)}</strong> for {name}, then each month. Cancel before that day and you pay
          nothing.
        </dd>
      </div>
    </dl>
  );
}

/** Legal consent to the charges. Change CONSENT_VERSION, which `prepareCard` sends, together with the text. */
function Consent({ plan, trialEndsAt }: ConsentProps) {
  const longDay = useLongDay();
  const amount = dollars(planOf(plan).amountInCents);
  return (
    <p className="small quiet" data-consent={CONSENT_VERSION}>
      By starting your trial you allow {site.product} to charge this card {amount} on {longDay(trialEndsAt)} and every
      month after that, until you cancel. Cancel anytime with the link in our e-mails or by writing to <MailLink />. The{' '}
      <NewTabLink href="/terms-of-service">Terms of Service</NewTabLink> apply.
    </p>
  );
}
