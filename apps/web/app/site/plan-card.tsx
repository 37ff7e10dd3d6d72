import { dollars, type Plan } from '@lampstand/contracts';
import { TALK_TO_US } from './links.ts';

interface Props {
  plan: Plan;
  level: 'h2' | 'h3';
  /** The largest plan has no price here and leads to a person. */
  contact?: boolean;
}

export function PlanCard({ plan, level: Heading, contact = false }: Props) {
  const users = `${plan.range} active users`;
  return (
    <article className="card plan">
      <Heading>{plan.name}</Heading>
      {users !== plan.name && <p className="quiet">{users}</p>}
      {contact ? (
        <p className="price">Let us talk</p>
      ) : (
        <p className="price">
          <span className="figure">{dollars(plan.amountInCents)}</span> per month
        </p>
      )}
      <a className="button second" href={contact ? TALK_TO_US : '/trial'}>
        {contact ? 'Contact Us' : 'Start Free Trial'}
        <span className="unseen">: {contact ? users : plan.name}</span>
      </a>
    </article>
  );
}
