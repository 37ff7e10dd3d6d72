import { fullName, phoneText } from '@lampstand/contracts';
import { ADMIN_TEXTS, isMasked, type TrialSignupRow } from '@lampstand/contracts/back-office';
import { Link, useHref, useLocation } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { CopyButton, Email } from '../components/text.tsx';
import { churchSizeText, countedRows, stateName, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { SearchBox } from '../lists/list-tools.tsx';
import { Cell, Head, Pager, Row, SortHead, Table } from '../lists/table.tsx';
import { type ListPage, useList } from '../lists/use-list.ts';
import { Views } from '../views/views.tsx';
import { ExportBar } from './export-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useSignupFilter } from './signup-filter.ts';

export default function SignupsPage() {
  return (
    <BackOfficeLayout title="Trial Signup Dashboard">
      <Dashboard />
    </BackOfficeLayout>
  );
}

const STALE_SECONDS = 60;

/** All sign-ups: filter by day, funnel, search, export and a sortable table. */
function Dashboard() {
  const filter = useSignupFilter();
  const query = { ...filter.query, cursor: filter.cursor };
  const list = useList<TrialSignupRow>('/api/admin/trial-signups', query, STALE_SECONDS);
  const { data, isError, isPlaceholderData, refetch } = list;
  const known = isError || isPlaceholderData ? undefined : data;

  return (
    <>
      <HeadTools>
        <SearchBox
          label="Search sign-ups"
          hint="Name, email, church or phone"
          value={filter.q}
          onSearch={(q) => filter.setFilters({ q }, { replace: filter.q !== '' && q !== '' })}
        />
        <Views />
        <ExportBar filter={filter} list={known} />
      </HeadTools>
      <FilterBar filter={filter} />
      {isError ? (
        <Failed onRetry={() => void refetch()}>{ADMIN_TEXTS.signupsFailed}</Failed>
      ) : !data ? (
        <Loading>{ADMIN_TEXTS.loadingSignups}</Loading>
      ) : data.rows.length === 0 ? (
        <EmptyList filtered={Boolean(filter.q) || filter.filtered} onClear={filter.clearAll} />
      ) : (
        <>
          <SignupTable
            list={data}
            sort={filter.sort}
            busy={isPlaceholderData}
            onSort={(sort) => filter.setFilters({ sort })}
          />
          <Pager of="sign-ups" list={data} page={filter.page} onTurn={(by) => filter.turnPage(data, by)} />
        </>
      )}
      <CopyLink />
    </>
  );
}

const EmptyList = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? <Empty onClear={onClear}>{ADMIN_TEXTS.noMatch}</Empty> : <Empty>{ADMIN_TEXTS.noSignups}</Empty>;

/** Copies the URL with the current filter, search and order. */
function CopyLink() {
  const { origin } = globalThis.location;
  return <CopyButton text={origin + useHref(useLocation())} label="Copy link" what="to this view" />;
}

interface Props {
  list: ListPage<TrialSignupRow>;
  sort: string;
  busy: boolean;
  onSort: (sort: string) => void;
}

export function SignupTable({ list, sort, busy, onSort }: Props) {
  const { instantText, zoneName } = useZone();
  const order = { sort, onSort };
  const maySortByEmail = !isMasked(useStaff().role);
  const heads = [
    <SortHead key="Date" name="createdAt" label="Date" first="descending" {...order} />,
    <SortHead key="Name" name="name" label="Name" width={16} {...order} />,
    maySortByEmail ? (
      <SortHead key="Email" name="email" label="Email" width={24} {...order} />
    ) : (
      <Head key="Email" width={24}>
        Email
      </Head>
    ),
    <Head key="Phone">Phone</Head>,
    <SortHead key="Church" name="churchName" label="Church" width={24} {...order} />,
    <Head key="Position" width={16}>
      Position
    </Head>,
    <Head key="Church Size">Church Size</Head>,
    <Head key="State">State</Head>,
  ];
  return (
    <Table caption={`${countedRows(list, 'sign-up')}, dates in ${zoneName}`} heads={heads} busy={busy}>
      {list.rows.map((row) => (
        <Row key={row.id}>
          <Cell of="Date" className="nowrap when">
            {instantText(row.createdAt)}
          </Cell>
          <Cell of="Name" className="lead">
            <Link to={`/trials/${row.id}`}>
              <bdi>{fullName(row)}</bdi>
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
          <Cell of="State" className="nowrap">
            {stateName(row.subscriptionState ?? row.state)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
