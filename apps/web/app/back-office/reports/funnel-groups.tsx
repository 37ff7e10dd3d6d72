import { PLANS } from '@lampstand/contracts';
import type { FunnelGroup, FunnelGroupQuery } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { STAFF_PAGES } from '../pages.ts';
import { Failed } from '../components/placeholders.tsx';
import { churchSizeText, count } from '../format.ts';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { shareText } from './step-comparison.tsx';
import { periodBefore } from './step-rates.ts';
import { useFunnelGroups } from './use-funnel.ts';

type GroupedBy = FunnelGroupQuery['by'];

const LABELS: Record<GroupedBy, string> = { plan: 'Plan', churchSize: 'Church size' };

/** The share of sign-ups of each plan or church size that opened an account, beside that of the period before. */
export function FunnelGroups({ by, filter }: { by: GroupedBy; filter: SignupFilter }) {
  const period = filter.since ? undefined : periodBefore(filter.span);
  const now = useFunnelGroups(filter, by);
  const before = useFunnelGroups(filter, by, period ?? null);
  const failed = [now, before].find(({ isError }) => isError);
  if (failed)
    return <Failed onRetry={() => void failed.refetch()}>Error loading the groups. Please try again later.</Failed>;
  if (!now.data || (period && !before.data)) return <div className="comparison awaited" aria-hidden="true" />;
  if (now.data.length === 0) return null;
  const heads = [LABELS[by], 'Registered', 'Account open', ...(period ? ['Before'] : [])];
  return (
    <div className="comparison">
      <Table
        caption={`Sign-ups by ${LABELS[by].toLowerCase()}`}
        heads={heads.map((label) => (
          <Head key={label}>{label}</Head>
        ))}
        busy={now.isPlaceholderData || before.isPlaceholderData}
        dense={false}
      >
        {now.data.map((group) => (
          <Row key={group.value}>
            <Cell of={LABELS[by]}>
              <GroupLink by={by} value={group.value} filter={filter} />
            </Cell>
            <Cell of="Registered">{count(group.registered)}</Cell>
            <Cell of="Account open">{opened(group)}</Cell>
            {period && <Cell of="Before">{opened(before.data?.find(({ value }) => value === group.value))}</Cell>}
          </Row>
        ))}
      </Table>
    </div>
  );
}

const opened = ({ registered, account }: Pick<FunnelGroup, 'registered' | 'account'> = { registered: 0, account: 0 }) =>
  shareText({ of: registered, reached: account });

/** The list of the group. Sign-ups without a value have no filter, so no link. */
function GroupLink({ by, value, filter }: { by: GroupedBy; value: string; filter: SignupFilter }) {
  if (!value) return <>Not chosen</>;
  const text = by === 'plan' ? (PLANS.find(({ id }) => id === value)?.name ?? value) : churchSizeText(value);
  const search = filter.searchWith({ [by]: value });
  return <Link to={{ pathname: STAFF_PAGES.signups.path, search }}>{text}</Link>;
}
