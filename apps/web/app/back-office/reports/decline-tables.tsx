import { type Decline, declineName } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Failed } from '../components/placeholders.tsx';
import { count } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { STAFF_PAGES } from '../pages.ts';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { ALSO_COUNTED } from './stage-list.ts';
import { usePeriodBefore } from './step-rates.ts';
import { useDeclines } from './use-funnel.ts';
import './step-comparison.css';

/** Why cards at sign-up and later invoices of the filtered sign-ups were declined; each reason is a link to its people. */
export function DeclineTables({ filter }: { filter: SignupFilter }) {
  const period = usePeriodBefore(filter);
  const now = useDeclines(filter);
  const before = useDeclines(filter, period ?? null);
  const failed = [now, before].find(({ isError }) => isError);
  if (failed)
    return <Failed onRetry={() => void failed.refetch()}>Error loading the declines. Please try again later.</Failed>;
  if (!now.data || (period && !before.data)) return <div className="comparison awaited" aria-hidden="true" />;
  const busy = now.isPlaceholderData || before.isPlaceholderData;
  return (
    <div className="declines">
      <DeclineTable
        caption="Cards declined at sign-up, by the last reason the payment provider gave"
        resolved="Saved a card later"
        declines={now.data.cards}
        before={period && before.data?.cards}
        linkTo={(reason) => filter.searchWith({ cardDeclined: reason, include: ALSO_COUNTED })}
        busy={busy}
      />
      <DeclineTable
        caption="Later invoices of these sign-ups that were declined, by the last reason the payment provider gave"
        resolved="Paid since"
        declines={now.data.invoices}
        before={period && before.data?.invoices}
        linkTo={(reason) => filter.searchWith({ invoiceDeclined: reason, include: ALSO_COUNTED })}
        busy={busy}
      />
    </div>
  );
}

interface DeclineTableProps {
  caption: string;
  /** The head of the column of those who have a card, or have paid, since. */
  resolved: string;
  declines: Decline[];
  /** Of the period before; undefined without one. */
  before: Decline[] | undefined;
  /** The query of the list of the people of a reason. */
  linkTo: (reason: string) => string;
  busy: boolean;
}

const DeclineTable = ({ caption, resolved, declines, before, linkTo, busy }: DeclineTableProps) =>
  declines.length > 0 && (
    <div className="comparison">
      <Table
        caption={caption}
        heads={['Reason', 'People', resolved, ...(before ? ['Before'] : [])].map((label) => (
          <Head key={label}>{label}</Head>
        ))}
        busy={busy}
        dense={false}
      >
        {declines.map((decline) => (
          <Row key={decline.reason}>
            <Cell of="Reason">
              <Link to={{ pathname: STAFF_PAGES.signups.path, search: linkTo(decline.reason) }}>
                {declineName(decline.reason)}
              </Link>
            </Cell>
            <Cell of="People">{count(decline.people)}</Cell>
            <Cell of={resolved}>{count(decline.resolved)}</Cell>
            {before && (
              <Cell of="Before">{count(before.find(({ reason }) => reason === decline.reason)?.people ?? 0)}</Cell>
            )}
          </Row>
        ))}
      </Table>
    </div>
  );
