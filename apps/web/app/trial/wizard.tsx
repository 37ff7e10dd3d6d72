import { ERRORS, TOASTS } from '@lampstand/contracts';
import {
  hasTag,
  metaOf,
  resumeState,
  type TrialEvent,
  type TrialScreen,
  trialSignup,
  type TrialState,
} from '@lampstand/workflows';
import { useMachine } from '@xstate/react';
import { type ComponentType, useCallback, useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { showToast } from '../components/toast-store.ts';
import { Billing } from './billing/billing.tsx';
import { forgetCard } from './calls.ts';
import { laterStandingOf, Member } from './member.tsx';
import { OpeningAccount } from './opening-account.tsx';
import { PhoneVerification } from './phone/phone-verification.tsx';
import { StepLayout } from './step-layout.tsx';
import { Success } from './success.tsx';
import { isUnopened, positionOf, type ScreenProps, type Trial, type TrialSession } from './trial-session.ts';

interface Props extends Pick<TrialSession, 'trialId' | 'resumed' | 'proven'> {
  start: TrialState;
  trial: Trial;
  reload: () => Promise<{ data?: Trial | undefined }>;
  /** Starts the wizard again at the step of the trial. */
  restart: () => void;
}

const SCREENS: Record<Exclude<TrialScreen, 'form' | 'success'>, ComponentType<ScreenProps>> = {
  code: PhoneVerification,
  card: Billing,
  opening: OpeningAccount,
};

/** Runs a local replica of the chart and shows the screen of its state. Screens send only events the server accepted. */
export default function Wizard({ start, trial, restart, ...session }: Props) {
  const { trialId, reload } = session;
  const [snapshot] = useState(() => trialSignup.resolveState({ value: start, context: {} }));
  const [position, send] = useMachine(trialSignup, { snapshot });
  const [cardLost, setCardLost] = useState<string>();
  const advance = useCallback((type: TrialEvent['type']) => send({ type }), [send]);
  const loseCard = useCallback(
    (reason: string) => {
      forgetCard(trialId);
      showToast(TOASTS.paymentError(reason));
      setCardLost(reason);
      send({ type: 'card.lost' });
    },
    [send, trialId],
  );
  const state = position.value;
  const catchUp = useCallback(async () => {
    const { data } = await reload();
    const moved = data !== undefined && resumeState(positionOf(data)) !== state;
    if (moved) restart();
    return moved;
  }, [reload, restart, state]);

  const { screen } = metaOf(state);

  if (screen === 'form') return <SignupEnded />;
  if (screen === 'success' || !isUnopened(trial)) {
    const existed = hasTag(trialSignup, state, 'accountExisted') || trial.userExists === true;
    const later = existed ? undefined : laterStandingOf(trial);
    if (later) return <Member trialId={trialId} trial={trial} subscription={later} />;
    return <Success trialId={trialId} trial={trial} existed={existed} resumed={state === start} />;
  }
  const Screen = SCREENS[screen];
  return <Screen session={{ ...session, trial, advance, catchUp, loseCard, cardLost }} />;
}

const SignupEnded = () => (
  <StepLayout step="registration" title="This sign-up has ended">
    <Notice tone="bad">{ERRORS.cancelled}</Notice>
    <a className="button primary" href="/trial">
      Start over
    </a>
  </StepLayout>
);
