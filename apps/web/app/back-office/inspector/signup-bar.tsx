import { dollars, fullName } from '@lampstand/contracts';
import type { InspectedTrial } from '@lampstand/contracts/back-office';
import type { ReactNode } from 'react';
import { CallerBar } from '../components/caller-bar.tsx';
import { Badge } from '../components/badge.tsx';
import { StateBadge } from '../components/panel.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { Waits } from '../incidents/waits.tsx';
import { OwnerLine } from '../queue/taking.tsx';
import { ProviderLink, StripeLink } from './provider-link.tsx';

interface Props {
  /** Revealed, or as masked as the role sees it. */
  trial: InspectedTrial;
  /** The button that reveals or hides the person. */
  reveal: ReactNode;
}

/** The bar of a sign-up, with the pages of its person at Stripe and Twilio. */
export function SignupBar({ trial, reveal }: Props) {
  const { id, person, standing, church, erasedAt, supersededBy, contactedAt, stripe, codes } = trial;
  return (
    <CallerBar
      name={nameOf(trial)}
      badges={
        <>
          <StateBadge state={standing.state} />
          {standing.owedInCents > 0 && <Badge tone="bad">Owes {dollars(standing.owedInCents)}</Badge>}
          {supersededBy !== null && <Badge>Superseded</Badge>}
          {erasedAt && <Badge>{isBeingErased(trial) ? 'Being erased' : 'Erased'}</Badge>}
          {contactedAt && (
            <Badge tone="good">
              Contacted <TimeAgo at={contactedAt} short />
            </Badge>
          )}
        </>
      }
      tools={
        <>
          {!erasedAt && <OwnerLine kind="signup" id={id} name={nameOf(trial)} />}
          {stripe.customerId && <StripeLink trial={trial} kind="customers" id={stripe.customerId} label="Stripe" />}
          {codes.length > 0 && <ProviderLink href={trial.providerPages.verifyLog}>Twilio</ProviderLink>}
          {reveal}
        </>
      }
      contact={erasedAt ? undefined : person}
      church={church.name}
      standing={standing.sentence}
      waits={trial.waiting.map((each) => (
        <Waits key={each.queue} {...each} />
      ))}
      record={{ kind: 'Sign-up', id }}
    />
  );
}

/** Whether an erasure has begun whose jobs are not done. */
export const isBeingErased = ({ erasedAt, diagnosis }: InspectedTrial): boolean =>
  erasedAt !== null && diagnosis.tone !== 'ended';

const nameOf = (trial: InspectedTrial): string => {
  if (!trial.erasedAt) return fullName(trial.person);
  return isBeingErased(trial) ? 'A person being erased' : 'An erased person';
};
