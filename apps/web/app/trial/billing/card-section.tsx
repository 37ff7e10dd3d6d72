import { INLINE, TOASTS } from '@lampstand/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { useConfig } from '../../lib/config.ts';
import { FailureNotice, useFailure } from '../../ui/notice.tsx';
import { openCheckout } from '../calls.ts';
import type { TrialSession } from '../session.ts';
import { CardForm } from './card-form.tsx';
import { cardQuery } from './card-query.ts';
import { stripeQuery } from './stripe.ts';
import type { PlanChoice } from './use-plan.ts';

interface Props {
  session: TrialSession;
  plan: PlanChoice;
}

/** The card form once Stripe's script and our setup intent are there; a way on when one of them is not. */
export function CardSection({ session, plan }: Props) {
  const { trialId, advance, follow } = session;
  const config = useConfig();
  const card = useQuery(cardQuery(trialId));
  const stripe = useQuery(stripeQuery(config.data));
  const [broken, setBroken] = useState(false);
  const failure = useFailure();
  const stored = card.data && 'card' in card.data;
  const problem = card.error ?? config.error ?? stripe.error ?? (broken || undefined);

  useEffect(() => {
    if (stored) advance('card.saved');
  }, [stored]);

  useEffect(() => {
    if (isStatus(card.error, 409)) return void follow();
    if (problem) failure.fail(TOASTS.checkoutError(causeOf(problem)), card.error ? undefined : INLINE.cardFormMissing);
  }, [problem]);

  const retry = () => {
    failure.clear();
    setBroken(false);
    for (const query of [config, card, stripe]) if (query.error) void query.refetch();
  };

  if (problem) return <OtherWays session={session} failure={failure} retry={retry} />;
  if (!card.data || stored || !('clientSecret' in card.data) || !stripe.data) {
    return (
      <div className="card wide card-loading" role="status">
        <span className="spinner" aria-hidden="true" /> Preparing the card form…
      </div>
    );
  }
  const { clientSecret } = card.data;
  return (
    <CardForm
      key={clientSecret}
      stripe={stripe.data}
      clientSecret={clientSecret}
      session={session}
      plan={plan}
      onLoadError={() => setBroken(true)}
    />
  );
}

interface OtherWaysProps {
  session: TrialSession;
  failure: ReturnType<typeof useFailure>;
  retry: () => void;
}

function OtherWays({ session: { trialId, follow }, failure, retry }: OtherWaysProps) {
  const hosted = useMutation({
    mutationFn: () => openCheckout(trialId),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => (isStatus(error, 409) ? void follow() : failure.fail(TOASTS.checkoutError(causeOf(error)))),
  });
  return (
    <div className="wide">
      <FailureNotice failure={failure}>
        <div className="row">
          <button type="button" className="button primary compact" onClick={retry}>
            Try again
          </button>
          <button
            type="button"
            className="button second compact"
            aria-disabled={hosted.isPending || undefined}
            onClick={() => !hosted.isPending && hosted.mutate()}
          >
            Use the secure card page instead
          </button>
        </div>
      </FailureNotice>
    </div>
  );
}
