import { type CardPageAnswer, dollars, type PlanView } from '@lampstand/contracts';
import { useMutation } from '@tanstack/react-query';
import { post } from '../lib/api.ts';
import { nameOfCard } from '../lib/card-name.ts';
import { NewTab } from '../ui/new-tab.tsx';
import { FailureNotice, Notice, useFailure } from '../ui/notice.tsx';
import { ActButton } from './act-button.tsx';
import { cardBefore, tellWhy } from './plan-query.ts';

/** The card that pays, the invoice that waits for one, and the way to the provider's page where another is entered. */
export function CardPart({ plan, token }: { plan: PlanView; token: string }) {
  const { card, openInvoice } = plan;
  const failure = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<CardPageAnswer>('/api/plan/card', { token }),
    onSuccess: ({ url }) => {
      cardBefore.write(card);
      location.assign(url);
    },
    onError: (error) => tellWhy(error, token, failure),
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
            <NewTab href={openInvoice.url}>See the invoice</NewTab>
          </p>
        </Notice>
      )}
      <p>{card ? <strong>{nameOfCard(card)}</strong> : 'There is no card.'}</p>
      <div className="wide" role="alert">
        <FailureNotice failure={failure} />
      </div>
      <ActButton primary={openInvoice !== null} onPress={open} pending={isPending} pendingText="Opening the card page…">
        Update card
      </ActButton>
      <p className="small quiet">You enter it on a secure page of our payment provider, Stripe, and come back here.</p>
    </section>
  );
}
