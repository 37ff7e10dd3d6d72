import { phoneText, planOf } from '@lampstand/contracts';
import type { Diagnosis, InspectedTrial, SupportActionName } from '@lampstand/contracts/back-office';
import type { TrialState } from '@lampstand/workflows';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { useCountdown } from '../../lib/clock.ts';
import { Panel, StatusCard } from '../components/panel.tsx';
import { durationText, useServerTime } from '../components/time-ago.tsx';
import { counted } from '../format.ts';
import { labelOf } from './support-action-dialogs.ts';

const TONES = { good: 'All is well', waiting: 'Waiting', stuck: 'Stuck', ended: 'Ended' } as const;

interface Props {
  trial: InspectedTrial;
  /** The message of the last support action. */
  done: string | undefined;
  onSelect: (name: SupportActionName) => void;
}

/** What the sign-up waits for, why and since when, with buttons for the suggested actions. */
export function DiagnosisPanel({ trial, done, onSelect }: Props) {
  const { tone, what, why, next, since, suggest, code } = trial.diagnosis;
  const wait = useCountdown(code?.resendAt);
  const { secondsSince } = useServerTime();
  const possible = suggest.filter(
    (name) =>
      !(wait && name === 'resend-code') && trial.supportActions.some((offer) => offer.name === name && offer.possible),
  );
  return (
    <StatusCard tone={tone} aria-labelledby="diagnosis">
      <p className="diagnosis-tone">
        <Since tone={tone} at={since} />
      </p>
      <h2 id="diagnosis">{what}</h2>
      <p>{why}</p>
      <p className="diagnosis-next">
        <strong>What to do:</strong> {next}
      </p>
      {code && wait > 0 && (
        <p>
          The last code was sent {counted(Math.floor(secondsSince(code.sentAt)), 'second')} ago. Another can be sent in{' '}
          {counted(wait, 'second')}.
        </p>
      )}
      {trial.supersededBy !== null && (
        <p>
          <Link to={`/trials/${trial.supersededBy}`}>Open sign-up {trial.supersededBy}</Link>
        </p>
      )}
      {possible.length > 0 && (
        <div className="row">
          {possible.map((name, place) => (
            <button
              key={name}
              type="button"
              className={place ? 'button second' : 'button primary large'}
              onClick={() => onSelect(name)}
            >
              {labelOf(name, trial)}
            </button>
          ))}
        </div>
      )}
      <div role="status">{done && <Notice tone="good">{done}</Notice>}</div>
    </StatusCard>
  );
}

/** "Stuck for 40 minutes, since Nov 20, 2026, 10:12 PM CST" */
function Since({ tone, at }: { tone: Diagnosis['tone']; at: string }) {
  const { ago, exact, secondsSince } = useServerTime();
  const howLong = { good: '', ended: ` ${ago(at)}`, waiting: ` ${durationText(secondsSince(at))}` };
  return (
    <time dateTime={at}>
      {TONES[tone]}
      {howLong[tone === 'stuck' ? 'waiting' : tone]}
      <span className="quiet">
        , <span>{tone !== 'ended' && 'since '}</span>
        {exact(at)}
      </span>
    </time>
  );
}

interface Screen {
  heading: string;
  text: (trial: InspectedTrial) => string;
}

/** What the resume link shows in each state: the page's exact heading and a description of the rest. */
const SCREENS: Record<TrialState, Screen | null> = {
  registration: null,
  phoneVerification: {
    heading: 'Confirm your phone',
    text: ({ person, codeSent }) =>
      `One box for the six-digit code. ${codeSent ? `A code was sent to ${phoneText(person.phone)}` : `No code was sent to ${phoneText(person.phone)}`}. Below it they can request a new code, change the number or the email, or have the link emailed.`,
  },
  billingInformation: {
    heading: 'Choose your plan and card',
    text: ({ plan }) =>
      `The plans, with ${planOf(plan).name} selected, and the card form. If the form does not load, a button opens the payment provider’s own page.`,
  },
  openingAccount: {
    heading: 'Opening your account',
    text: () =>
      'The page opens the account without asking for a card again. If that takes too long, it says that we are still opening it and will send an email.',
  },
  success: {
    heading: 'Welcome',
    text: () =>
      'The day their free trial ends, four next steps, a link to the dashboard and a calendar file. The link no longer shows personal data.',
  },
  alreadyMember: {
    heading: 'Good to see you again',
    text: () => 'That they have an account already, and a link to the dashboard.',
  },
  cancelled: {
    heading: 'This sign-up has ended',
    text: () => 'That the sign-up was canceled, and a button to start over.',
  },
};

const ERASED: Screen = {
  heading: 'We could not open your sign-up',
  text: () => 'That there is no such sign-up, and a button to start over.',
};

const PLAN: Screen = {
  heading: 'Your plan',
  text: () =>
    'The page behind the link in their emails: the plan and its price, the next charge, the card, the invoices, and what they can change.',
};

/** Describes the page the person sees. Support cannot sign in as them. */
export function CustomerView({ trial }: { trial: InspectedTrial }) {
  const isPastTrial = trial.subscription && trial.subscription.status !== 'trialing';
  const screen = trial.erasedAt ? ERASED : isPastTrial ? PLAN : SCREENS[trial.state as TrialState];
  if (!screen) return null;
  return (
    <Panel title="What they see">
      <div className="their-screen">
        <p className="their-heading">{screen.heading}</p>
        <p className="small">{screen.text(trial)}</p>
      </div>
    </Panel>
  );
}
