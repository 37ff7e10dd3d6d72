import { dollars, PLAN_MESSAGES, planOf, type PlanView } from '@lampstand/contracts';
import { Notice } from '../components/notice.tsx';
import { nameOfCard } from '../lib/card-name.ts';
import { useLongDay } from '../lib/clock.ts';
import { CancelPlan, ChangePlan } from './change-plan.tsx';
import type { CardUpdate } from './plan-query.ts';
import { CardSection, UpgradeRequest } from './plan-sections.tsx';

interface Props {
  plan: PlanView;
  token: string;
  /** Set on return from the payment provider's card page. */
  cardUpdate: CardUpdate | undefined;
}

/** A running plan: its terms and dates, and the actions on it. */
export function YourPlan({ plan, token, cardUpdate }: Props) {
  return (
    <div className="stage narrow your-plan">
      <div className="stage-main stack">
        <h1>Your plan</h1>
        <Greeting plan={plan} />
        <div className="wide" role="status">
          {cardUpdate && <CardNotice plan={plan} update={cardUpdate} />}
        </div>
        {plan.upgrade && <UpgradeRequest upgrade={plan.upgrade} plan={plan} token={token} />}
        <section className="card stack" aria-labelledby="facts">
          <h2 id="facts">What you have</h2>
          <PlanFacts plan={plan} />
          {!plan.cancelAt && <ChangePlan plan={plan} token={token} />}
        </section>
        <CardSection plan={plan} token={token} />
        <CancelPlan plan={plan} token={token} />
      </div>
    </div>
  );
}

function Greeting({ plan: { firstName, status, cancelAt, trialEndsAt } }: { plan: PlanView }) {
  const longDay = useLongDay();
  if (cancelAt)
    return (
      <p className="lede quiet">
        Hi {firstName}, your plan is cancelled and ends on <strong className="nowrap">{longDay(cancelAt)}</strong>.
      </p>
    );
  if (status === 'trialing')
    return (
      <p className="lede quiet">
        Hi {firstName}, your free trial runs until <strong className="nowrap">{longDay(trialEndsAt)}</strong>. Nothing
        is charged before that day.
      </p>
    );
  return (
    <p className="lede quiet">
      {status === 'active'
        ? `Hi ${firstName}, your plan is active and paid for.`
        : `Hi ${firstName}, your last payment did not go through.`}
    </p>
  );
}

function CardNotice({ plan: { card }, update }: { plan: PlanView; update: CardUpdate }) {
  if (update === 'updated' && card)
    return (
      <Notice tone="good">
        <p>{PLAN_MESSAGES.cardUpdated(nameOfCard(card))}</p>
      </Notice>
    );
  return (
    <Notice>
      <p>{update === 'slow' ? PLAN_MESSAGES.cardSlow : PLAN_MESSAGES.cardWaiting}</p>
    </Notice>
  );
}

function PlanFacts({ plan }: { plan: PlanView }) {
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
