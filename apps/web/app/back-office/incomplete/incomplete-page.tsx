import { fullName } from '@lampstand/contracts';
import { ADMIN_ERRORS, ADMIN_TEXTS, ADMIN_TOASTS, type IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { showToast } from '../../components/toast-store.ts';
import { Badge } from '../components/badge.tsx';
import { Contact } from '../components/contact.tsx';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { LongText } from '../components/text.tsx';
import { Instant } from '../components/time-ago.tsx';
import { churchSizeText, counted, countedRows, useZone } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { useCommands } from '../layout/commands.ts';
import { ChangedOption } from '../lists/changed-button.tsx';
import { DownloadProgress, useDownload } from '../lists/download.tsx';
import { SearchBox } from '../lists/list-tools.tsx';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Pager, Row, Table } from '../lists/table.tsx';
import { type ListPage, useList, useListParams, withQuery } from '../lists/use-list.ts';
import { Views } from '../views/views.tsx';
import { HealthStrip } from './health-strip.tsx';
import { INCOMPLETE_TRIALS, MarkContacted } from './mark-contacted.tsx';
import './incomplete.css';

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

interface ExportProps {
  q: string;
  list: ListPage<unknown> | undefined;
}

function ExportIncomplete({ q, list }: ExportProps) {
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

const COLUMNS: Column[] = [
  ['Name & Status', 24],
  ['Contact', 22],
  ['Church & Position', 22],
  ['Message', 16],
  ['Signup Date'],
];

/** Of a message, in two lines. */
const SHOWN_CHARACTERS = 40;

interface TableProps {
  list: ListPage<IncompleteTrialRow>;
  busy: boolean;
}

function IncompleteTable({ list, busy }: TableProps) {
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
          <LongText text={row.message} max={SHOWN_CHARACTERS} />
        ) : (
          <span className="quiet">{row.messageHidden ? ADMIN_TEXTS.hiddenMessage : ADMIN_TEXTS.noMessage}</span>
        )}
      </Cell>
      <Cell of="Signup Date" className="nowrap">
        <span className="block">
          <Instant at={row.createdAt} />
        </span>
        <MarkContacted row={row} />
      </Cell>
    </Row>
  );
}
