import { dollars, PLANS, TAXES } from '@lampstand/contracts';
import { MailLink } from '../components/text-links.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { PRICING } from '../seo/trail.ts';
import { SheetFrame } from '../sheets/sheet-frame.tsx';
import { PlanCosts } from './how-many.tsx';
import { loadSheet, usePlanAnswer } from './plan-answer.ts';
import './treasurer-page.css';

const page: Page = {
  path: '/pricing/treasurer',
  canonical: '/pricing',
  title: 'Sheet for the Treasurer',
  description:
    'One page for the treasurer: the plan, its price by month and year, what it costs for each person, the dates of the trial and how to cancel.',
  keywords: ['youth ministry budget', 'church treasurer', 'cost per student'],
};

export const handle: PageHandle = { page, readsQuery: true };
export const meta = () => headOf(page);

export const loader = loadSheet;

/** For the person who approves the expense. Names the plan when the address has a number of people. */
export default function TreasurerPage() {
  const { answer } = usePlanAnswer();
  return (
    <SheetFrame heading={`For the treasurer: ${site.product}`} above={[PRICING]}>
      <div className="prose treasurer">
        <p>
          {site.product} is an app for our students and a portal for our leaders: daily Bible reading, prayer, small
          groups, and a view of who has gone quiet. It is billed by the month, by the number of people who take part.
        </p>
        {answer && answer.plan.maxActiveUsers !== null && (
          <>
            <h2>
              Our plan: {answer.plan.name}, {dollars(answer.plan.amountInCents)} a month
            </h2>
            <PlanCosts answer={answer} />
          </>
        )}
        <h2>All plans</h2>
        <table>
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
        <ul>
          <li>Every plan has every feature. {TAXES}</li>
          <li>
            30 days are free. A card is stored at the start, at Stripe, and nothing is charged before the trial ends.
          </li>
          <li>Reminders come 7 days and 1 day before. Invoices and receipts come by email.</li>
          <li>No one moves us to a larger plan: we are asked first, for the following month.</li>
          <li>We can cancel at any time with the link in the emails. No further month is then billed.</li>
        </ul>
        <p>
          {site.postalAddress}. <MailLink />
        </p>
        <p>
          <strong>Approved by:</strong> <span className="blank" /> <strong>Date:</strong> <span className="blank" />{' '}
          <strong>Budget line:</strong> <span className="blank" />
        </p>
      </div>
    </SheetFrame>
  );
}
