import { CONSENT_VERSION, ERRORS, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { Appearance, CustomFontSource, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../../components/buttons.tsx';
import figtree from '../../fonts/figtree.woff2?url';
import { FailureNotice, useFailure } from '../../components/notice.tsx';
import { type ApiError, isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { whenConnected } from '../../lib/connection.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../components/toast-store.ts';
import { agreeToCharges, confirmPayment } from '../calls.ts';
import { Working } from '../working.tsx';
import { patchTrial, trialQuery, type TrialSession } from '../trial-session.ts';
import type { PlanChoice } from './billing.tsx';
import styles from './card-form.module.css';
import { Consent, useTerms } from './terms.tsx';

/** The frame has another origin, so the tokens of the reader's color scheme are passed to it by value. */
function appearanceOfPage(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--ink'),
      colorBackground: token('--card'),
      colorText: token('--ink'),
      colorDanger: token('--alarm'),
      fontFamily: 'Figtree, system-ui, sans-serif',
      borderRadius: '14px',
      spacingUnit: '4.5px',
    },
  };
}

/** The weights of Stripe's theme. The frame has another origin, so the URL is absolute. */
const siteFonts = (): CustomFontSource[] => {
  const src = `url(${new URL(figtree, location.origin).href})`;
  return ['400', '500', '600'].map((weight) => ({ family: 'Figtree', src, weight, display: 'swap' }));
};

/** What a card is confirmed with. */
interface Card {
  stripe: Stripe;
  clientSecret: string;
  elements: StripeElements;
}

interface Props {
  session: TrialSession;
  plan: PlanChoice;
  /** Undefined until Stripe's script and the setup intent are loaded. */
  loaded?: Omit<Card, 'elements'>;
  onLoadError: () => void;
}

/**
 * The card form. It stands before its fields load and stays when they come, so that nothing moves under a press and the
 * keyboard keeps its place.
 */
export function CardForm({ session, plan, loaded, onLoadError }: Props) {
  const [elements, setElements] = useState<StripeElements>();
  const { ready, pending, failure, confirm } = useCardConfirmation(
    session,
    plan,
    elements && loaded && { ...loaded, elements },
  );
  return (
    <form
      className="card stack wide"
      method="post"
      noValidate
      aria-label="Card"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !pending) confirm();
      }}
    >
      <h2 className="unseen">Your card</h2>
      <div className={`wide ${styles.element}`} aria-busy={!ready}>
        {loaded ? (
          <Fields key={loaded.clientSecret} {...loaded} onReady={setElements} onLoadError={onLoadError} />
        ) : (
          <Working>Preparing the card form…</Working>
        )}
      </div>
      <FailureNotice failure={failure} />
      <Consent plan={plan.plan} trialEndsAt={session.trial.trialEndsAt} />
      <SubmitButton pending={pending} ready={ready} pendingText="Saving your card…">
        Start my free trial
      </SubmitButton>
    </form>
  );
}

interface FieldsProps extends Omit<Card, 'elements'> {
  /** Called with the fields once they are shown, and with undefined once they are gone. */
  onReady: (elements?: StripeElements) => void;
  onLoadError: () => void;
}

function Fields({ stripe, clientSecret, ...rest }: FieldsProps) {
  const [fonts] = useState(siteFonts);
  const [appearance] = useState(appearanceOfPage);
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance, fonts }}>
      <PaymentFields {...rest} />
    </Elements>
  );
}

function PaymentFields({ onReady, onLoadError }: Pick<FieldsProps, 'onReady' | 'onLoadError'>) {
  const elements = useElements();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!elements || !shown) return;
    onReady(elements);
    return () => onReady(undefined);
  }, [elements, shown, onReady]);
  return <PaymentElement onReady={() => setShown(true)} onLoadError={onLoadError} />;
}

/** What did not happen, and what helps, unless the payment provider has said that. */
const afterDecline = (message: string) =>
  `Nothing was charged.${/try|another|different/i.test(message) ? '' : ' Please check the card, or try another one.'}`;

/** The declines that the card form shows itself, beside its fields. Source: https://docs.stripe.com/payments/payment-element#errors */
const SHOWN_BY_FORM = new Set(
  'generic_decline insufficient_funds incorrect_zip incorrect_cvc invalid_cvc invalid_expiry_month invalid_expiry_year expired_card fraudulent lost_card stolen_card card_velocity_exceeded'.split(
    ' ',
  ),
);

