import { dollars, PLANS } from '@lampstand/contracts';
import {
  type BilledMonth,
  type Cohort,
  daysAfter,
  daysOfMonth,
  type MonthEvents,
  type Revenue,
} from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { subscriptionLife, statesTagged } from '@lampstand/workflows';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useToday } from '../../lib/clock.ts';
import { STAFF_PAGES } from '../pages.ts';
import { Panel } from '../components/panel.tsx';
import { Failed } from '../components/placeholders.tsx';
import { count, monthText, percent, useZone } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { withQuery } from '../lists/use-list.ts';
import { ALSO_COUNTED } from './stage-list.ts';
import './step-comparison.css';

const STALE_MS = 60_000;

/** What became of the sign-ups of each month, and what was paid in each month, of all sign-ups. */
export function RevenueTables() {
  const { zoneName } = useZone();
  const { data, isError, refetch } = useQuery<Revenue>({ queryKey: ['/api/admin/revenue'], staleTime: STALE_MS });
  if (isError) return <Failed onRetry={() => void refetch()}>Error loading the months. Please try again later.</Failed>;
  if (!data) return <div className="comparison awaited" aria-hidden="true" />;
  return (
    <div className="months">
      <Panel title="From trial to paid">
        <p className="small quiet">
          By month of sign-up in {zoneName}, as of today and whatever is filtered above. The share is of those whose
          free trial is over.
        </p>
        {data.cohorts.length ? <CohortTable cohorts={data.cohorts} /> : <p>No one has signed up yet.</p>}
      </Panel>
      <Panel title="What happened in each month">
        <p className="small quiet">
          By the month in which it happened. A month that is over stays as it is. Sign-ups that a later one replaced or
          that were erased since are counted here, too.
        </p>
        {data.events.length ? <EventTable months={data.events} /> : <p>Nothing has happened yet.</p>}
      </Panel>
      <Panel title="Paid invoices">
        <p className="small quiet">
          By month of payment and by the plan that was billed. Paid back: refunds and lost disputes of the month, of
          whichever invoice. The change is against the month before.
        </p>
        {data.billed.length ? <BilledTable months={data.billed} /> : <p>No invoice has been paid yet.</p>}
      </Panel>
    </div>
  );
}

const COHORT_HEADS = [
  'Month',
  'Registered',
  'Account open',
  'In trial',
  'Trial over, paid',
  'Past due',
  'Ended unpaid',
];

const CohortTable = ({ cohorts }: { cohorts: Cohort[] }) => (
  <Table caption="Sign-ups by month" heads={headsOf(COHORT_HEADS)} dense={false}>
    {cohorts.map(({ month, registered, opened, inTrial, paid, owing, endedUnpaid }) => (
      <Row key={month}>
        <Cell of="Month">
          <ListLink month={month}>
            <MonthName month={month} />
          </ListLink>
        </Cell>
        <Cell of="Registered">{count(registered)}</Cell>
        <Cell of="Account open">
          <ListLink month={month} of={{ reached: 'account' }}>
            {partOf(opened, registered)}
          </ListLink>
        </Cell>
        <Cell of="In trial">
          <ListLink month={month} of={{ state: statesTagged(subscriptionLife, 'inTrial').join() }}>
            {count(inTrial)}
          </ListLink>
        </Cell>
        <Cell of="Trial over, paid">{opened > inTrial ? partOf(paid, opened - inTrial) : '–'}</Cell>
        <Cell of="Past due">
          <ListLink month={month} of={{ state: statesTagged(subscriptionLife, 'owing').join() }}>
            {count(owing)}
          </ListLink>
        </Cell>
        <Cell of="Ended unpaid">{count(endedUnpaid)}</Cell>
      </Row>
    ))}
  </Table>
);

interface ListLinkProps {
  month: string;
  of?: { reached?: string; state?: string };
  children: ReactNode;
}

/** The list of the sign-ups of the month that are counted in a cell. */
const ListLink = ({ month, of, children }: ListLinkProps) => (
  <Link to={withQuery(STAFF_PAGES.signups.path, { ...daysOfMonth(month), include: ALSO_COUNTED, ...of })}>
    {children}
  </Link>
);

const EVENT_COLUMNS: [label: string, of: Exclude<keyof MonthEvents, 'month'>][] = [
  ['Registered', 'registered'],
  ['Phone verified', 'verified'],
  ['Card saved', 'card'],
  ['Account opened', 'opened'],
  ['Invoice paid', 'paid'],
];

const EventTable = ({ months }: { months: MonthEvents[] }) => (
  <Table
    caption="What happened by month"
    heads={headsOf(['Month', ...EVENT_COLUMNS.map(([label]) => label)])}
    dense={false}
  >
    {months.map((each) => (
      <Row key={each.month}>
        <Cell of="Month">
          <MonthName month={each.month} />
        </Cell>
        {EVENT_COLUMNS.map(([label, of]) => (
          <Cell key={of} of={label}>
            {count(each[of])}
          </Cell>
        ))}
      </Row>
    ))}
  </Table>
);

function BilledTable({ months }: { months: BilledMonth[] }) {
  const today = useToday();
  const plans = PLANS.filter(({ id }) => months.some(({ cents }) => cents[id]));
  const totalOf = ({ cents, returnedInCents }: BilledMonth) =>
    Object.values(cents).reduce((sum, each) => sum + each, -returnedInCents);
  return (
    <Table
      caption="Paid invoices by month"
      heads={headsOf(['Month', 'Invoices', ...plans.map(({ name }) => name), 'Paid back', 'Total'])}
      dense={false}
    >
      {months.map((each, at) => (
        <Row key={each.month}>
          <Cell of="Month">
            <MonthName month={each.month} />
          </Cell>
          <Cell of="Invoices">{count(each.invoices)}</Cell>
          {plans.map(({ id, name }) => (
            <Cell key={id} of={name}>
              {dollars(each.cents[id] ?? 0)}
            </Cell>
          ))}
          <Cell of="Paid back">{each.returnedInCents ? dollars(-each.returnedInCents) : ''}</Cell>
          <Cell of="Total">
            <strong>{dollars(totalOf(each))}</strong>
            <span className="block small quiet">
              {isOver(each.month, today) && changeText(each, months[at + 1], totalOf)}
            </span>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** "+12%" against the month before; nothing for a first month, or after one without payments. */
function changeText(
  month: BilledMonth,
  before: BilledMonth | undefined,
  totalOf: (each: BilledMonth) => number,
): string {
  if (!before || monthBefore(month.month) !== before.month) return '';
  const change = Math.round(100 * (totalOf(month) / totalOf(before) - 1));
  return `${change > 0 ? '+' : ''}${change}%`;
}

const headsOf = (labels: string[]) => labels.map((label) => <Head key={label}>{label}</Head>);

const isOver = (month: string, today: string): boolean => month < today.slice(0, 7);

/** "October 2026", or "November 2026, so far" */
const MonthName = ({ month }: { month: string }) => `${monthText(month)}${isOver(month, useToday()) ? '' : ', so far'}`;

/** "2026-10" of "2026-11". */
const monthBefore = (month: string) => daysAfter(`${month}-01`, -1).slice(0, 7);

/** "12 (40%)" */
const partOf = (part: number, of: number) => (of ? `${count(part)} (${percent(part, of)})` : '0');
