import { isMasked, type TrialSignupRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { churchSizeText, counted, nameOf, phoneText, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import type { ListPage } from '../lists/use-list.ts';
import { Cell, Head, Row, SortHead, Table } from '../lists/table.tsx';
import { Email } from '../components/text.tsx';

interface Props {
  list: ListPage<TrialSignupRow>;
  sort: string;
  busy: boolean;
  onSort: (sort: string) => void;
}

export function SignupTable({ list: { rows, total }, sort, busy, onSort }: Props) {
  const { instantText, zoneName } = useZone();
  const order = { sort, onSort };
  const maySortByEmail = !isMasked(useStaff().role);
  const heads = [
    <SortHead key="Date" name="createdAt" label="Date" first="descending" {...order} />,
    <SortHead key="Name" name="name" label="Name" {...order} />,
    maySortByEmail ? <SortHead key="Email" name="email" label="Email" {...order} /> : <Head key="Email">Email</Head>,
    <Head key="Phone">Phone</Head>,
    <SortHead key="Church" name="churchName" label="Church" {...order} />,
    <Head key="Position">Position</Head>,
    <Head key="Church Size">Church Size</Head>,
  ];
  return (
    <Table caption={`${counted(total, 'sign-up')}, dates in ${zoneName}`} heads={heads} busy={busy}>
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell of="Date" className="nowrap">
            {instantText(row.createdAt)}
          </Cell>
          <Cell of="Name">
            <Link to={`/trials/${row.id}`}>
              <bdi>{nameOf(row)}</bdi>
            </Link>
          </Cell>
          <Cell of="Email">
            <Email address={row.email} />
          </Cell>
          <Cell of="Phone" className="nowrap">
            {phoneText(row.phone) || 'N/A'}
          </Cell>
          <Cell of="Church">
            <bdi>{row.churchName}</bdi>
          </Cell>
          <Cell of="Position">
            <bdi>{row.position}</bdi>
          </Cell>
          <Cell of="Church Size" className="nowrap">
            {churchSizeText(row.churchSize)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
