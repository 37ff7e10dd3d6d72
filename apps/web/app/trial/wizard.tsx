import { ERRORS, TOASTS } from '@lampstand/contracts';
import { type TrialEvent, trialSignup, type TrialState } from '@lampstand/workflows';
import { useMachine } from '@xstate/react';
import { type ComponentType, useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { Billing } from './billing/billing.tsx';
import { forgetCard } from './billing/card-query.ts';
import { OpeningAccount } from './opening/opening-account.tsx';
import { PhoneVerification } from './phone/phone-verification.tsx';
import type { TrialSession } from './session.ts';
import { Stage } from './stage.tsx';
import { Success } from './success.tsx';
import { isUnopened, type Trial } from './trial-query.ts';

interface Props {
  start: TrialState;
  trialId: number;
  trial: Trial;
  resumed: boolean;
  follow: () => Promise<void>;
}

/** What a screen of a saved sign-up may need besides the sign-up itself. */
export interface ScreenProps {
  session: TrialSession;
}

type Unopened = 'phoneVerification' | 'billingInformation' | 'openingAccount';

const SCREENS: Record<Unopened, ComponentType<ScreenProps>> = {
  phoneVerification: PhoneVerification,
  billingInformation: Billing,
  openingAccount: OpeningAccount,
};

/** Runs the chart's local replica: only facts that the server accepted move it, and each state has one screen. */
export default function Wizard({ start, trialId, trial, resumed, follow }: Props) {
  const [snapshot] = useState(() => trialSignup.resolveState({ value: start, context: {} }));
  const [position, send] = useMachine(trialSignup, { snapshot });
  const [cardLost, setCardLost] = useState<string>();
  const state = position.value;

  if (state === 'cancelled' || state === 'registration') return <Ended />;
  if (state === 'success' || state === 'alreadyMember' || !isUnopened(trial)) {
    const existed = state === 'alreadyMember' || trial.userExists === true;
    return <Success trialId={trialId} trial={trial} existed={existed} resumed={state === start} />;
  }
  const loseCard = (reason: string) => {
    forgetCard(trialId);
    showToast(TOASTS.paymentError(reason));
    setCardLost(reason);
    send({ type: 'card.lost' });
  };
  const Screen = SCREENS[state];
  const advance = (type: TrialEvent['type']) => send({ type });
  return <Screen session={{ trialId, trial, resumed, advance, follow, loseCard, cardLost }} />;
}

const Ended = () => (
  <Stage step="registration" title="This sign-up has ended">
    <Notice tone="bad">{ERRORS.cancelled}</Notice>
    <a className="button primary" href="/trial">
      Start over
    </a>
  </Stage>
);
