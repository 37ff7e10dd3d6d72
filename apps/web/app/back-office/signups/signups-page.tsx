import { ADMIN_TEXTS, type TrialSignupRow } from '@lampstand/contracts/back-office';
import { useHref, useLocation } from 'react-router-dom';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { CopyButton } from '../components/text.tsx';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { SearchBox } from '../lists/list-tools.tsx';
import { Pager } from '../lists/table.tsx';
import { useList } from '../lists/use-list.ts';
import { Views } from '../views/views.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { ExportBar } from './export-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useSignupFilter } from './signup-filter.ts';
import { SignupTable } from './signup-table.tsx';

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
  const query = { ...filter.query, columns: filter.columnsParam, cursor: filter.cursor };
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
        <ColumnChooser filter={filter} />
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
            columns={filter.columns}
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
