import { fullName } from '@lampstand/contracts';
import type { AmbassadorDetail, Decision } from '@lampstand/contracts/back-office';
import { useEffect, useRef } from 'react';
import { Facts } from '../../components/panel.tsx';
import { MailLink, PhoneLink } from '../../components/text.tsx';
import { DecisionMailBox, wordsToSend } from '../decision-mail.tsx';
import { ResponseDeadline } from '../response-deadline.tsx';
import { DECIDED } from '../taken.tsx';
import { useShortcuts } from './use-shortcuts.ts';

interface Props {
  application: AmbassadorDetail;
  /** The changed words of each mail. */
  words: Partial<Record<Decision, string | undefined>>;
  onWords: (decision: Decision, words: string | undefined) => void;
  onDecide: (decision: Decision, words: string) => void;
  onSkip: () => void;
}

/** Everything that a decision needs: the answers, and both mails with words that can be changed. */
export function OneApplication({ application, words, onWords, onDecide, onSkip }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const decide = (decision: Decision) => {
    const sent = wordsToSend(application, decision, words[decision]);
    if (sent) onDecide(decision, sent);
  };
  useShortcuts({ a: () => decide('approve'), d: () => decide('decline') });
  const { taken } = application;
  return (
    <div className="review-one">
      <section className="review-person" aria-label="Application">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{fullName(application)}</bdi>
        </h2>
        <ResponseDeadline application={application} />
        <Facts
          facts={{
            Position: application.position,
            'In ministry': application.yearsInMinistry,
            Church: application.churchName,
            Place: `${application.churchCity}, ${application.churchState}`,
            Size: application.churchSize,
            Email: <MailLink address={application.email} />,
            Phone: <PhoneLink phone={application.phone} />,
          }}
        />
        <h3>Why they are interested</h3>
        <p className="said">
          <bdi>{application.whyInterested}</bdi>
        </p>
        <button type="button" className="button second compact" onClick={({ detail }) => detail < 2 && onSkip()}>
          Skip (S)
        </button>
      </section>
      {application.mails ? (
        DECISIONS.map(({ decision, label, className }) => (
          <section key={decision} className="review-mail" aria-label={`Mail: ${DECIDED[decision]}`}>
            <button
              type="button"
              className={`button ${className}`}
              // The second click of a double click would decide on the next application.
              onClick={({ detail }) => detail < 2 && decide(decision)}
            >
              {label}
            </button>
            <DecisionMailBox
              application={application}
              decision={decision}
              words={words[decision]}
              onWords={(changed) => onWords(decision, changed)}
            />
          </section>
        ))
      ) : (
        <p role="alert">
          {taken ? `${DECIDED[taken.decision]}${taken.by ? ` by ${taken.by}` : ''} already.` : 'It is closed already.'}
        </p>
      )}
    </div>
  );
}

const DECISIONS = [
  { decision: 'approve', label: 'Approve (A)', className: 'primary' },
  { decision: 'decline', label: 'Decline (D)', className: 'second alarm-text' },
] as const;
