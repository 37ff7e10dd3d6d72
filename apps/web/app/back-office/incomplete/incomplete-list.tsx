import { ADMIN_TEXTS, type IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { HealthStrip } from '../health/health-strip.tsx';
import { useListAddress } from '../lists/list-address.ts';
import { Pager } from '../lists/pager.tsx';
import { useList } from '../lists/read-list.ts';
import { SearchBox } from '../lists/search-box.tsx';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { CopyEmails } from './copy-emails.tsx';
import { ExportIncomplete } from './export-incomplete.tsx';
import { IncompleteTable } from './incomplete-table.tsx';
import { INCOMPLETE } from './mark-contacted.ts';

const FRESH_SECONDS = 30;

/** People who proved their phone and stored no card: whom to call, and where each one is stuck. */
export function IncompleteList() {
  const { told, cursor, page, change, turn } = useListAddress(['q']);
  const { data, isError, isPlaceholderData, refetch } = useList<IncompleteTrialRow>(
    INCOMPLETE,
    { q: told.q, cursor },
    FRESH_SECONDS,
  );
  const total = isError || isPlaceholderData ? undefined : data?.total;

  return (
    <>
      <HealthStrip />
      <div className="list-tools">
        <SearchBox
          label="Search incomplete sign-ups"
          hint="Name, e-mail, church or phone"
          value={told.q}
          onSearch={(q) => change({ q }, { replace: told.q !== '' && q !== '' })}
        />
        <div className="row">
          <ExportIncomplete q={told.q} total={total} />
          <CopyEmails rows={data?.rows ?? []} total={total} />
        </div>
      </div>
      {isError ? (
        <Failed onRetry={() => void refetch()}>{ADMIN_TEXTS.incompleteFailed}</Failed>
      ) : !data ? (
        <Loading>{ADMIN_TEXTS.loadingSignups}</Loading>
      ) : data.rows.length > 0 ? (
        <>
          <IncompleteTable list={data} busy={isPlaceholderData} />
          <Pager of="sign-ups" list={data} page={page} onTurn={(by) => turn(data, by)} />
        </>
      ) : told.q ? (
        <Empty onClear={() => change({ q: '' })}>{ADMIN_TEXTS.noMatch}</Empty>
      ) : (
        <Empty>{ADMIN_TEXTS.noIncomplete}</Empty>
      )}
    </>
  );
}
