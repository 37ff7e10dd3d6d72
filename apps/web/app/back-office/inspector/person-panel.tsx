import {
  choiceLabel,
  fullName,
  longDate,
  masked,
  PERSON_FIELDS,
  type PersonField,
  phoneText,
  SIGN_UP_FIELDS,
  tenDigits,
} from '@lampstand/contracts';
import type { ContactProof, InspectedTrial } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { call } from '../../lib/api.ts';
import { Facts, Panel } from '../components/panel.tsx';
import { Email } from '../../components/email.tsx';
import { LongText, MailLink, PhoneLink } from '../components/text.tsx';
import { ProofOfMailbox } from '../components/proof-of-mailbox.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { useReveal } from '../components/use-reveal.tsx';
import { useZone } from '../format.ts';
import { isBeingErased } from './signup-bar.tsx';
import { trialPath } from './trial-api.ts';

export function PersonPanel({ trial }: { trial: InspectedTrial }) {
  return (
    <Panel title="Person">
      {trial.erasedAt ? (
        <p className="quiet">
          <span>{isBeingErased(trial) ? 'Being erased since' : 'Erased'}</span> <TimeAgo at={trial.erasedAt} />
        </p>
      ) : (
        <PersonFacts trial={trial} />
      )}
    </Panel>
  );
}

/** A corrected email or phone of a member that its owner has not confirmed yet. */
export function NewContact({ trial: { newContact }, onUndo }: { trial: InspectedTrial; onUndo: () => void }) {
  const { email, emailProven, emailFrom, phone } = newContact;
  const { instantText } = useZone();
  if (!email && !phone) return null;
  return (
    <Notice>
      {email && (
        <p>
          New email, <span>{emailProven ? 'confirmed by its owner' : 'not confirmed by its owner yet'}</span>:{' '}
          <Email address={email} />.{' '}
          {emailFrom && (
            <>
              The owner of the old one can refuse it until {instantText(emailFrom)}. Until it counts, our emails go to
              the old one.
            </>
          )}
        </p>
      )}
      {phone && (
        <p>
          New phone, not confirmed by a code yet: <span className="nowrap">{phoneText(phone)}</span>
        </p>
      )}
      <button type="button" className="link-button" onClick={onUndo}>
        Undo the correction
      </button>
    </Notice>
  );
}

/** Another person claims the mailbox of the account. */
export const EmailClaim = ({ trial: { emailClaim, account } }: { trial: InspectedTrial }) =>
  emailClaim && (
    <Notice>
      <p>
        The owner of the mailbox claimed the address of this account <TimeAgo at={emailClaim.at} short />
        <ProofOfMailbox at={emailClaim.provenAt} />{' '}
        <span>
          {account?.status === 'closed'
            ? 'The account is closed, so only an erasure frees the address.'
            : 'Correct the email with the member.'}
        </span>
      </p>
    </Notice>
  );

/** The fields that only a reveal shows: "Birthdate, gender and message". */
const HIDDEN = listed(
  PERSON_FIELDS.filter((name) => masked(name, '') === null).map((name) => SIGN_UP_FIELDS[name].label),
);

function listed(labels: string[]): string {
  const [first = '', ...rest] = labels;
  const words = [first, ...rest.map((label) => label.toLowerCase())];
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function PersonFacts({ trial }: { trial: InspectedTrial }) {
  const { person } = trial;
  const digits = tenDigits(person.phone);
  const shown: Partial<Record<PersonField, ReactNode>> = {
    email: (
      <>
        {person.masked ? <Email address={person.email} /> : <MailLink address={person.email} />}{' '}
        <Proof proof={trial.proven.email} />
      </>
    ),
    phone: (
      <>
        <span>{person.masked || !digits ? person.phone : <PhoneLink phone={digits} />}</span>{' '}
        <Proof proof={trial.proven.phone} />
      </>
    ),
    birthdate: person.birthdate && longDate(person.birthdate),
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
        Began: <TimeAgo at={trial.createdAt} />,
        'Last seen': <TimeAgo at={trial.lastSeenAt} />,
        ...Object.fromEntries(facts),
        Hidden: person.masked ? HIDDEN : null,
      }}
    />
  );
}

const PROVEN_BY: Record<ContactProof['by'], string> = {
  code: 'by a code',
  link: 'by a mailed link',
  account: 'by opening the account',
};

function Proof({ proof }: { proof: ContactProof | null }) {
  const { dateText } = useZone();
  return (
    <span className="quiet small">
      {proof ? `Verified on ${dateText(proof.at)} ${PROVEN_BY[proof.by]}` : 'Never verified'}
    </span>
  );
}

/** A sign-up, masked until its person is revealed. */
export function useSignupReveal(read: InspectedTrial): { trial: InspectedTrial; button: ReactNode } {
  const path = trialPath(read.id);
  const { person, button } = useReveal({
    path,
    person: read.person,
    hidden: `phone, email, ${HIDDEN.toLowerCase()}`,
    erased: read.erasedAt !== null,
  });
  const isRevealed = read.person.masked && !person.masked;
  const { data: unmasked } = useQuery({
    queryKey: [path, 'revealed'],
    queryFn: () => call<InspectedTrial>('GET', `${path}?revealed=1`),
    enabled: isRevealed,
    gcTime: 0,
  });
  return { trial: isRevealed && unmasked ? unmasked : { ...read, person }, button };
}
