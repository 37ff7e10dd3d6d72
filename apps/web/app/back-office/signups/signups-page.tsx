import { ADMIN_TEXTS, ADMIN_TOASTS, type TrialSignupRow } from '@lampstand/contracts/back-office';
import { late } from '../../lib/late.tsx';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { useStaff } from '../layout/auth.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { PageTabs } from '../layout/page-tabs.tsx';
import { ListExport } from '../lists/list-export.tsx';
import { SearchBox } from '../lists/list-tools.tsx';
import { Pager } from '../lists/table.tsx';
import { useList } from '../lists/use-list.ts';
import { ChoiceFilters } from './choice-filters.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useSignupFilter } from './signup-filter.ts';
import { LastMonthButton, SIGNUPS_FILE } from './last-month-file.tsx';
import { SignupTable } from './signup-table.tsx';

const ColumnChooser = late(() => import('./column-chooser.tsx'));

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
  const mayExport = useStaff().may('export');
  const query = { ...filter.query, columns: filter.columnsParam, cursor: filter.cursor };
  const list = useList<TrialSignupRow>('/api/admin/trial-signups', query, STALE_SECONDS);
  const { data, isError, isPlaceholderData, refetch } = list;
  const known = isError || isPlaceholderData || filter.unknown.length ? undefined : data;

  return (
    <>
      <HeadTools>
        <PageTabs of="People" />
        <SearchBox
          label="Search sign-ups"
          hint="Name, email, church or phone"
          value={filter.q}
          onSearch={(q) => filter.setFilters({ q }, { replace: filter.q !== '' && q !== '' })}
        />
        <ChoiceFilters filter={filter} />
        <ListExport
          path={SIGNUPS_FILE}
          query={{ ...filter.query, columns: filter.columnsParam }}
          list={known}
          of="sign-ups"
          label="Export to CSV"
          toasts={{ done: ADMIN_TOASTS.exported, failed: ADMIN_TOASTS.exportFailed }}
        >
          <ColumnChooser filter={filter} />
          {mayExport && <LastMonthButton />}
        </ListExport>
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
            days={filter.filterText?.replace(/^(From|Until)/, (word) => word.toLowerCase()) ?? 'all days'}
            busy={isPlaceholderData}
            onSort={(sort) => filter.setFilters({ sort })}
          />
          <Pager of="sign-ups" list={data} page={filter.page} onTurn={(by) => filter.turnPage(data, by)} />
        </>
      )}
    </>
  );
}

const EmptyList = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? <Empty onClear={onClear}>{ADMIN_TEXTS.noMatch}</Empty> : <Empty>{ADMIN_TEXTS.noSignups}</Empty>;
