import { ERRORS, TOASTS } from '@lampstand/contracts';
import { hasTag, resumeState, trialSignup } from '@lampstand/workflows';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice, useFailure } from '../components/notice.tsx';
import { showToast } from '../components/toast-store.ts';
import { type ApiError, isStatus } from '../lib/api.ts';
import { nameOfCard } from '../lib/card-name.ts';
import { cardQuery, createAccount, loadTrial } from './calls.ts';
import styles from './opening-account.module.css';
import { StepLayout } from './step-layout.tsx';
import { Success } from './success.tsx';
import { nameAfter, positionOf, type ScreenProps } from './trial-session.ts';
import { Working } from './working.tsx';

const POLL_INTERVAL_MS = 2000;

/** Opens the account as soon as it is shown; the card is stored. */
export function OpeningAccount({ session }: ScreenProps) {
  const { trialId, trial, advance, catchUp, loseCard } = session;
  const [pending, setPending] = useState(false);
  const failure = useFailure();
  const { data: card } = useQuery(cardQuery(trialId));

  const refuse = async (refusal: ApiError) => {
    const { error } = refusal.body;
    const now = await loadTrial(trialId).then(positionOf, () => undefined);
    if (now && hasTag(trialSignup, resumeState(now), 'waitsForCard')) return loseCard(error ?? ERRORS.cardUnusable);
    // Only a conflict means that the sign-up may be at another step. Every other refusal is shown.
    if (isStatus(refusal, 409) && (await catchUp())) return;
    const { description } = TOASTS.creationFailed;
    failure.fail(TOASTS.creationFailed, [description, error].filter(Boolean).join(' '));
  };

  const { mutate: openAccount } = useMutation({
    mutationFn: () => createAccount(trialId, trial.selectedPlan),
    onMutate: () => failure.clear(),
    onSuccess: (outcome) => {
      showToast(outcome === 'opened' ? TOASTS.accountCreated : TOASTS.accountAccess);
      advance(`account.${outcome}`);
    },
    onError: (error) => {
      if (isStatus(error, 200, 400, 404, 409, 429)) return refuse(error);
      setPending(true);
    },
  });

  const requested = useRef(false);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    openAccount();
  }, [openAccount]);

  if (pending) return <AccountPending session={session} />;
  return (
    <StepLayout
      step="billing-information"
      title={failure.toast ? 'Your account isn’t open yet' : 'Opening your account'}
    >
      {card && 'card' in card && (
        <p className={styles.savedCard}>
          <strong>{nameOfCard(card.card)}</strong> is saved
        </p>
      )}
      {failure.toast ? (
        <FailureNotice failure={failure}>
          <div className="row">
            <button type="button" className="button primary compact" onClick={() => openAccount()}>
              Try again
            </button>
          </div>
        </FailureNotice>
      ) : (
        <Working>One moment{nameAfter(trial)}. This takes a few seconds.</Working>
      )}
    </StepLayout>
  );
}

/** Success screen for an answer that did not arrive in time: the server goes on by itself, and this polls for the outcome. */
function AccountPending({ session: { trialId, trial, advance, loseCard } }: ScreenProps) {
  const { data } = useQuery({
    queryKey: ['trial-signup', trialId, 'settling'],
    queryFn: () => loadTrial(trialId),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const state = data && resumeState(positionOf(data));

  useEffect(() => {
    if (!state) return;
    if (hasTag(trialSignup, state, 'waitsForCard')) loseCard(ERRORS.cardUnusable);
    if (hasTag(trialSignup, state, 'accountExisted')) {
      showToast(TOASTS.accountAccess);
      advance('account.existed');
    }
    if (hasTag(trialSignup, state, 'opened')) {
      showToast(TOASTS.trialStarted);
      advance('account.opened');
    }
  }, [state, advance, loseCard]);

  return <Success trialId={trialId} trial={trial} opening />;
}
