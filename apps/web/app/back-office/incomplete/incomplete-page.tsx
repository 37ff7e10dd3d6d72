import { ADMIN_ERRORS, ADMIN_TEXTS, ADMIN_TOASTS, type IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { showToast } from '../../components/toast-store.ts';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { counted, countedRows } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { SearchBox } from '../lists/list-tools.tsx';
import { Pager } from '../lists/table.tsx';
import { ChangedOption } from '../lists/changed-button.tsx';
import { Views } from '../views/views.tsx';
import { type ListPage, useList, useListParams, withQuery } from '../lists/use-list.ts';
import { HealthStrip } from './health-strip.tsx';
import { IncompleteTable } from './incomplete-table.tsx';
import { INCOMPLETE_TRIALS } from './row-actions.tsx';

export default function IncompletePage() {
  return (
    <BackOfficeLayout title="Incomplete Trial Signups" prompt="access">
      <IncompleteList />
    </BackOfficeLayout>
  );
}

const STALE_SECONDS = 30;
const FILE = '/api/incomplete-trials/export';

/** Sign-ups with a verified phone and no card, so that staff can follow up. */
function IncompleteList() {
  const { filters, cursor, page, setFilters, turnPage } = useListParams(['q']);
  const { data, isError, isPlaceholderData, refetch } = useList<IncompleteTrialRow>(
    INCOMPLETE_TRIALS,
    { q: filters.q, cursor },
    STALE_SECONDS,
  );
  const known = isError || isPlaceholderData ? undefined : data;

  return (
    <>
      <HealthStrip />
      <HeadTools>
        <SearchBox
          label="Search incomplete sign-ups"
          hint="Name, email, church or phone"
          value={filters.q}
          onSearch={(q) => setFilters({ q }, { replace: filters.q !== '' && q !== '' })}
        />
        <Views />
        <CopyEmails rows={data?.rows ?? []} total={known?.total} />
        <ExportIncomplete q={filters.q} list={known} />
      </HeadTools>
      {isError ? (
        <Failed onRetry={() => void refetch()}>{ADMIN_TEXTS.incompleteFailed}</Failed>
      ) : !data ? (
        <Loading>{ADMIN_TEXTS.loadingSignups}</Loading>
      ) : data.rows.length > 0 ? (
        <>
          <IncompleteTable list={data} busy={isPlaceholderData} />
          <Pager of="sign-ups" list={data} page={page} onTurn={(by) => turnPage(data, by)} />
        </>
      ) : filters.q ? (
        <Empty onClear={() => setFilters({ q: '' })}>{ADMIN_TEXTS.noMatch}</Empty>
      ) : (
        <Empty>{ADMIN_TEXTS.noIncomplete}</Empty>
      )}
    </>
  );
}

interface Props {
  q: string;
  list: ListPage<unknown> | undefined;
}

function ExportIncomplete({ q, list }: Props) {
  const allowed = useStaff().may('export');
  const download = useDownload({ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed });
  const start = () => download.start(withQuery(FILE, { q }));
  useCommands(allowed && list?.total ? [{ label: 'Export these sign-ups to CSV', run: start }] : []);
  const rows = list && countedRows(list, 'row');
  return (
    <div className="export-bar">
      <div className="row">
        <button
          type="button"
          className="button primary compact"
          disabled={!allowed || !list?.total || download.running}
          aria-label={allowed && rows ? `Export CSV, ${rows}` : undefined}
          aria-describedby={allowed ? undefined : 'export-what'}
          onClick={start}
        >
          Export CSV
        </button>
        {!allowed && (
          <p id="export-what" className="small quiet">
            {ADMIN_ERRORS.notAllowed} An administrator can export.
          </p>
        )}
      </div>
      {allowed && (
        <ChangedOption
          path={FILE}
          view={{ q }}
          download={download}
          onStart={() => download.start(withQuery(FILE, { q, changed: '1' }))}
        />
      )}
      <DownloadProgress download={download} />
    </div>
  );
}

interface CopyEmailsProps {
  rows: IncompleteTrialRow[];
  total: number | undefined;
}

/** Copies the email addresses of this page, without duplicates, for the BCC field of a mail program. */
function CopyEmails({ rows, total }: CopyEmailsProps) {
  const emails = [...new Set(rows.map(({ email }) => email))];
  if (!useStaff().may('export')) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(emails.join(', '));
      showToast({ title: 'Copied', description: counted(emails.length, 'email address', 'email addresses') });
    } catch {
      showToast({ title: 'Not copied', description: 'The browser does not allow it.', variant: 'destructive' });
    }
  };
  return (
    <button type="button" className="button second compact" disabled={!emails.length} onClick={() => void copy()}>
      Copy emails{total !== undefined && total > rows.length && <span className="unseen"> of this page</span>}
    </button>
  );
}
