import {
  choiceLabel,
  fullName,
  masked,
  PERSON_FIELDS,
  type PersonField,
  SIGN_UP_FIELDS,
  tenDigits,
  UNEXPECTED,
} from '@lampstand/contracts';
import type { InspectedPerson, InspectedTrial } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Facts, Panel } from '../components/panel.tsx';
import { Email, LongText, MailLink, PhoneLink } from '../components/text.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { refreshTrial, revealPerson } from './trial-api.ts';

/** The personal data, masked until revealed. Revealing is confirmed and recorded, and lasts until the page is left. */
export function PersonPanel({ trial }: { trial: InspectedTrial }) {
  const [revealed, setRevealed] = useState<{ person: InspectedPerson; of: InspectedPerson }>();
  const [confirming, setConfirming] = useState(false);
  const isCurrent = revealed && sameMask(revealed.of, trial.person);
  const person = isCurrent ? revealed.person : trial.person;
  const reveal = useMutation({
    mutationFn: () => revealPerson(trial.id),
    onSuccess: (person) => {
      setRevealed({ person, of: trial.person });
      setConfirming(false);
      void refreshTrial(String(trial.id));
    },
  });

  if (trial.erasedAt)
    return (
      <Panel title="Person">
        <p className="quiet">
          Erased <TimeAgo at={trial.erasedAt} />
        </p>
      </Panel>
    );
  const aside = person.masked ? (
    <button type="button" className="button second compact" onClick={() => setConfirming(true)}>
      Reveal
    </button>
  ) : (
    revealed && (
      <button type="button" className="button second compact" onClick={() => setRevealed(undefined)}>
        Hide
      </button>
    )
  );
  return (
    <Panel title="Person" aside={aside}>
      <PersonFacts person={person} trial={trial} />
      {confirming && (
        <ConfirmDialog
          title="Reveal the personal data?"
          confirm="Reveal"
          pendingText="Revealing…"
          pending={reveal.isPending}
          error={reveal.error ? (causeOf(reveal.error) ?? UNEXPECTED) : undefined}
          onConfirm={() => reveal.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p>
            Phone, email, {HIDDEN.toLowerCase()} of this person are shown on this page. That you looked is recorded, in
            the timeline and in the audit.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** A changed phone or email changes the mask; the revealed data is outdated then. */
const sameMask = (a: InspectedPerson, b: InspectedPerson) => a.email === b.email && a.phone === b.phone;

/** The fields that only a reveal shows: "Birthdate, gender and message". */
const HIDDEN = listed(
  PERSON_FIELDS.filter((name) => masked(name, '') === null).map((name) => SIGN_UP_FIELDS[name].label),
);

function listed(labels: string[]): string {
  const [first = '', ...rest] = labels;
  const words = [first, ...rest.map((label) => label.toLowerCase())];
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function PersonFacts({ person, trial }: { person: InspectedPerson; trial: InspectedTrial }) {
  const digits = tenDigits(person.phone);
  const shown: Partial<Record<PersonField, ReactNode>> = {
    email: person.masked ? <Email address={person.email} /> : <MailLink address={person.email} />,
    phone: (
      <>
        {person.masked || !digits ? person.phone : <PhoneLink phone={digits} />}{' '}
        <span className="quiet small">
          {trial.phoneVerifiedAt ? (
            <>
              proven <TimeAgo at={trial.phoneVerifiedAt} short />
            </>
          ) : (
            'not proven'
          )}
        </span>
      </>
    ),
    message: person.message && (
      <span className="said">
        <LongText text={person.message} />
      </span>
    ),
  };
  const facts = PERSON_FIELDS.filter((name) => name !== 'firstName' && name !== 'lastName').map((name) => [
    SIGN_UP_FIELDS[name].label,
    shown[name] ?? choiceLabel(name, person[name] ?? ''),
  ]);
  return (
    <Facts
      facts={{
        Name: fullName(person),
        ...Object.fromEntries(facts),
        Hidden: person.masked ? HIDDEN : null,
      }}
    />
  );
}
