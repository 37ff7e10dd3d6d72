import { TOASTS } from '@lampstand/contracts';
import { resumeState, screenOf } from '@lampstand/workflows';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { FailureNotice, useFailure } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { cardQuery } from '../billing/card-query.ts';
import { createAccount, loadTrial } from '../calls.ts';
import { nameOfCard } from '../../lib/card-name.ts';
import { Stage } from '../stage.tsx';
import { positionOf } from '../trial-query.ts';
import type { ScreenProps } from '../wizard.tsx';
import { HandedOver } from './handed-over.tsx';
import '../../styles/billing.css';

/** The card is stored: opens the account without asking for anything, also for someone who comes back. */
export function OpeningAccount({ session }: ScreenProps) {
  const { trialId, trial, advance, follow, loseCard } = session;
  const [handedOver, setHandedOver] = useState(false);
  const failure = useFailure();
  const { data: card } = useQuery(cardQuery(trialId));

  const refused = async (error: string) => {
    const now = await loadTrial(trialId).then(positionOf, () => undefined);
    if (now && resumeState(now) === 'billingInformation') return loseCard(error);
    failure.fail(TOASTS.creationFailed, error);
  };

  const open = useMutation({
    mutationFn: () => createAccount(trialId, trial.selectedPlan),
    onMutate: () => failure.clear(),
    onSuccess: async (answer) => {
      if (answer.success) {
        showToast(TOASTS.accountCreated);
        return advance('account.opened');
      }
      if ('error' in answer) return refused(answer.error);
      showToast(TOASTS.accountAccess);
      advance('account.existed');
    },
    onError: (error) => {
      if (isStatus(error, 409)) return void follow();
      if (isStatus(error, 400, 404, 429)) return failure.fail(TOASTS.creationFailed, error.body.error);
      setHandedOver(true);
    },
  });

  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    open.mutate();
  }, []);

  if (screenOf('openingAccount', handedOver) === 'success') return <HandedOver session={session} />;
  return (
    <Stage step="billing-information" title={failure.toast ? 'Your account is not open yet' : 'Opening your account'}>
      {card && 'card' in card && (
        <p className="saved-card">
          <strong>{nameOfCard(card.card)}</strong> is saved
        </p>
      )}
      {failure.toast ? (
        <FailureNotice failure={failure}>
          <div className="row">
            <button type="button" className="button primary compact" onClick={() => open.mutate()}>
              Try again
            </button>
          </div>
        </FailureNotice>
      ) : (
        <p className="card-loading" role="status">
          <span className="spinner" aria-hidden="true" /> One moment, {trial.firstName}. This takes a few seconds.
        </p>
      )}
    </Stage>
  );
}
