import { ADMIN_ERRORS, ADMIN_TEXTS, ADMIN_TOASTS } from '@lampstand/contracts/back-office';
import type { ComponentType, ReactNode } from 'react';
import { DownloadProgress } from '../download/download-progress.tsx';
import { useDownload } from '../download/use-download.ts';
import { counted } from '../format.ts';
import { useStaff } from '../frame/staff.ts';
import { Pager } from '../lists/pager.tsx';
import { type ListPage, type ListQuery, useList, withQuery } from '../lists/read-list.ts';
import { SearchBox } from '../lists/search-box.tsx';
import { Empty, Failed, Loading } from '../lists/states.tsx';
import { Head, Table } from '../lists/table.tsx';

interface Props<Row> {
  /** The call; its file lies at `/export` below it. */
  path: string;
  query: ListQuery;
  of: { one: string; many: string };
  columns: string[];
  /** What stands when there is nothing at all. */
  none: string;
  address: {
    q: string;
    cursor: string;
    page: number;
    search: (q: string) => void;
    turn: (list: ListPage<unknown>, by: 1 | -1) => void;
    /** Without one nothing is filtered. */
    clear?: (() => void) | undefined;
  };
  filter?: ReactNode;
  Line: ComponentType<{ row: Row }>;
}

const FRESH_SECONDS = 30;

/** A list with its search box, its own filter, its file and its pages. */
export function ListView<Row extends { id: number }>({
  path,
  query,
  of,
  columns,
  none,
  address,
  filter,
  Line,
}: Props<Row>) {
  const list = useList<Row>(path, { ...query, cursor: address.cursor }, FRESH_SECONDS);
  const { data, isError, isPlaceholderData, refetch } = list;
  return (
    <>
      <div className="list-tools">
        <SearchBox label={`Search ${of.many}`} value={address.q} onSearch={address.search} />
        {filter}
        <FileButton path={withQuery(`${path}/export`, query)} total={isError ? undefined : data?.total} of={of} />
      </div>
      {isError ? (
        <Failed onRetry={() => void refetch()}>{`Error loading ${of.many}. Please try again.`}</Failed>
      ) : !data ? (
        <Loading>{`Loading ${of.many}...`}</Loading>
      ) : data.rows.length === 0 ? (
        address.clear ? (
          <Empty onClear={address.clear}>{ADMIN_TEXTS.noMatch.replace('sign-ups', of.many)}</Empty>
        ) : (
          <Empty>{none}</Empty>
        )
      ) : (
        <>
          <Table
            caption={counted(data.total, of.one, of.many)}
            heads={columns.map((name) => (
              <Head key={name}>{name}</Head>
            ))}
            busy={isPlaceholderData}
          >
            {data.rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </Table>
          <Pager of={of.many} list={data} page={address.page} onTurn={(by) => address.turn(data, by)} />
        </>
      )}
    </>
  );
}

/** The list on the screen as a file. */
function FileButton({ path, total, of }: { path: string; total: number | undefined; of: Props<unknown>['of'] }) {
  const staff = useStaff();
  const download = useDownload({ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed });
  const allowed = staff.may('export');
  return (
    <section className="export-bar" aria-label="Export">
      <div className="row">
        <button
          type="button"
          className="button second compact"
          disabled={!allowed || !total || download.running}
          aria-label={allowed && total ? `Export CSV, ${counted(total, of.one, of.many)}` : undefined}
          onClick={() => download.start(path)}
        >
          Export CSV
        </button>
        {!allowed && <p className="small quiet">{ADMIN_ERRORS.notAllowed}</p>}
      </div>
      <DownloadProgress download={download} />
    </section>
  );
}
