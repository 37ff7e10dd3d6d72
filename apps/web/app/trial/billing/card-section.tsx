import { INLINE, TOASTS } from '@lampstand/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Failure, FailureNotice, useFailure } from '../../components/notice.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf, useConfig } from '../../lib/clock.ts';
import { cardQuery, openCheckout, stripeQuery } from '../calls.ts';
import type { TrialSession } from '../trial-session.ts';
import type { PlanChoice } from './billing.tsx';
import { CardForm } from './card-form.tsx';

interface Props {
  session: TrialSession;
  plan: PlanChoice;
}

/** The card form once Stripe's script and the setup intent are loaded; the hosted checkout when one of them fails. */
export function CardSection({ session, plan }: Props) {
  const { trialId, advance, catchUp } = session;
  const config = useConfig();
  const card = useQuery(cardQuery(trialId));
  const stripe = useQuery(stripeQuery(config.data));
  const [broken, setBroken] = useState(false);
  const failure = useFailure();
  const { fail } = failure;
  const stored = card.data && 'card' in card.data;
  const problem = card.error ?? config.error ?? stripe.error ?? (broken || undefined);

  useEffect(() => {
    if (stored) advance('card.saved');
  }, [stored, advance]);

  useEffect(() => {
    if (!problem) return;
    const report = async () => {
      if (isStatus(problem, 409) && (await catchUp())) return;
      fail(TOASTS.checkoutError(causeOf(problem)), card.error ? undefined : INLINE.cardFormMissing);
    };
    void report();
  }, [problem, card.error, catchUp, fail]);

  const retry = () => {
    failure.clear();
    setBroken(false);
    for (const query of [config, card, stripe]) if (query.error) void query.refetch();
  };

  if (problem) return <HostedCheckout session={session} failure={failure} retry={retry} />;
  const clientSecret = card.data && 'clientSecret' in card.data ? card.data.clientSecret : undefined;
  return (
    <CardForm
      session={session}
      plan={plan}
      loaded={clientSecret && stripe.data ? { clientSecret, stripe: stripe.data } : undefined}
      onLoadError={() => setBroken(true)}
    />
  );
}

interface HostedProps {
  session: TrialSession;
  failure: Failure;
  retry: () => void;
}

function HostedCheckout({ session: { trialId, catchUp }, failure, retry }: HostedProps) {
  const hosted = useMutation({
    mutationFn: () => openCheckout(trialId),
    onSuccess: ({ url }) => location.assign(url),
    onError: async (error) => {
      if (isStatus(error, 409) && (await catchUp())) return;
      failure.fail(TOASTS.checkoutError(causeOf(error)));
    },
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
