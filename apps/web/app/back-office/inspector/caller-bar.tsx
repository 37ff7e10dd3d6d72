import { dollars, fullName, tenDigits } from '@lampstand/contracts';
import type { InspectedPerson, InspectedTrial } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { Badge } from '../components/badge.tsx';
import { StateBadge } from '../components/panel.tsx';
import { CopyButton, Email, MailLink, PhoneLink } from '../components/text.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { OwnerLine } from '../queue/taking.tsx';
import { StripeLink } from './provider-link.tsx';
import './caller-bar.css';

interface Props {
  trial: InspectedTrial;
  /** Revealed, or as masked as the role sees it. */
  person: InspectedPerson;
  /** The button that reveals or hides the person. */
  reveal: ReactNode;
}

/** Who is on the phone and where they stand; stays on top while the page scrolls. */
export function CallerBar({ trial, person, reveal }: Props) {
  const { id, standing, church, erasedAt, supersededBy, contactedAt, stripe } = trial;
  return (
    <section className="caller" aria-label="Person and state">
      <div className="caller-line">
        <h2 className="trial-name">{nameOf(trial)}</h2>
        <StateBadge state={standing.state} />
        {standing.owedInCents > 0 && <Badge tone="bad">Owes {dollars(standing.owedInCents)}</Badge>}
        {supersededBy !== null && <Badge>Superseded</Badge>}
        {erasedAt && <Badge>Erased</Badge>}
        {contactedAt && (
          <Badge tone="good">
            Contacted <TimeAgo at={contactedAt} short />
          </Badge>
        )}
        <span className="caller-tools">
          {!erasedAt && <OwnerLine kind="signup" id={id} name={fullName(trial.person)} />}
          {stripe.customerId && <StripeLink trial={trial} kind="customers" id={stripe.customerId} label="Stripe" />}
          {reveal}
        </span>
      </div>
      {!erasedAt && (
        <p className="caller-line caller-contact">
          <Phone person={person} />
          {person.masked ? <Email address={person.email} /> : <MailLink address={person.email} />}
          {church.name && <bdi className="caller-church">{church.name}</bdi>}
        </p>
      )}
      <p className="caller-line small">
        <span className="caller-standing">{standing.sentence}</span>
        <span className="quiet">
          Sign-up <span className="id">{id}</span> <CopyButton text={String(id)} what="the id of the sign-up" />
        </span>
      </p>
    </section>
  );
}

const nameOf = ({ erasedAt, person }: InspectedTrial) =>
  erasedAt ? 'An erased person' : <bdi>{fullName(person) || 'No name'}</bdi>;

function Phone({ person }: { person: InspectedPerson }) {
  const digits = tenDigits(person.phone);
  return person.masked || !digits ? <span className="nowrap">{person.phone}</span> : <PhoneLink phone={digits} />;
}
