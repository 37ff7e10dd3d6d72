import { ERRORS, TOASTS } from '@lampstand/contracts';
import { resumeState } from '@lampstand/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showToast } from '../../ui/toast-store.ts';
import { loadTrial } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { Success } from '../success.tsx';
import { positionOf } from '../trial-query.ts';

const POLL_MS = 2000;

/** Nobody knows yet whether the account is open: the server finishes alone, and this page reads until it is settled. */
export function HandedOver({ session: { trialId, trial, advance, loseCard } }: { session: TrialSession }) {
  const { data } = useQuery({
    queryKey: ['trial-signup', trialId, 'settling'],
    queryFn: () => loadTrial(trialId),
    refetchInterval: POLL_MS,
  });
  const state = data && resumeState(positionOf(data));

  useEffect(() => {
    if (state === 'billingInformation') loseCard(ERRORS.cardUnusable);
    if (state === 'alreadyMember') {
      showToast(TOASTS.accountAccess);
      advance('account.existed');
    }
    if (state === 'success') {
      showToast(TOASTS.trialStarted);
      advance('account.opened');
    }
  }, [state]);

  return <Success trialId={trialId} trial={trial} notice={ERRORS.openingPending} />;
}
