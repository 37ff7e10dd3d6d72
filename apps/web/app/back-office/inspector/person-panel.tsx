import { GENDERS, tenDigits, UNEXPECTED } from '@lampstand/contracts';
import type { InspectedPerson, InspectedTrial } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
            Phone, e-mail, birthdate, gender and message of this person are shown on this page. That you looked is
            recorded, in the timeline and in the audit.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** A changed phone or e-mail changes the mask; the revealed data is outdated then. */
const sameMask = (a: InspectedPerson, b: InspectedPerson) => a.email === b.email && a.phone === b.phone;

function PersonFacts({ person, trial }: { person: InspectedPerson; trial: InspectedTrial }) {
  const { masked, firstName, lastName, email, phone, gender, birthdate, message } = person;
  const digits = tenDigits(phone);
  return (
    <Facts
      facts={{
        Name: `${firstName} ${lastName}`.trim(),
        'E-mail': masked ? <Email address={email} /> : <MailLink address={email} />,
        Phone: (
          <>
            {masked || !digits ? phone : <PhoneLink phone={digits} />}{' '}
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
        Birthdate: birthdate,
        Gender: GENDERS.find(({ value }) => value === gender)?.label,
        Message: message && (
          <span className="said">
            <LongText text={message} />
          </span>
        ),
        Hidden: masked ? 'Birthdate, gender and message' : null,
      }}
    />
  );
}
