import { dollars, type OpenQuestion, PLANS, TAXES } from '@lampstand/contracts';
import { MailLink, WithLinks } from '../components/text-links.tsx';
import { answerOrAsk } from '../content/answer-or-ask.ts';
import { factOf } from '../content/owner-claims.ts';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { PRICING } from '../seo/trail.ts';
import { SheetFrame } from '../sheets/sheet-frame.tsx';
import { loadSheet, type PlanAnswer, usePlanAnswer } from './plan-answer.ts';
import styles from './treasurer-page.module.css';

const page: Page = {
  path: '/pricing/treasurer',
  canonical: '/pricing',
  title: 'Sheet for the Treasurer',
  description:
    'One page for the treasurer: the plan, its price per month, year and person, how to pay, taxes, receipts, refunds, and who can cancel.',
  keywords: ['youth ministry budget', 'church treasurer', 'cost per student', 'Form W-9', 'tax exempt', 'ACH'],
};

export const handle: PageHandle = { page, readsQuery: true };
export const meta = () => headOf(page);

export const loader = loadSheet;

const open = (question: OpenQuestion, subject: string) => answerOrAsk(factOf(question), subject);

const FACTS = [
  {
    about: 'Billing',
    says: `Monthly and in advance, after 30 free days. The price follows the people who take part, and no one is moved to a larger plan: we ask first, for the following month. ${open('yearly', 'Paying for a year')}`,
  },
  {
    about: 'Payment',
    says: `By card. It’s stored at the start, at Stripe, and nothing is charged before the trial ends. Reminders come 7 days and 1 day before. ${open('payment', 'Paying by check or ACH')}`,
  },
  { about: 'Taxes', says: `${TAXES} ${open('exemption', 'Tax exemption')} ${open('w9', 'Form W-9')}` },
  {
    about: 'Receipts',
    says: 'One for each payment, by email to the person who signed up and to a second address, yours for example, once you confirm it. Invoices are listed on the page of the plan, and the record of what was agreed prints with your tax-exempt number.',
  },
  {
    about: 'Who can cancel',
    says: 'The person who signed up, at any time, with the link in our emails. A second address for receipts can’t open the plan. If that person leaves, support puts another in charge.',
  },
  {
    about: 'Refunds',
    says: 'No further month is billed after you cancel. We don’t refund part of a month, except where the law requires it or the mistake was ours.',
  },
] as const;

/** For the person who approves the expense. Names the plan when the address has a number of people. */
export default function TreasurerPage() {
  const { answer } = usePlanAnswer();
  return (
    <SheetFrame heading={`For the treasurer: ${site.product}`} above={[PRICING]}>
      <div className={`prose ${styles.treasurer}`}>
        <p>
          {site.product} is an app for students and a portal for their leaders: daily Bible reading, prayer, small
          groups, and a view of who has gone quiet. Every plan has every feature.
        </p>
        {answer && answer.plan.maxActiveUsers !== null && (
          <>
            <h2>
              Your plan: {answer.plan.name}, {dollars(answer.plan.amountInCents)} a month
            </h2>
            <PlanCosts answer={answer} />
          </>
        )}
        <h2>All plans</h2>
        <table className={styles.plans}>
          <thead>
            <tr>
              <th scope="col">Active users in a month</th>
              <th scope="col">Per month</th>
              <th scope="col">Per year</th>
            </tr>
          </thead>
          <tbody>
            {PLANS.map(({ id, range, amountInCents, maxActiveUsers }) => (
              <tr key={id}>
                <td>{range}</td>
                <td colSpan={maxActiveUsers ? 1 : 2}>{maxActiveUsers ? dollars(amountInCents) : 'Contact Us'}</td>
                {maxActiveUsers && <td>{dollars(amountInCents * 12)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        <h2>What treasurers ask</h2>
        <dl className={styles.facts}>
          {FACTS.map(({ about, says }) => (
            <div key={about}>
              <dt>{about}</dt>
              <dd>
                <WithLinks>{says}</WithLinks>
              </dd>
            </div>
          ))}
          <div>
            <dt>The vendor</dt>
            <dd>
              {site.postalAddress}. <MailLink />. <WithLinks>{open('phone', 'Phone')}</WithLinks>
            </dd>
          </div>
        </dl>
        <p>
          <strong>Approved by:</strong> <span className="blank" /> <strong>Date:</strong> <span className="blank" />{' '}
          <strong>Budget line:</strong> <span className="blank" />
        </p>
      </div>
    </SheetFrame>
  );
}

/** What the plan costs, and the dates of a sign-up today. */
const PlanCosts = ({ answer: { people, plan, today, firstCharge } }: { answer: PlanAnswer }) => (
  <dl className={styles.costs}>
    <div>
      <dt>Per person</dt>
      <dd>
        {dollars(plan.amountInCents / people)} a month, for {people.toLocaleString('en-US')}
      </dd>
    </div>
    <div>
      <dt>A full year</dt>
      <dd>{dollars(plan.amountInCents * 12)}</dd>
    </div>
    <div>
      <dt>Sign up today</dt>
      <dd>{today}: nothing is charged</dd>
    </div>
    <div>
      <dt>The trial ends, and the first month is charged</dt>
      <dd>{firstCharge}, unless you cancel before</dd>
    </div>
  </dl>
);
