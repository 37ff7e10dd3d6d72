import { cardEnding, type ConsentReceipt, isExpiredOn, longDate, TOASTS, TRIAL_DAYS } from '@lampstand/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../components/notice.tsx';
import { Receipt } from '../components/receipt.tsx';
import { MailLink } from '../components/text-links.tsx';
import { showToast } from '../components/toast-store.ts';
import { useLongDay } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { DASHBOARD } from '../lib/site.ts';
import { PlanLine } from './member.tsx';
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
  /** Set while the account is still being opened. */
  notice?: string;
}

export function Success({ trialId, trial, existed, resumed, notice }: Props) {
  const longDay = useLongDay();
  const mounted = useRef(false);
  useEffect(() => {
    if (mounted.current) return;
    mounted.current = true;
    if (resumed && !existed) showToast(TOASTS.trialStarted);
    if (!resumed && !notice) void queryClient.invalidateQueries(trialQuery(trialId));
  }, [resumed, existed, notice, trialId]);

  if (existed) return <AlreadyMember trial={trial} />;
  return (
    <StepLayout step="success" title={`Welcome${nameAfter(trial)}!`}>
      {notice ? (
        <p className="lede">Your card is stored, and your account is being opened. This page shows when it is ready.</p>
      ) : (
        <p className="lede">
          Your {TRIAL_DAYS}-day trial is active. It runs until{' '}
          <strong className="nowrap">{longDay(trial.trialEndsAt)}.</strong>
        </p>
      )}
      {notice && (
        <div role="status" className="wide">
          <Notice>
            <p>{notice}</p>
            <p>
              <MailLink />
            </p>
          </Notice>
        </div>
      )}
      <NextSteps email={trial.email} />
      {trial.receipt && <CardExpires receipt={trial.receipt} />}
      {trial.receipt && <Receipt receipt={trial.receipt} />}
      <PlanLine trial={trial} />
      <NextLinks>
        {!notice && (
          <a className="button second large" href={`/api/trial-signup/${trialId}/calendar.ics`}>
            Add trial end to calendar
          </a>
        )}
      </NextLinks>
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

const AlreadyMember = ({ trial }: { trial: Trial }) => (
  <StepLayout step="success" title={`Good to see you again${nameAfter(trial)}`}>
    <p className="lede">You already have an account. We did not start a second trial, and nothing is charged.</p>
    <NextLinks />
  </StepLayout>
);

const NextLinks = ({ children }: { children?: ReactNode }) => (
  <>
    <div className="row">
      <a className="button primary large" href={DASHBOARD}>
        Go to my dashboard
      </a>
      {children}
    </div>
    <p className="quiet">
      Questions? Write to <MailLink />.{' '}
      <a className="nowrap" href="/">
        Return to Home
      </a>
    </p>
  </>
);
