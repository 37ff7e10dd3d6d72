import { PLAN_MESSAGES as SAY, type PlanView } from '@lampstand/contracts';
import { nameOfCard } from '../lib/card-name.ts';
import { useLongDay } from '../lib/clock.ts';
import { Notice } from '../ui/notice.tsx';
import { CancelPart } from './cancel-part.tsx';
import { CardPart } from './card-part.tsx';
import { ChangePart } from './change-part.tsx';
import { PlanFacts } from './plan-facts.tsx';
import type { CardNews } from './plan-query.ts';
import { UpgradeRequest } from './upgrade-request.tsx';

interface Props {
  plan: PlanView;
  token: string;
  /** Set for who comes back from changing the card. */
  cardNews: CardNews | undefined;
}

/** A running plan: what it is, what happens when, and everything that can be done about it. */
export function YourPlan({ plan, token, cardNews }: Props) {
  return (
    <div className="stage narrow your-plan">
      <div className="stage-main stack">
        <h1>Your plan</h1>
        <Greeting plan={plan} />
        <div className="wide" role="status">
          {cardNews && <CardNotice plan={plan} news={cardNews} />}
        </div>
        {plan.upgrade && <UpgradeRequest upgrade={plan.upgrade} plan={plan} token={token} />}
        <section className="card stack" aria-labelledby="facts">
          <h2 id="facts">What you have</h2>
          <PlanFacts plan={plan} />
          {!plan.cancelAt && <ChangePart plan={plan} token={token} />}
        </section>
        <CardPart plan={plan} token={token} />
        <CancelPart plan={plan} token={token} />
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

function CardNotice({ plan: { card }, news }: { plan: PlanView; news: CardNews }) {
  if (news === 'updated' && card)
    return (
      <Notice tone="good">
        <p>{SAY.cardUpdated(nameOfCard(card))}</p>
      </Notice>
    );
  return (
    <Notice>
      <p>{news === 'slow' ? SAY.cardSlow : SAY.cardWaiting}</p>
    </Notice>
  );
}
