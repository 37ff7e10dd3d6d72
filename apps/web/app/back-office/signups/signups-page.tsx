import {
  ADMIN_TEXTS,
  ADMIN_TOASTS,
  DEFAULT_TRIAL_COLUMNS,
  TRIAL_COLUMNS,
  type TrialColumn,
  type TrialSignupRow,
} from '@lampstand/contracts/back-office';
import { startTransition, useOptimistic } from 'react';
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
import { type SignupFilter, useSignupFilter } from './signup-filter.ts';
import { SIGNUPS_FILE } from './last-month-file.tsx';
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

/** Chooses the columns of the table and the file. Their order is fixed, and at least one stays. */
function ColumnChooser({ filter }: { filter: SignupFilter }) {
  // The address follows in a transition, and the next box may be ticked before.
  const [columns, show] = useOptimistic(filter.columns);
  const chosen = new Set(columns);
  const mayExport = useStaff().may('export');
  const choose = (next: readonly TrialColumn[]) =>
    startTransition(() => {
      show(next);
      filter.chooseColumns(next);
    });
  const toggle = (column: TrialColumn) =>
    choose(TRIAL_COLUMNS.filter((each) => (each === column ? !chosen.has(each) : chosen.has(each))));
  return (
    <div>
      <fieldset>
        <legend>
          Columns <span className="quiet">({columns.length})</span>
        </legend>
        {TRIAL_COLUMNS.map((column) => (
          <label key={column} className="tick">
            <input
              type="checkbox"
              checked={chosen.has(column)}
              disabled={chosen.size === 1 && chosen.has(column)}
              onChange={() => toggle(column)}
            />
            {column}
          </label>
        ))}
      </fieldset>
      {mayExport && <p className="small quiet">The file has the columns of the screen.</p>}
      <button type="button" className="link-button" onClick={() => choose(DEFAULT_TRIAL_COLUMNS)}>
        The usual ones
      </button>
    </div>
  );
}
