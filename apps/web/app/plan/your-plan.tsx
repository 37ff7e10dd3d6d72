import { dollars, PLAN_MESSAGES, planOf, type PlanView, type SmallerPlan } from '@lampstand/contracts';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { Stage } from '../components/stage.tsx';
import { CorrectByMail } from '../components/text-links.tsx';
import { nameOfCard } from '../lib/card-name.ts';
import { useLongDay } from '../lib/clock.ts';
import { standingOf } from '../lib/standing.ts';
import { Agreements } from './agreements.tsx';
import { CancelPlan, ChangePlan } from './change-plan.tsx';
import { Invoices } from './invoices.tsx';
import type { CardUpdate } from './plan-query.ts';
import { CardSection, needsCard, UpgradeRequest } from './plan-sections.tsx';
import { Receipts } from './receipts.tsx';
import styles from './your-plan.module.css';

interface Props {
  plan: PlanView;
  token: string;
  /** Set on return from the payment provider's card page. */
  cardUpdate: CardUpdate | undefined;
  /** It has replaced the view of an ended plan. */
  takesFocus: boolean;
}

/** A running plan: what is wrong first, then its terms and dates, and the actions on it. */
export function YourPlan({ plan, token, cardUpdate, takesFocus }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  // The order of the first view stays, so that nothing moves under a finger.
  const [first] = useState({ card: needsCard(plan), cancelled: plan.cancelAt !== null });
  const isKept = !plan.erasureRequested;
  const day = useLongDay();
  const card = isKept && <CardSection plan={plan} token={token} />;
  const cancel = isKept && <CancelPlan plan={plan} token={token} />;
  return (
    <Stage as="div" className={styles.plan}>
      <h1 ref={heading} tabIndex={-1}>
        Your plan
      </h1>
      <p className="lede quiet">
        Hi {plan.firstName}, {standingOf(plan, day).sentence}
      </p>
      <div className="wide" role="status">
        {cardUpdate && <CardNotice plan={plan} update={cardUpdate} />}
      </div>
      {plan.mailReturned && (
        <Notice tone="bad" title="Our email came back">
          <p>
            We could not deliver to your email address, so notices and receipts do not reach you. <CorrectByMail />
          </p>
        </Notice>
      )}
      {first.card && card}
      {first.cancelled && cancel}
      {isKept && plan.upgrade && <UpgradeRequest upgrade={plan.upgrade} plan={plan} token={token} />}
      <section className="card stack" aria-labelledby="facts">
        <h2 id="facts">What you have</h2>
        <PlanFacts plan={plan} />
        {isKept && !plan.cancelAt && <ChangePlan plan={plan} token={token} />}
      </section>
      {!first.cancelled && cancel}
      {!first.card && card}
      <Receipts plan={plan} token={token} />
      <Invoices plan={plan} />
      <Agreements plan={plan} />
    </Stage>
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
  const { name, range } = planOf(plan.plan);
  const price = dollars(plan.monthlyInCents);
  return (
    <dl className={`wide ${styles.facts}`}>
      <div>
        <dt>Plan</dt>
        <dd>
          <strong>{name}</strong>
          <span>{!name.includes(range) && `, ${range} active users`}</span>
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>
          <span className="figure">{price}</span> a month
        </dd>
      </div>
      <div>
        <dt>Active users</dt>
        <dd>
          {usageOf(plan)}
          <span key={plan.smaller?.plan} className="small quiet">
            {plan.smaller && ` ${smallerOf(plan.smaller, plan.status)}`}
          </span>
        </dd>
      </div>
      {rowsOf(plan, price, longDay).map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd key={text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "12 of 19 this month" */
function usageOf({ plan, activeUsers, status }: PlanView): string {
  const { maxActiveUsers } = planOf(plan);
  const time = status === 'trialing' ? 'in your trial so far' : 'this month so far';
  return maxActiveUsers === null ? `${activeUsers} ${time}` : `${activeUsers} of ${maxActiveUsers} ${time}`;
}

/** "6 people took part last month: Starter ($19.99 a month) would do." */
function smallerOf({ plan, activeUsers }: SmallerPlan, status: PlanView['status']): string {
  const { name, amountInCents } = planOf(plan);
  const people = activeUsers === 1 ? 'One person' : `${activeUsers} people`;
  const when = status === 'trialing' ? 'so far' : 'last month';
  return `${people} took part ${when}: ${name} (${dollars(amountInCents)} a month) would do.`;
}

function rowsOf(plan: PlanView, price: string, day: (instant: string) => string): [string, string][] {
  const { status, trialEndsAt, periodEndsAt, cancelAt, openInvoice, nextCharge, card, pause, erasureRequested } = plan;
  const none = pause ? 'None while your payments are paused' : 'None';
  const amount = dollars(nextCharge?.amountInCents ?? 0);
  const monthly = amount === price ? 'then each month' : `then ${price} each month`;
  if (erasureRequested) return [['Next payment', 'None']];
  if (cancelAt)
    return [
      ['Ends on', day(cancelAt)],
      ['Next payment', 'None'],
    ];
  if (status === 'trialing')
    return [
      ['Trial ends', day(trialEndsAt)],
      ['First payment', nextCharge && card ? `${amount} on ${day(trialEndsAt)}, ${monthly}` : none],
    ];
  const next: [string, string] = [
    'Next payment',
    nextCharge ? `${amount} on ${day(periodEndsAt)}${amount === price ? '' : `, ${monthly}`}` : none,
  ];
  if (!openInvoice) return [next];
  return [['Open', `${dollars(openInvoice.amountInCents)}, charged as soon as a card works`], next];
}
