import '../styles/plan-card.css';
import { dollars, type Plan } from '@lampstand/contracts';
import { TRIAL_REQUEST } from './links.ts';

interface Props {
  plan: Plan;
  level: 'h2' | 'h3';
  /** The largest plan has no price here and leads to a talk. */
  contact?: boolean;
}

export function PlanCard({ plan, level: Heading, contact = false }: Props) {
  const users = `${plan.range} active users`;
  return (
    <article className="card plan-card">
      <Heading>{plan.name}</Heading>
      {users !== plan.name && <p className="quiet">{users}</p>}
      {contact ? (
        <p className="price">Let us talk</p>
      ) : (
        <p className="price">
          <span className="figure">{dollars(plan.amountInCents)}</span> per month
        </p>
      )}
      <a className="button second" href={contact ? TRIAL_REQUEST : '/trial'}>
        {contact ? 'Contact Us' : 'Start Free Trial'}
        <span className="unseen">: {contact ? users : plan.name}</span>
      </a>
    </article>
  );
}
