import { dollars, planOf, type PlanView } from '@lampstand/contracts';
import { useLongDay } from '../lib/clock.ts';

/** The plan, its price, and what happens when. */
export function PlanFacts({ plan }: { plan: PlanView }) {
  const longDay = useLongDay();
  const { name, range, amountInCents } = planOf(plan.plan);
  const price = dollars(amountInCents);
  return (
    <dl className="plan-facts wide">
      <div>
        <dt>Plan</dt>
        <dd>
          <strong>{name}</strong>
          {!name.includes(range) && `, ${range} active users`}
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>
          <span className="figure">{price}</span> a month
        </dd>
      </div>
      {rowsOf(plan, price, longDay).map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function rowsOf(plan: PlanView, price: string, day: (instant: string) => string): [string, string][] {
  const { status, trialEndsAt, periodEndsAt, cancelAt, openInvoice } = plan;
  if (cancelAt)
    return [
      ['Ends on', day(cancelAt)],
      ['Next payment', 'None'],
    ];
  if (status === 'trialing')
    return [
      ['Trial ends', day(trialEndsAt)],
      ['First payment', `${price} on ${day(trialEndsAt)}, then each month`],
    ];
  const next: [string, string] = ['Next payment', `${price} on ${day(periodEndsAt)}`];
  if (!openInvoice) return [next];
  return [['Open', `${dollars(openInvoice.amountInCents)}, charged as soon as a card works`], next];
}
