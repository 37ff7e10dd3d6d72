import {
  dollars,
  isExpiredOn,
  lastDayOf,
  longDate,
  NEXT_TRY,
  type OpenInvoice,
  PLAN_MESSAGES,
  planOf,
  type PlanUpgrade,
  type PlanView,
} from '@lampstand/contracts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ActionButton } from '../components/buttons.tsx';
import { FailureNotice, Notice } from '../components/notice.tsx';
import { NewTabLink } from '../components/text-links.tsx';
import { showToast } from '../components/toast-store.ts';
import { nameOfCard } from '../lib/card-name.ts';
import { causeOf, useLongDay } from '../lib/clock.ts';
import { useCardPage, usePlanAction } from './plan-query.ts';

interface PlanSectionProps {
  title: string;
  /** Name of the content shown; when it changes, the heading takes the focus. */
  shows: string;
  /** It is about a button only. */
  unprinted?: true;
  children: ReactNode;
}

/** A card of the plan page whose buttons replace its content. */
export function PlanSection({ title, shows, unprinted, children }: PlanSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shows);
  useEffect(() => {
    if (before.current === shows) return;
    before.current = shows;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [shows]);
  return (
    <section className={`card stack ${unprinted ? 'unprinted' : ''}`} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The preview of a price could not be read. */
export const PreviewFailed = ({ error, retry }: { error: Error; retry: () => void }) => (
  <span key="error">
    <span>{causeOf(error) ?? PLAN_MESSAGES.notOpened}</span>{' '}
    <button type="button" className="link-button" onClick={retry}>
      Try again
    </button>
  </span>
);

/** The stored card, an unpaid invoice, and the button to the payment provider's card page. */
export function CardSection({ plan, token }: { plan: PlanView; token: string }) {
  const { card, openInvoice } = plan;
  const { open, isPending, failure } = useCardPage(plan, token);
  return (
    <section className="card stack" aria-labelledby="card">
      <h2 id="card">Your card</h2>
      {openInvoice && (
        <Notice tone="bad" title={`${dollars(openInvoice.amountInCents)} could not be charged`}>
          <Refusal invoice={openInvoice} />
          <p>
            <NewTabLink href={openInvoice.url}>See the invoice</NewTabLink>
          </p>
        </Notice>
      )}
      <p>{card ? <strong>{nameOfCard(card)}</strong> : 'There is no card.'}</p>
      <CardWarning plan={plan} />
      <FailureNotice failure={failure} />
      <ActionButton primary={needsCard(plan)} onPress={open} pending={isPending} pendingText="Opening the card page…">
        {card ? 'Update card' : 'Add a card'}
      </ActionButton>
      <p className="small quiet unprinted">
        You enter it on a secure page of our payment provider, Stripe, and come back here.
      </p>
    </section>
  );
}

/** Whether the next charge, or one that was refused, waits for a card that works. */
export const needsCard = ({ openInvoice, nextCharge, card, periodEndsAt }: PlanView): boolean =>
  openInvoice !== null || (nextCharge !== null && (!card || isExpiredOn(card, periodEndsAt)));

/** That there is no card for the next charge, or one that expires before it. */
function CardWarning({ plan: { card, nextCharge, status, periodEndsAt } }: { plan: PlanView }) {
  const longDay = useLongDay();
  if (!nextCharge || (card && !isExpiredOn(card, periodEndsAt))) return null;
  const day = longDay(periodEndsAt);
  const what = card?.expires
    ? `This card is good until ${longDate(lastDayOf(card.expires))}. Your next payment is on ${day}. Enter the new card, also if its number is the same.`
    : status === 'trialing'
      ? `Add a card before ${day}. Without one, your account is closed on that day, and nothing is charged.`
      : `Your next payment is on ${day}. Add a card before that day.`;
  return (
    <Notice tone="bad">
      <p key={what}>{what}</p>
    </Notice>
  );
}

/** Why the invoice was refused, what comes, and what to do. */
function Refusal({ invoice: { reason, stage, nextTryAt } }: { invoice: OpenInvoice }) {
  const day = useLongDay();
  return (
    <>
      {reason && <p>The bank’s reason: {reason}.</p>}
      <p key={nextTryAt}>{NEXT_TRY[stage](nextTryAt && day(nextTryAt))}</p>
      <p className="unprinted">Enter a card that works, and we charge it at once.</p>
    </>
  );
}

interface UpgradeProps {
  upgrade: PlanUpgrade;
  plan: PlanView;
  token: string;
}

/** Offers the plan that fits after a month above the limit. Nothing changes unless it is accepted. */
export function UpgradeRequest({ upgrade, plan, token }: UpgradeProps) {
  const { act, isPending, failure } = usePlanAction(token, 'upgrade', () => showToast(PLAN_MESSAGES.accepted));
  const { name, range, amountInCents } = planOf(upgrade.plan);
  const price = <strong>{dollars(amountInCents)} a month</strong>;
  if (upgrade.accepted)
    return (
      <PlanSection title="Your new plan is accepted" shows="accepted">
        <p>
          {name}, {price}, is billed from the next month on.
        </p>
      </PlanSection>
    );
  return (
    <PlanSection title="Your ministry has grown" shows="asked">
      <p>
        {upgrade.activeUsers} people were active in a month, and your plan {planOf(plan.plan).name} is for{' '}
        {planOf(plan.plan).range} active users. The plan that fits is <strong>{name}</strong>
        <span>{!name.includes(range) && ` (${range} active users)`}</span> for {price}, billed from the next month on.
        Nothing changes unless you accept it.
      </p>
      <FailureNotice failure={failure} />
      <ActionButton primary onPress={() => act()} pending={isPending} pendingText="Accepting…">
        Accept
      </ActionButton>
    </PlanSection>
  );
}
