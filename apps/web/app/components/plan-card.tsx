import { dollars, type Plan, pricePerPerson } from '@lampstand/contracts';
import { TRIAL_REQUEST, trialWith } from '../lib/site.ts';
import type { ReactNode } from 'react';
import styles from './plan-card.module.css';

interface Props {
  plan: Plan;
  level: 'h2' | 'h3';
  /** Replaces the price by a link to the contact form. */
  contact?: boolean;
  /** Above the card, if the plan fits. */
  mark?: ReactNode;
}

/** Cards beside each other. */
export const PlanCards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>;

/** Its mark, hidden where it does not fit. */
export const Fits = ({ people, ...shown }: { people: number | undefined; hidden: boolean }) => (
  <p className={styles.fits} {...shown}>
    Fits <span data-people="">{people?.toLocaleString('en-US')}</span> people
  </p>
);

export function PlanCard({ plan, level: Heading, contact = false, mark }: Props) {
  const users = `${plan.range} active users`;
  return (
    <article className={`card ${styles.card}`}>
      <Heading>{plan.name}</Heading>
      <p className={`quiet ${styles.users}`}>{users !== plan.name && users}</p>
      {mark}
      {contact ? (
        <p className={styles.price}>Contact Us</p>
      ) : (
        <p className={styles.price}>
          <span className="figure">{dollars(plan.amountInCents)}</span> per month
        </p>
      )}
      <p className={`small quiet ${styles.each}`}>
        {plan.maxActiveUsers
          ? `${pricePerPerson(plan)} a person`
          : 'Tell us about your ministry, and a real person will answer.'}
      </p>
      <a className="button second" href={contact ? TRIAL_REQUEST : trialWith(plan.id)}>
        <span>{contact ? 'Get a Quote' : 'Start Free Trial'}</span>
        <span className="unseen">
          : <span>{contact ? users : plan.name}</span>
        </span>
      </a>
    </article>
  );
}
