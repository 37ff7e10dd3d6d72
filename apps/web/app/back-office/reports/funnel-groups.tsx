import { PLANS, SOURCES, US_STATES } from '@lampstand/contracts';
import { FUNNEL_GROUPS, type FunnelGroup, type FunnelGroupQuery } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { STAFF_PAGES } from '../pages.ts';
import { Failed } from '../components/placeholders.tsx';
import { churchSizeText, count } from '../format.ts';
import { ChoiceFilter } from '../lists/list-tools.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import type { SignupFilter } from '../signups/signup-filter.ts';
import { ALSO_COUNTED } from './stage-list.ts';
import { shareText } from './step-comparison.tsx';
import { usePeriodBefore } from './step-rates.ts';
import { useFunnelGroups } from './use-funnel.ts';

type GroupedBy = FunnelGroupQuery['by'];

interface Grouping {
  label: string;
  /** The text of a value; the values are those of the API. */
  text: (value: string) => string;
  /** The text of the sign-ups without a value. */
  none: string;
}

const labelIn = (choices: readonly { value: string; label: string }[]) => (value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

const GROUPINGS: Record<GroupedBy, Grouping> = {
  plan: { label: 'Plan', text: labelIn(PLANS.map(({ id, name }) => ({ value: id, label: name }))), none: 'Not chosen' },
  churchSize: { label: 'Church size', text: churchSizeText, none: 'Not kept' },
  position: { label: 'Position', text: (value) => value, none: 'Not kept' },
  churchState: { label: 'State of the church', text: labelIn(US_STATES), none: 'Not kept' },
  source: {
    label: 'How did you hear about us?',
    text: (value) => SOURCES[Number(value)]?.label ?? value,
    none: 'No answer',
  },
};
const CHOICES = FUNNEL_GROUPS.map((value) => ({ value, label: GROUPINGS[value].label }));

/** The share of sign-ups of each group that opened an account, beside that of the period before. */
export function FunnelGroups({ filter }: { filter: SignupFilter }) {
  const [by, setBy] = useState<GroupedBy>('plan');
  const period = usePeriodBefore(filter);
  const now = useFunnelGroups(filter, by);
  const before = useFunnelGroups(filter, by, period ?? null);
  const failed = [now, before].find(({ isError }) => isError);
  if (failed)
    return <Failed onRetry={() => void failed.refetch()}>Error loading the groups. Please try again later.</Failed>;
  if (!now.data || (period && !before.data)) return <div className="comparison awaited" aria-hidden="true" />;
  if (now.data.length === 0) return null;
  const { label, text, none } = GROUPINGS[by];
  const heads = [label, 'Registered', 'Account open', ...(period ? ['Before'] : [])];
  return (
    <div className="comparison">
      <ChoiceFilter label="Sign-ups by" value={by} choices={CHOICES} onChoose={(value) => setBy(value as GroupedBy)} />
      <Table
        caption={`Sign-ups by ${label.toLowerCase()}`}
        heads={heads.map((head) => (
          <Head key={head}>{head}</Head>
        ))}
        busy={now.isPlaceholderData || before.isPlaceholderData}
        dense={false}
      >
        {now.data.map((group) => (
          <Row key={group.value}>
            <Cell of={label}>
              {group.value ? <GroupLink by={by} value={group.value} text={text(group.value)} filter={filter} /> : none}
            </Cell>
            <Cell of="Registered">{count(group.registered)}</Cell>
            <Cell of="Account open">{opened(group)}</Cell>
            {period && <Cell of="Before">{opened(before.data?.find(({ value }) => value === group.value))}</Cell>}
          </Row>
        ))}
      </Table>
      {by === 'churchState' && now.data.some(({ value }) => !value) && (
        <p className="small quiet">
          Not kept: an erasure keeps the state only where at least 20 sign-ups have it, so that it identifies no one.
        </p>
      )}
    </div>
  );
}

const opened = ({ registered, account }: Pick<FunnelGroup, 'registered' | 'account'> = { registered: 0, account: 0 }) =>
  shareText({ of: registered, reached: account });

/** The list of the group, where the list has such a filter. */
function GroupLink({ by, value, text, filter }: { by: GroupedBy; value: string; text: string; filter: SignupFilter }) {
  if (by !== 'plan' && by !== 'churchSize') return <>{text}</>;
  const search = filter.searchWith({ [by]: value, include: ALSO_COUNTED });
  return <Link to={{ pathname: STAFF_PAGES.signups.path, search }}>{text}</Link>;
}
