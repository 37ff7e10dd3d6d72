import { type CardPageAnswer, dollars, type PlanView } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { ActionButton } from '../components/buttons.tsx';
import { FailureNotice, Notice, useFailure } from '../components/notice.tsx';
import { NewTabLink } from '../components/text-links.tsx';
import { post } from '../lib/api.ts';
import { nameOfCard } from '../lib/card-name.ts';
import { previousCard, reportFailure } from './plan-query.ts';

/** The stored card, an unpaid invoice, and the button to the payment provider's card page. */
export function CardSection({ plan, token }: { plan: PlanView; token: string }) {
  const { card, openInvoice } = plan;
  const failure = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<CardPageAnswer>('/api/plan/card', { token }),
    onSuccess: ({ url }) => {
      previousCard.write(card);
      location.assign(url);
    },
    onError: (error) => reportFailure(error, token, failure),
  });
  const open = () => {
    failure.clear();
    mutate();
  };
  return (
    <section className="card stack" aria-labelledby="card">
      <h2 id="card">Your card</h2>
      {openInvoice && (
        <Notice tone="bad" title={`${dollars(openInvoice.amountInCents)} could not be charged`}>
          <p>Enter a card that works, and we charge it at once.</p>
          <p>
            <NewTabLink href={openInvoice.url}>See the invoice</NewTabLink>
          </p>
        </Notice>
      )}
      <p>{card ? <strong>{nameOfCard(card)}</strong> : 'There is no card.'}</p>
      <div className="wide" role="alert">
        <FailureNotice failure={failure} />
      </div>
      <ActionButton
        primary={openInvoice !== null}
        onPress={open}
        pending={isPending}
        pendingText="Opening the card page…"
      >
        Update card
      </ActionButton>
      <p className="small quiet">You enter it on a secure page of our payment provider, Stripe, and come back here.</p>
    </section>
  );
}
