import type { ExportRow } from '@lampstand/contracts/back-office';
import { LEDGER } from '../download/use-download.ts';
import { count, counted, dayText, useZone } from '../format.ts';
import { useListAddress } from '../lists/list-address.ts';
import { Pager } from '../lists/pager.tsx';
import { useList } from '../lists/read-list.ts';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Email } from '../parts/email.tsx';

const LISTS: Record<ExportRow['list'], string> = {
  'trial-signups': 'Trial signups',
  'incomplete-trials': 'Incomplete trials',
  ambassadors: 'Ambassador applications',
  'trial-requests': 'Trial requests',
  newsletter: 'Newsletter subscribers',
};

const OUTCOMES: Record<ExportRow['outcome'], { label: string; tone: string }> = {
  running: { label: 'Running', tone: '' },
  complete: { label: 'Complete', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'warn' },
};

const FILTERS: Record<string, string> = {
  startDate: 'From',
  endDate: 'Until',
  since: 'Since',
  q: 'Search:',
  state: 'State:',
  status: 'Status:',
  sort: 'Order:',
};

const HEADS = ['When', 'Who', 'List', 'Filter', 'Columns', 'Outcome', 'Rows', 'Size', 'SHA-256'];

/** Every file that left the house. The files themselves are kept nowhere. */
export function ExportLedger() {
  const { cursor, page, turn } = useListAddress([]);
  const { data, isError, isPlaceholderData, refetch } = useList<ExportRow>(LEDGER, { cursor }, 0);
  const { zoneName } = useZone();
  if (isError) return <Failed onRetry={() => void refetch()}>Error loading exports. Please try again later.</Failed>;
  if (!data) return <Loading>Loading exports...</Loading>;
  if (data.rows.length === 0) return <Empty>Nothing has been exported yet.</Empty>;
  return (
    <>
      <Table
        caption={`${counted(data.total, 'export')}, times in ${zoneName}`}
        heads={HEADS.map((name) => (
          <Head key={name}>{name}</Head>
        ))}
        busy={isPlaceholderData}
      >
        {data.rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </Table>
      <Pager of="exports" list={data} page={page} onTurn={(by) => turn(data, by)} />
    </>
  );
}

function Entry({ row }: { row: ExportRow }) {
  const { instantText } = useZone();
  const { label, tone } = OUTCOMES[row.outcome];
  return (
    <Row>
      <Cell of="When">{instantText(row.at)}</Cell>
      <Cell of="Who">
        <Email address={row.by} />
      </Cell>
      <Cell of="List">{LISTS[row.list]}</Cell>
      <Cell of="Filter">
        <Filter filter={row.filter} />
      </Cell>
      <Cell of="Columns">
        <details className="cell-details">
          <summary>{counted(row.columns.length, 'column')}</summary>
          {row.columns.join(', ')}
        </details>
      </Cell>
      <Cell of="Outcome">
        <span className={`badge ${tone}`}>{label}</span>
      </Cell>
      <Cell of="Rows">{row.rows === null ? '–' : count(row.rows)}</Cell>
      <Cell of="Size" className="nowrap">
        {row.bytes === null ? '–' : sizeText(row.bytes)}
      </Cell>
      <Cell of="SHA-256">
        {row.sha256 ? (
          <span>
            <code>{row.sha256.slice(0, 8)}…</code> <CopyButton text={row.sha256} what="the SHA-256" />
          </span>
        ) : (
          '–'
        )}
      </Cell>
    </Row>
  );
}

/** In the words of the screen that was exported. */
function Filter({ filter }: Pick<ExportRow, 'filter'>) {
  const { instantText } = useZone();
  const said = (name: string, value: string) =>
    name === 'since' ? instantText(value) : name.endsWith('Date') ? dayText(value) : value;
  const names = new Set([...Object.keys(FILTERS), ...Object.keys(filter)]);
  const lines = [...names].flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, label: FILTERS[name] ?? `${name}:`, text: said(name, value) }] : [];
  });
  if (lines.length === 0) return 'None';
  return lines.map(({ name, label, text }) => (
    <span key={name} className={name === 'q' ? 'block' : 'block nowrap'}>
      {label} <bdi>{text}</bdi>
    </span>
  ));
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${count(bytes)} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
