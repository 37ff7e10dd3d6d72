import { fullName } from '@lampstand/contracts';
import { ADMIN_TEXTS, type IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { Contact } from '../components/contact.tsx';
import { LongText } from '../components/text.tsx';
import { churchSizeText, countedRows, useZone } from '../format.ts';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import type { ListPage } from '../lists/use-list.ts';
import { RowActions } from './row-actions.tsx';
import './incomplete.css';

const COLUMNS: Column[] = [
  ['Name & Status', 31],
  ['Contact', 17],
  ['Church & Position', 16],
  ['Message', 9],
  ['Signup Date'],
];

interface Props {
  list: ListPage<IncompleteTrialRow>;
  busy: boolean;
}

export function IncompleteTable({ list, busy }: Props) {
  const { zoneName } = useZone();
  return (
    <Table
      caption={`${countedRows(list, 'incomplete signup')}, dates in ${zoneName}`}
      heads={COLUMNS.map(([name, width]) => (
        <Head key={name} width={width}>
          {name}
        </Head>
      ))}
      busy={busy}
    >
      {list.rows.map((row) => (
        <Person key={row.id} row={row} />
      ))}
    </Table>
  );
}

function Person({ row }: { row: IncompleteTrialRow }) {
  const { instantText } = useZone();
  return (
    <Row>
      <Cell of="Name & Status" className="lead">
        <Link className="block" to={`/trials/${row.id}`}>
          <bdi>{fullName(row)}</bdi>
        </Link>
        <span className="block badges">
          <Badge tone="good">Phone Verified</Badge>
          <Badge tone="warn">No Credit Card</Badge>
        </span>
      </Cell>
      <Cell of="Contact">
        <Contact of={row} />
      </Cell>
      <Cell of="Church & Position">
        <bdi className="block">{row.churchName}</bdi>
        <span className="block quiet small">
          <bdi>{row.churchCity}</bdi>, {row.churchState} · <bdi>{row.position}</bdi> · {churchSizeText(row.churchSize)}{' '}
          attendees
        </span>
      </Cell>
      <Cell of="Message" className="message">
        {row.message ? (
          <LongText text={row.message} />
        ) : (
          <span className="quiet">{row.messageHidden ? ADMIN_TEXTS.hiddenMessage : ADMIN_TEXTS.noMessage}</span>
        )}
      </Cell>
      <Cell of="Signup Date" className="nowrap">
        <span className="block">{instantText(row.createdAt)}</span>
        <RowActions row={row} />
      </Cell>
    </Row>
  );
}
