import { dollars, PLANS } from '@lampstand/contracts';
import type { BilledMonth, Cohort, Revenue } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { STAFF_PAGES } from '../pages.ts';
import { Panel } from '../components/panel.tsx';
import { Failed } from '../components/placeholders.tsx';
import { count, monthText, percent, useZone } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { withQuery } from '../lists/use-list.ts';
import { daysOfMonth } from '../signups/days.ts';
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
          By month of sign-up in {zoneName}, whatever is filtered above. A month is complete when nobody of it is in the
          trial.
        </p>
        <CohortTable cohorts={data.cohorts} />
      </Panel>
      <Panel title="Paid invoices">
        <p className="small quiet">By month of payment and by the plan that was billed.</p>
        {data.billed.length ? <BilledTable months={data.billed} /> : <p>No invoice has been paid yet.</p>}
      </Panel>
    </div>
  );
}

const COHORT_HEADS = ['Month', 'Registered', 'Account open', 'In trial', 'Paid', 'Past due', 'Ended unpaid'];

const CohortTable = ({ cohorts }: { cohorts: Cohort[] }) => (
  <Table caption="Sign-ups by month" heads={headsOf(COHORT_HEADS)} dense={false}>
    {cohorts.map(({ month, registered, opened, inTrial, paid, owing, endedUnpaid }) => (
      <Row key={month}>
        <Cell of="Month">
          <Link to={withQuery(STAFF_PAGES.signups.path, { ...daysOfMonth(month) })}>{monthText(month)}</Link>
        </Cell>
        <Cell of="Registered">{count(registered)}</Cell>
        <Cell of="Account open">{partOf(opened, registered)}</Cell>
        <Cell of="In trial">{count(inTrial)}</Cell>
        <Cell of="Paid">{partOf(paid, opened)}</Cell>
        <Cell of="Past due">{count(owing)}</Cell>
        <Cell of="Ended unpaid">{count(endedUnpaid)}</Cell>
      </Row>
    ))}
  </Table>
);

function BilledTable({ months }: { months: BilledMonth[] }) {
  const plans = PLANS.filter(({ id }) => months.some(({ cents }) => cents[id]));
  const totalOf = ({ cents }: BilledMonth) => Object.values(cents).reduce((sum, each) => sum + each, 0);
  return (
    <Table
      caption="Paid invoices by month"
      heads={headsOf(['Month', 'Invoices', ...plans.map(({ name }) => name), 'Total'])}
      dense={false}
    >
      {months.map((each) => (
        <Row key={each.month}>
          <Cell of="Month">{monthText(each.month)}</Cell>
          <Cell of="Invoices">{count(each.invoices)}</Cell>
          {plans.map(({ id, name }) => (
            <Cell key={id} of={name}>
              {dollars(each.cents[id] ?? 0)}
            </Cell>
          ))}
          <Cell of="Total">
            <strong>{dollars(totalOf(each))}</strong>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const headsOf = (labels: string[]) => labels.map((label) => <Head key={label}>{label}</Head>);

/** "12 (40%)" */
const partOf = (part: number, of: number) => (of ? `${count(part)} (${percent(part, of)})` : '0');
