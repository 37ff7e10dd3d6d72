import { tenDigits } from '@lampstand/contracts';
import type { ReactNode } from 'react';
import { Email } from '../../components/email.tsx';
import { CopyButton, MailLink, PhoneLink } from './text.tsx';
import './caller-bar.css';

/** Masked for support until it is revealed. */
export interface Contact {
  masked: boolean;
  email: string;
  phone: string;
}

interface Props {
  name: string;
  badges: ReactNode;
  /** At the end of the first line: pages of providers, the button that reveals. */
  tools: ReactNode;
  /** Undefined once the person is erased. */
  contact: Contact | undefined;
  church: string;
  /** Where the person stands, in one sentence with its date. */
  standing: string;
  /** The jobs that wait for a provider, one line each. */
  waits?: ReactNode[];
  /** "Sign-up" and its id. */
  record: { kind: string; id: number };
}

/** Who is on the phone and where they stand; stays on top while the page scrolls. */
export const CallerBar = ({
  name,
  badges,
  tools,
  contact,
  church,
  standing,
  waits = [],
  record: { kind, id },
}: Props) => (
  <section className="caller" aria-label="Person and state">
    <div className="caller-line">
      <h2 className="trial-name" tabIndex={-1}>
        <bdi>{name || 'No name'}</bdi>
      </h2>
      <span className="caller-badges">{badges}</span>
      <span className="caller-tools">{tools}</span>
    </div>
    {contact && (
      <p className="caller-line caller-contact">
        <Phone contact={contact} />
        {contact.masked ? <Email address={contact.email} /> : <MailLink address={contact.email} />}
        {church && <bdi className="caller-church">{church}</bdi>}
      </p>
    )}
    {waits.map((line, place) => (
      <p key={place} className="caller-line small caller-waits">
        {line}
      </p>
    ))}
    <p className="caller-line small">
      <span className="caller-standing">{standing}</span>
      <span className="quiet">
        {kind} <span className="id">{id}</span>{' '}
        <CopyButton text={String(id)} what={`the id of the ${kind.toLowerCase()}`} />
      </span>
    </p>
  </section>
);

function Phone({ contact: { masked, phone } }: { contact: Contact }) {
  const digits = tenDigits(phone);
  return masked || !digits ? <span className="nowrap">{phone}</span> : <PhoneLink phone={digits} />;
}
