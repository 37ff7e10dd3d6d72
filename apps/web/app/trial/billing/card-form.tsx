import { Elements, PaymentElement } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { FailureNotice } from '../../ui/notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { TrialSession } from '../session.ts';
import { Consent } from './consent.tsx';
import { useCardConfirmation } from './use-card-confirmation.ts';
import type { PlanChoice } from './use-plan.ts';

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
