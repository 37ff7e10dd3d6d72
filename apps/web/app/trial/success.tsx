import {
  cardEnding,
  type ConsentReceipt,
  ERRORS,
  isExpiredOn,
  longDate,
  TOASTS,
  TRIAL_DAYS,
} from '@lampstand/contracts';
import { useEffect, useRef } from 'react';
import { Notice } from '../components/notice.tsx';
import { Receipt } from '../components/receipt.tsx';
import { SupportText } from '../components/text-links.tsx';
import { showToast } from '../components/toast-store.ts';
import { useLongDay } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { DASHBOARD } from '../lib/site.ts';
import { AccountLink } from './account-link.tsx';
import { Farewell, PlanLine } from './member.tsx';
import { MemberMailReturned } from './mail-returned.tsx';
import { NextSteps } from './next-steps.tsx';
import { StepLayout } from './step-layout.tsx';
import { nameAfter, type Trial, trialQuery } from './trial-session.ts';

interface Props {
  trialId: number;
  trial: Trial;
  /** The phone or email had an account before. */
  existed?: boolean;
  /** Opened by the link, not reached by opening the account in this tab. */
  resumed?: boolean;
  /** Whether the account is still being opened. */
  opening?: boolean;
}

export function Success({ trialId, trial, existed = false, resumed, opening }: Props) {
  const mounted = useRef(false);
  useEffect(() => {
    if (mounted.current) return;
    mounted.current = true;
    if (resumed && !existed) showToast(TOASTS.trialStarted);
    if (!resumed && !opening) void queryClient.invalidateQueries(trialQuery(trialId));
  }, [resumed, existed, opening, trialId]);

  if (existed) return <AlreadyMember title={`Good to see you again${nameAfter(trial)}`} />;
  return (
    <Welcome
      title={`Welcome${nameAfter(trial)}!`}
      text={`Your ${TRIAL_DAYS}-day trial is active.`}
      trialId={trialId}
      trial={trial}
      opening={opening}
    />
  );
}

interface WelcomeProps {
  title: string;
  text: string;
  /** Undefined where the answer of the server names no sign-up. */
  trialId: number | undefined;
  /** Undefined until it is loaded. */
  trial: Trial | undefined;
  opening?: boolean | undefined;
  newTab?: boolean;
}

/** The last screen of both ways: the card form, and the payment provider's page. */
export function Welcome({ title, text, trialId, trial, opening = false, newTab = false }: WelcomeProps) {
  const longDay = useLongDay();
  return (
    <StepLayout step="success" title={title}>
      <p className="lede">
        {text}
        {trial && (
          <span>
            {' '}
            It runs until <strong className="nowrap">{longDay(trial.trialEndsAt)}.</strong>
          </span>
        )}
      </p>
      {trial && trialId !== undefined && <MemberMailReturned trialId={trialId} trial={trial} />}
      {opening && (
        <div role="status" className="wide">
          <Notice>
            <p>
              <SupportText>{ERRORS.openingPending}</SupportText>
            </p>
            <p>The links to your account work as soon as it’s open; this page then says so.</p>
          </Notice>
        </div>
      )}
      <div className="row">
        <DashboardLink opening={opening} newTab={newTab} />
        {trialId !== undefined && (
          <AccountLink
            opening={opening}
            className="button second large"
            href={`/api/trial-signup/${trialId}/calendar.ics`}
          >
            Add trial end to calendar
          </AccountLink>
        )}
      </div>
      <NextSteps email={trial?.email} />
      {trial?.receipt && <CardExpires receipt={trial.receipt} />}
      {trial?.receipt && <Receipt receipt={trial.receipt} />}
      <PlanLine trial={trial} opening={opening} />
      <Farewell />
    </StepLayout>
  );
}

function CardExpires({ receipt: { card, firstChargeOn } }: { receipt: ConsentReceipt }) {
  if (!card || !isExpiredOn(card, firstChargeOn)) return null;
  return (
    <Notice>
      <p>
        {cardEnding(card)} expires before your first payment on {longDate(firstChargeOn)}. Enter another card on your
        plan page before that day.
      </p>
    </Notice>
  );
}

export const AlreadyMember = ({ title, newTab = false }: { title: string; newTab?: boolean }) => (
  <StepLayout step="success" title={title}>
    <p className="lede">You already have an account. We didn’t start a second trial, and nothing is charged.</p>
    <div className="row">
      <DashboardLink newTab={newTab} />
    </div>
    <Farewell />
  </StepLayout>
);

const DashboardLink = ({ opening = false, newTab }: { opening?: boolean; newTab: boolean }) => (
  <AccountLink
    opening={opening}
    className="button primary large"
    href={DASHBOARD}
    {...(newTab && { target: '_blank', rel: 'noopener' })}
  >
    Go to my dashboard
    {newTab && <span className="unseen"> (opens in a new tab)</span>}
  </AccountLink>
);
