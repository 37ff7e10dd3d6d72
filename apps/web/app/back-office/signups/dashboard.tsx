import { ADMIN_TEXTS, type TrialSignupRow } from '@lampstand/contracts/back-office';
import { Pager } from '../lists/pager.tsx';
import { useList } from '../lists/read-list.ts';
import { SearchBox } from '../lists/search-box.tsx';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { ExportBar } from './export-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FunnelPicture } from './funnel-picture.tsx';
import { useSignupFilter } from './signup-filter.ts';
import { SignupTable } from './signup-table.tsx';

const FRESH_SECONDS = 60;

/** All sign-ups: filtered by day, searched, sorted, drawn, and taken out as a file. */
export function Dashboard() {
  const filter = useSignupFilter();
  const query = { ...filter.query, cursor: filter.cursor };
  const list = useList<TrialSignupRow>('/api/admin/trial-signups', query, FRESH_SECONDS);
  const { data, isError, isPlaceholderData, refetch } = list;
  const known = isError || isPlaceholderData ? undefined : data;

  return (
    <>
      <FilterBar filter={filter} />
      <FunnelPicture query={filter.query} freshSeconds={FRESH_SECONDS} />
      <div className="list-tools">
        <SearchBox
          label="Search sign-ups"
          hint="Name, e-mail, church or phone"
          value={filter.q}
          onSearch={(q) => filter.change({ q }, { replace: filter.q !== '' && q !== '' })}
        />
        <ExportBar filter={filter} total={known?.total} />
      </div>
      {isError ? (
        <Failed onRetry={() => void refetch()}>{ADMIN_TEXTS.signupsFailed}</Failed>
      ) : !data ? (
        <Loading>{ADMIN_TEXTS.loadingSignups}</Loading>
      ) : data.rows.length === 0 ? (
        <None filtered={Boolean(filter.q || filter.filterText)} onClear={filter.clearAll} />
      ) : (
        <>
          <SignupTable
            list={data}
            sort={filter.sort}
            busy={isPlaceholderData}
            onSort={(sort) => filter.change({ sort })}
          />
          <Pager of="sign-ups" list={data} page={filter.page} onTurn={(by) => filter.turn(data, by)} />
        </>
      )}
    </>
  );
}

const None = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) =>
  filtered ? <Empty onClear={onClear}>{ADMIN_TEXTS.noMatch}</Empty> : <Empty>{ADMIN_TEXTS.noSignups}</Empty>;
