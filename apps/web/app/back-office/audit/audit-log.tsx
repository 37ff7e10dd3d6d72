import type { AuditRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { counted, useZone } from '../format.ts';
import { useListAddress } from '../lists/list-address.ts';
import { Pager } from '../lists/pager.tsx';
import { useList } from '../lists/read-list.ts';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { Email } from '../parts/email.tsx';
import { AuditFilter } from './audit-filter.tsx';

const HEADS = ['When', 'Who', 'Action', 'Subject', 'Detail', 'Address', 'Request'];

/** What staff did: sign-ins and failures, reveals, exports, repairs, decisions. Rows are only ever added. */
export function AuditLog() {
  const { told, cursor, page, change, turn } = useListAddress(['action', 'by', 'subject']);
  const { data, isError, isPlaceholderData, refetch } = useList<AuditRow>('/api/admin/audit', { ...told, cursor }, 0);
  const { zoneName } = useZone();
  const filtered = Object.values(told).some(Boolean);
  return (
    <>
      <AuditFilter told={told} onFilter={change} />
      {isError ? (
        <Failed onRetry={() => void refetch()}>Error loading the audit. Please try again later.</Failed>
      ) : !data ? (
        <Loading>Loading the audit...</Loading>
      ) : data.rows.length === 0 && filtered ? (
        <Empty onClear={() => change({ action: '', by: '', subject: '' })}>No entries match</Empty>
      ) : data.rows.length === 0 ? (
        <Empty>Nothing has been recorded yet.</Empty>
      ) : (
        <>
          <Table
            caption={`${counted(data.total, 'entry', 'entries')}, times in ${zoneName}`}
            heads={HEADS.map((name) => (
              <Head key={name}>{name}</Head>
            ))}
            busy={isPlaceholderData}
          >
            {data.rows.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </Table>
          <Pager of="entries" list={data} page={page} onTurn={(by) => turn(data, by)} />
        </>
      )}
    </>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const { instantText } = useZone();
  return (
    <Row>
      <Cell of="When" className="nowrap">
        {instantText(row.at)}
      </Cell>
      <Cell of="Who">{row.by ? <Email address={row.by} /> : 'Nobody known'}</Cell>
      <Cell of="Action">{row.action}</Cell>
      <Cell of="Subject">
        <Subject name={row.subject} />
      </Cell>
      <Cell of="Detail">
        {Object.entries(row.detail).map(([name, value]) => (
          <span key={name} className="block">
            {name}: <bdi>{String(value)}</bdi>
          </span>
        ))}
      </Cell>
      <Cell of="Address" className="nowrap">
        {row.address ?? '–'}
      </Cell>
      <Cell of="Request">
        <code title={row.requestId}>{row.requestId.slice(0, 8)}</code>
      </Cell>
    </Row>
  );
}

const PLACES: Record<string, string> = { trial: '/trials/', application: '/admin/ambassadors/' };

/** "trial:123" leads to the sign-up. */
function Subject({ name }: { name: string | null }) {
  if (!name) return '–';
  const [kind = '', id = ''] = name.split(':');
  const place = PLACES[kind];
  return place && /^\d+$/.test(id) ? <Link to={place + id}>{name}</Link> : <bdi>{name}</bdi>;
}
