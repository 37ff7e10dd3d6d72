import { PLANS } from '@lampstand/contracts';
import { type ExportRow, READER_STATUS_NAMES, REQUEST_STATE_NAMES, stateName } from '@lampstand/contracts/back-office';
import { Badge } from './components/badge.tsx';
import { Empty, Failed, Loading } from './components/placeholders.tsx';
import { Email } from './components/text.tsx';
import { Instant } from './components/time-ago.tsx';
import { count, counted, dayText, useZone } from './format.ts';
import { BackOfficeLayout, HeadTools } from './layout/back-office-layout.tsx';
import { PageTabs } from './layout/page-tabs.tsx';
import { EXPORTS } from './lists/download.tsx';
import type { Column } from './lists/list-view.tsx';
import { Cell, Head, Pager, Row, Table } from './lists/table.tsx';
import { useList, useListParams } from './lists/use-list.ts';

export default function ExportsPage() {
  return (
    <BackOfficeLayout title="Exports" needs="audit">
      <HeadTools>
        <PageTabs of="Audit" />
      </HeadTools>
      <ExportLog />
    </BackOfficeLayout>
  );
}

const LISTS: Record<ExportRow['list'], string> = {
  'trial-signups': 'Trial signups',
  'incomplete-trials': 'Incomplete trials',
  ambassadors: 'Ambassador applications',
  'trial-requests': 'Trial requests',
  newsletter: 'Newsletter subscribers',
  board: 'Board, months',
  'board-states': 'Board, states',
};

const OUTCOMES: Record<ExportRow['outcome'], { label: string; tone: 'good' | 'warn' | 'bad' | '' }> = {
  running: { label: 'Running', tone: '' },
  complete: { label: 'Complete', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'warn' },
};

const FILTERS: Record<string, string> = {
  startDate: 'From',
  endDate: 'Until',
  since: 'Since',
  period: 'Days:',
  q: 'Search:',
  state: 'State:',
  status: 'State:',
  stuck: 'Stuck:',
  reached: 'Reached:',
  notReached: 'Not reached:',
  plan: 'Plan:',
  churchSize: 'Church size:',
  churchState: 'State of the church:',
  abovePlan: 'Above their plan:',
  moved: 'Month and what happened:',
  source: 'How heard:',
  cardDeclined: 'Card declined:',
  invoiceDeclined: 'Invoice declined:',
  contacted: 'Contacted:',
  waiting: 'Waiting, in hours:',
  owner: 'Owner:',
  include: 'Includes:',
  changed: 'New or changed:',
};

const WORDS: Record<string, string> = {
  ...REQUEST_STATE_NAMES,
  ...READER_STATUS_NAMES,
  ...Object.fromEntries(PLANS.map(({ id, name }) => [id, name])),
};
const wordOf = (value: string): string => WORDS[value] ?? stateName(value);

const HEADS: Column[] = [['When', 11], ['Who', 22], ['List', 16], ['Filter', 34], ['Outcome'], ['Rows']];

/** Every export, newest first. The files themselves are not stored. */
function ExportLog() {
  const { cursor, page, turnPage } = useListParams([]);
  const { data, isError, isPlaceholderData, refetch } = useList<ExportRow>(EXPORTS, { cursor }, 0);
  const { zoneName } = useZone();
  if (isError) return <Failed onRetry={() => void refetch()}>Error loading exports. Please try again later.</Failed>;
  if (!data) return <Loading>Loading exports...</Loading>;
  if (data.rows.length === 0) return <Empty>Nothing has been exported yet.</Empty>;
  return (
    <>
      <Table
        caption={`${counted(data.total, 'export')}, times in ${zoneName}`}
        heads={HEADS.map(([name, width]) => (
          <Head key={name} width={width}>
            {name}
          </Head>
        ))}
        busy={isPlaceholderData}
        dense={false}
      >
        {data.rows.map((row) => (
          <Export key={row.id} row={row} />
        ))}
      </Table>
      <Pager of="exports" list={data} page={page} onTurn={(by) => turnPage(data, by)} />
    </>
  );
}

function Export({ row }: { row: ExportRow }) {
  const { label, tone } = OUTCOMES[row.outcome];
  return (
    <Row>
      <Cell of="When">
        <Instant at={row.at} />
      </Cell>
      <Cell of="Who">
        <Email address={row.by} />
      </Cell>
      <Cell of="List">{LISTS[row.list]}</Cell>
      <Cell of="Filter">
        <div>
          <Filter filter={row.filter} />
          <details className="cell-details disclosure">
            <summary>{counted(row.columns.length, 'column')}</summary>
            {row.columns.join(', ')}
          </details>
        </div>
      </Cell>
      <Cell of="Outcome" className="nowrap">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell of="Rows">{row.rows === null ? '–' : count(row.rows)}</Cell>
    </Row>
  );
}

/** The filter with the labels of the list's page. The order of the rows is left out. */
function Filter({ filter }: Pick<ExportRow, 'filter'>) {
  const { instantText } = useZone();
  const textOf = (name: string, value: string): string => {
    if (name === 'changed') return 'Yes';
    if (name === 'since') return instantText(value);
    if (name.endsWith('Date')) return dayText(value);
    return ['state', 'status', 'plan'].includes(name) ? value.split(',').map(wordOf).join(', ') : value;
  };
  const lines = Object.entries(FILTERS).flatMap(([name, label]) => {
    const value = filter[name];
    return value ? [{ name, label, text: textOf(name, value) }] : [];
  });
  if (lines.length === 0) return 'None';
  return lines.map(({ name, label, text }) => (
    <span key={name} className="block">
      {label} <bdi>{text}</bdi>
    </span>
  ));
}
