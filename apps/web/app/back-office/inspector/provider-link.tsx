import type { InspectedTrial } from '@lampstand/contracts/back-office';
import { CopyButton } from '../components/text.tsx';

type StripeKind = 'customers' | 'setup_intents' | 'subscriptions' | 'invoices' | 'disputes';

interface Props {
  trial: Pick<InspectedTrial, 'providerPages'>;
  kind: StripeKind;
  id: string;
  label: string;
}

/** Opens the page of an object at Stripe in a new tab. */
export const StripeLink = ({ trial, kind, id, label }: Props) => (
  <ProviderLink href={`${trial.providerPages.stripe}/${kind}/${id}`}>{label}</ProviderLink>
);

export const ProviderLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
    <span className="unseen"> (opens in a new tab)</span>
  </a>
);

/** An id at Stripe with a link to its page and a button that copies it. `what` names the object: "customer". */
export const StripeId = ({ what, ...link }: Omit<Props, 'label' | 'id'> & { what: string; id: string | null }) =>
  link.id && (
    <span className="id-line">
      <span className="id">{link.id}</span> <StripeLink {...link} id={link.id} label="Open in Stripe" />{' '}
      <CopyButton text={link.id} what={`the id of the ${what}`} />
    </span>
  );
