import { isMasked, type TrialColumn, type TrialSignupRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { countedRows, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { Cell, Head, Row, SortHead, Table } from '../lists/table.tsx';
import type { ListPage } from '../lists/use-list.ts';
import { SIGNUP_COLUMNS } from './signup-columns.tsx';
import { SHOWN_COLUMNS } from './signup-filter.ts';

interface Props {
  list: ListPage<TrialSignupRow>;
  columns: readonly TrialColumn[];
  sort: string;
  busy: boolean;
  onSort: (sort: string) => void;
}

/** The columns whose values the table shows without their names on a phone. */
const UNNAMED = new Set<TrialColumn>(SHOWN_COLUMNS);

/** Sign-ups in the chosen columns. The name, or the first column without it, links to the person. */
export function SignupTable({ list, columns, sort, busy, onSort }: Props) {
  const { instantText, zoneName } = useZone();
  const maySortByEmail = !isMasked(useStaff().role);
  const lead = columns.includes('Name') ? 'Name' : columns[0];
  const isWide = columns.length > SHOWN_COLUMNS.length;
  const heads = columns.map((column) => {
    const { width, sort: name } = SIGNUP_COLUMNS[column];
    const size = isWide || width === undefined ? {} : { width };
    if (!name || (name === 'email' && !maySortByEmail))
      return (
        <Head key={column} {...size}>
          {column}
        </Head>
      );
    const first = name === 'createdAt' ? 'descending' : 'ascending';
    return <SortHead key={column} name={name} label={column} first={first} sort={sort} onSort={onSort} {...size} />;
  });
  const table = (
    <Table caption={`${countedRows(list, 'sign-up')}, dates in ${zoneName}`} heads={heads} busy={busy}>
      {list.rows.map((row) => (
        <Row key={row.id}>
          {columns.map((column) => {
            const { value, width } = SIGNUP_COLUMNS[column];
            const shown = value(row, instantText);
            const classes = [
              column === lead ? 'lead' : width === undefined && 'nowrap',
              column === 'Date' && 'when',
              shown && !UNNAMED.has(column) && 'labelled',
            ];
            return (
              <Cell key={column} of={column} className={classes.filter(Boolean).join(' ')}>
                {column === lead ? <Link to={`/trials/${row.id}`}>{shown || row.id}</Link> : shown}
              </Cell>
            );
          })}
        </Row>
      ))}
    </Table>
  );
  return isWide ? <div className="table-scroll">{table}</div> : table;
}