class CardRefused extends Error {
  /** The part of the message that the card form does not show. */
  readonly inPlace: string;

  constructor({ message = ERRORS.cardNotConfirmed, code = '', decline_code: reason = code }: Partial<StripeError>) {
    const after = afterDecline(message);
    super(`${message} ${after}`);
    this.inPlace = SHOWN_BY_FORM.has(reason) ? after : this.message;
  }
}

/** The setup intent is outdated: the sign-up went on elsewhere, or has a newer form. */
class FormClosed extends Error {}

/** The card fields are incomplete; Stripe's form says so beside them. */
class CardIncomplete extends Error {}

/**
 * Records the consent, confirms the card with Stripe, then has the server verify it. A retry does not confirm a confirmed
 * card again.
 */
function useCardConfirmation(
  { trialId, trial, advance, catchUp, loseCard }: TrialSession,
  plan: PlanChoice,
  card: Card | undefined,
) {
  const failure = useFailure();
  const confirmed = useRef<string>(undefined);
  const [formId] = useState(() => crypto.randomUUID());
  const terms = useTerms({ plan: plan.plan, trialEndsAt: trial.trialEndsAt });

  const checkFields = async ({ elements }: Card) => {
    const checked = await elements.submit();
    if (checked.error) throw new CardIncomplete(checked.error.message);
  };

  /** At every press, also when the card is confirmed already: the plan may have changed since the press before. */
  const agree = async (setupIntentId: string) => {
    const selectedPlan = plan.plan;
    await agreeToCharges({ trialId, selectedPlan, ...terms, consentVersion: CONSENT_VERSION, formId, setupIntentId });
    patchTrial(trialId, { selectedPlan });
  };

  const confirmCard = async ({ stripe, elements }: Card): Promise<string> => {
    const { setupIntent, error } = await whenConnected(async () => {
      const answer = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: `${location.origin}/trial-checkout-success?trial_id=${trialId}` },
      });
      // Repeated after a lost answer, it says that the card is confirmed.
      if (answer.error?.type === 'api_connection_error') throw new TypeError(answer.error.message);
      return answer;
    });
    const intent = setupIntent ?? error?.setup_intent;
    if (intent?.status === 'succeeded') return intent.id;
    if (error?.code === 'setup_intent_unexpected_state') throw new FormClosed(ERRORS.cardNotConfirmed);
    // The customer of the form was deleted.
    if (error?.code === 'resource_missing') throw new FormClosed(ERRORS.cardFormOver);
    throw new CardRefused(error ?? {});
  };

  /** Shows the current step; if that is still this one, with a new card form. */
  const startAgain = async (reason: string) => {
    if (!(await catchUp())) loseCard(reason);
  };

  /** An outdated price or date is loaded again, and the card stays typed. */
  const conflict = async (error: ApiError) => {
    const reason = causeOf(error) ?? UNEXPECTED;
    if (error.body.reason !== 'stale') return startAgain(reason);
    await queryClient.invalidateQueries(trialQuery(trialId));
    failure.fail(TOASTS.paymentError(reason));
  };

  const confirm = useMutation({
    mutationFn: async (card: Card) => {
      if (!(await plan.settled())) return false;
      const [setupIntentId = ''] = card.clientSecret.split('_secret_');
      const isConfirmed = confirmed.current === setupIntentId;
      if (!isConfirmed) await checkFields(card);
      await agree(setupIntentId);
      if (!isConfirmed) confirmed.current = await confirmCard(card);
      await confirmPayment(trialId, setupIntentId);
      return true;
    },
    onMutate: () => failure.clear(),
    onSuccess: (done) => done && advance('card.saved'),
    onError: (error) => {
      if (isStatus(error, 409)) return void conflict(error);
      if (error instanceof CardIncomplete) return showToast(TOASTS.paymentError(error.message));
      if (error instanceof FormClosed) return void startAgain(error.message);
      if (isStatus(error, 400)) confirmed.current = undefined;
      if (error instanceof CardRefused) return failure.fail(TOASTS.paymentError(error.message), error.inPlace);
      failure.fail(TOASTS.paymentError(causeOf(error) ?? UNEXPECTED));
    },
  });

  return { failure, ready: Boolean(card), pending: confirm.isPending, confirm: () => card && confirm.mutate(card) };
}
