import { TOASTS, TRIAL_DAYS } from '@lampstand/contracts';
import { useEffect } from 'react';
import { useLongDay } from '../lib/clock.ts';
import { queryClient } from '../lib/query-client.ts';
import { site } from '../site/env.ts';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast-store.ts';
import { Stage } from './stage.tsx';
import { type Trial, trialQuery } from './trial-query.ts';
import '../styles/success.css';

interface Props {
  trialId: number;
  trial: Trial;
  /** The phone or e-mail has an account already: there is nothing new to announce. */
  existed?: boolean;
  /** Reached by the link: this page did not open the account itself. */
  resumed?: boolean;
  /** The account is still being opened. */
  notice?: string;
}

export const DASHBOARD = '/api/go/dashboard';

const NEXT_STEPS = [
  { title: 'Read your welcome e-mail', text: 'It states your plan, the dates of your trial and how to cancel.' },
  { title: 'Visit your dashboard', text: 'Sign in with the phone number you just confirmed.' },
  { title: 'Invite your core team members', text: 'Leaders first, students next: it grows best from the middle.' },
  { title: 'Explore the resources', text: 'Launch resources, devotionals, and your first challenge.' },
] as const;

export function Success({ trialId, trial, existed, resumed, notice }: Props) {
  const longDay = useLongDay();
  useEffect(() => {
    if (resumed && !existed) showToast(TOASTS.trialStarted);
    if (!resumed && !notice) void queryClient.invalidateQueries(trialQuery(trialId));
  }, []);

  if (existed) return <AlreadyMember firstName={trial.firstName} />;
  return (
    <Stage step="success" title={`Welcome, ${trial.firstName}!`}>
      <p className="lede">
        Your {TRIAL_DAYS}-day trial is active. It runs until{' '}
        <strong className="nowrap">{longDay(trial.trialEndsAt)}</strong>.
      </p>
      {notice && (
        <div role="status" className="wide">
          <Notice>
            <p>{notice}</p>
            <p>
              <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>
            </p>
          </Notice>
        </div>
      )}
      <ol className="next-steps wide">
        {NEXT_STEPS.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p className="quiet">{text}</p>
          </li>
        ))}
      </ol>
      <Ways>
        <a className="button second large" href={`/api/trial-signup/${trialId}/calendar.ics`}>
          Add trial end to calendar
        </a>
      </Ways>
    </Stage>
  );
}

const AlreadyMember = ({ firstName }: { firstName: string }) => (
  <Stage step="success" title={`Good to see you again, ${firstName}`}>
    <p className="lede">You already have an account. We did not start a second trial, and nothing is charged.</p>
    <Ways />
  </Stage>
);

const Ways = ({ children }: { children?: React.ReactNode }) => (
  <>
    <div className="row">
      <a className="button primary large" href={DASHBOARD}>
        Go to my dashboard
      </a>
      {children}
    </div>
    <p className="quiet">
      Questions? Write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.{' '}
      <a className="nowrap" href="/">
        Return to Home
      </a>
    </p>
  </>
);
