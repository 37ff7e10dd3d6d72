import { GENDERS, tenDigits, UNEXPECTED } from '@lampstand/contracts';
import type { InspectedPerson, InspectedTrial } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { MailLink, PhoneLink } from '../parts/contact.tsx';
import { Email } from '../parts/email.tsx';
import { Facts, Panel } from '../parts/facts.tsx';
import { Message } from '../parts/message.tsx';
import { Moment } from '../parts/moments.tsx';
import { readAgain, reveal } from './calls.ts';

/** The person, masked until somebody reveals them: that is asked for, recorded, and forgotten with the page. */
export function PersonPanel({ trial }: { trial: InspectedTrial }) {
  const [revealed, setRevealed] = useState<{ person: InspectedPerson; of: InspectedPerson }>();
  const [asking, setAsking] = useState(false);
  const isSame = revealed && sameMask(revealed.of, trial.person);
  const person = isSame ? revealed.person : trial.person;
  const look = useMutation({
    mutationFn: () => reveal(trial.id),
    onSuccess: (person) => {
      setRevealed({ person, of: trial.person });
      setAsking(false);
      void readAgain(String(trial.id));
    },
  });

  if (trial.erasedAt)
    return (
      <Panel title="Person">
        <p className="quiet">
          Erased <Moment at={trial.erasedAt} />
        </p>
      </Panel>
    );
  const aside = person.masked ? (
    <button type="button" className="button second compact" onClick={() => setAsking(true)}>
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
      {asking && (
        <AskDialog
          title="Reveal the personal data?"
          confirm="Reveal"
          pendingText="Revealing…"
          pending={look.isPending}
          refusal={look.error ? (causeOf(look.error) ?? UNEXPECTED) : undefined}
          onConfirm={() => look.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            Phone, e-mail, birthdate, gender and message of this person are shown on this page. That you looked is
            recorded, in the timeline and in the audit.
          </p>
        </AskDialog>
      )}
    </Panel>
  );
}

/** A corrected phone or e-mail has another mask: what was revealed before is not true any more. */
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
                  proven <Moment at={trial.phoneVerifiedAt} short />
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
            <Message text={message} />
          </span>
        ),
        Hidden: masked ? 'Birthdate, gender and message' : null,
      }}
    />
  );
}
