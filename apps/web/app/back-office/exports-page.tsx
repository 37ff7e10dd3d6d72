import { type ExportRow, type Period, stateName } from '@lampstand/contracts/back-office';
import { Badge } from './components/badge.tsx';
import { Empty, Failed, Loading } from './components/placeholders.tsx';
import { Instant } from './components/time-ago.tsx';
import { count, counted, useZone } from './format.ts';
import { BackOfficeLayout, HeadTools } from './layout/back-office-layout.tsx';
import { PageTabs } from './layout/page-tabs.tsx';
import { LIST_NAMES } from './lists/list-names.ts';
import { EXPORTS } from './lists/download.tsx';
import type { Column } from './lists/list-view.tsx';
import { PERIOD_NAMES, spanText } from './signups/days.ts';
import { choiceTexts } from './signups/filter-words.ts';
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

const OUTCOMES: Record<ExportRow['outcome'], { label: string; tone: 'good' | 'warn' | 'bad' | '' }> = {
  running: { label: 'Running', tone: '' },
  complete: { label: 'Complete', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'warn' },
};

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
        <bdi>{row.by}</bdi>
      </Cell>
      <Cell of="List">{LIST_NAMES[row.list]}</Cell>
      <Cell of="Filter">
        <div>
          <Filter filter={row.filter} />
          <details className="disclosure">
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

/** The filter in the words of the list's page. The order of the rows is left out. */
function Filter({ filter }: Pick<ExportRow, 'filter'>) {
  const { instantText } = useZone();
  const { startDate, endDate, period, since, q, status, changed } = filter;
  const lines = [
    period && PERIOD_NAMES[period as Period],
    spanText({ startDate: startDate ?? '', endDate: endDate ?? '' }),
    since && `Since ${instantText(since)}`,
    q && `Search: ${q}`,
    status && `Status: ${stateName(status)}`,
    ...choiceTexts(filter).map(({ text }) => text),
    changed && 'New or changed only',
  ].filter(Boolean);
  if (lines.length === 0) return 'None';
  return lines.map((line) => (
    <span key={line} className="block">
      <bdi>{line}</bdi>
    </span>
  ));
}
