import {
  choiceLabel,
  fullName,
  masked,
  PERSON_FIELDS,
  type PersonField,
  phoneText,
  SIGN_UP_FIELDS,
  tenDigits,
} from '@lampstand/contracts';
import type { ContactProof, InspectedPerson, InspectedTrial } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Facts, Panel } from '../components/panel.tsx';
import { Email, LongText, MailLink, PhoneLink } from '../components/text.tsx';
import { ProofOfMailbox } from '../components/proof-of-mailbox.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { useReveal } from '../components/use-reveal.tsx';
import { useZone } from '../format.ts';
import { isBeingErased } from './signup-bar.tsx';
import { trialPath } from './trial-api.ts';

interface Props {
  trial: InspectedTrial;
  /** Revealed, or as masked as the role sees it. */
  person: InspectedPerson;
}

export function PersonPanel({ trial, person }: Props) {
  return (
    <Panel title="Person">
      {trial.erasedAt ? (
        <p className="quiet">
          <span>{isBeingErased(trial) ? 'Being erased since' : 'Erased'}</span> <TimeAgo at={trial.erasedAt} />
        </p>
      ) : (
        <PersonFacts person={person} trial={trial} />
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

function PersonFacts({ person, trial }: Props) {
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

/** The person of a sign-up, masked until revealed. */
export const useSignupReveal = ({ id, person, erasedAt }: InspectedTrial) =>
  useReveal({
    path: trialPath(id),
    person,
    hidden: `phone, email, ${HIDDEN.toLowerCase()}`,
    erased: erasedAt !== null,
  });
