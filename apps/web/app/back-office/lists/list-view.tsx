import { ADMIN_ERRORS, ADMIN_TEXTS, ADMIN_TOASTS } from '@lampstand/contracts/back-office';
import type { ComponentType, ReactNode } from 'react';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { countedRows } from '../format.ts';
import { useStaff } from '../layout/auth.ts';
import { DownloadProgress, useDownload } from './download.tsx';
import { useCommands } from '../layout/commands.ts';
import { HeadTools } from '../layout/back-office-layout.tsx';
import { Views } from '../views/views.tsx';
import { ChoiceFilter, SearchBox } from './list-tools.tsx';
import { Head, Pager, Table } from './table.tsx';
import { ChangedOption } from './changed-button.tsx';
import { type ListPage, type ListQuery, useList, useListParams, withQuery } from './use-list.ts';

interface Noun {
  one: string;
  many: string;
}

/** The name of a column, and its part of the table's width in percent as `<Head>` takes it. */
export type Column = [name: string, width?: number];

interface Props<Item> {
  /** The API path; the export is at `/export` below it. */
  path: string;
  query: ListQuery;
  /** What the rows are: "request", "requests". */
  noun: Noun;
  columns: Column[];
  /** Shown when the unfiltered list is empty. */
  emptyText: string;
  params: {
    q: string;
    cursor: string;
    page: number;
    search: (q: string) => void;
    turnPage: (list: ListPage<unknown>, by: 1 | -1) => void;
    /** Undefined while no filter is active. */
    clear: (() => void) | undefined;
  };
  filter?: ReactNode;
  Row: ComponentType<{ row: Item }>;
}

const STALE_SECONDS = 30;

const OPEN = 'open';

/** Search and state of a list, in the address. Open records by default. */
export function useOpenByDefault(states: readonly { value: string; label: string }[]) {
  const { filters, setFilters, ...params } = useListParams(['q', 'state']);
  const choices = [{ value: OPEN, label: 'Open' }, { value: 'all', label: 'All' }, ...states];
  const state = choices.some(({ value }) => value === filters.state) ? filters.state : OPEN;
  const filtered = filters.q !== '' || (state !== 'all' && state !== OPEN);
  return {
    onlyOpen: state === OPEN,
    query: { q: filters.q.slice(0, 200), state: state === 'all' ? '' : state },
    params: {
      q: filters.q,
      ...params,
      search: (q: string) => setFilters({ q }),
      clear: filtered ? () => setFilters({ q: '', state: 'all' }) : undefined,
    },
    stateFilter: (
      <ChoiceFilter
        label="State"
        value={state}
        choices={choices}
        onChoose={(chosen) => setFilters({ state: chosen === OPEN ? '' : chosen })}
      />
    ),
  };
}

/** A list with search, filter, export and pages. */
export function ListView<Item extends { id: number }>({
  path,
  query,
  noun,
  columns,
  emptyText,
  params,
  filter,
  Row,
}: Props<Item>) {
  const list = useList<Item>(path, { ...query, cursor: params.cursor }, STALE_SECONDS);
  const { data, isError, isPlaceholderData, refetch } = list;
  return (
    <>
      <HeadTools>
        <SearchBox label={`Search ${noun.many}`} value={params.q} onSearch={params.search} />
        {filter}
        <Views />
        <ExportButton path={`${path}/export`} query={query} list={isError ? undefined : data} noun={noun} />
      </HeadTools>
      {isError ? (
        <Failed onRetry={() => void refetch()}>{`Error loading ${noun.many}. Please try again.`}</Failed>
      ) : !data ? (
        <Loading>{`Loading ${noun.many}...`}</Loading>
      ) : data.rows.length === 0 ? (
        params.clear ? (
          <Empty onClear={params.clear}>{ADMIN_TEXTS.noMatch.replace('sign-ups', noun.many)}</Empty>
        ) : (
          <Empty>{emptyText}</Empty>
        )
      ) : (
        <>
          <Table
            caption={countedRows(data, noun.one, noun.many)}
            heads={columns.map(([name, width]) => (
              <Head key={name} width={width}>
                {name}
              </Head>
            ))}
            busy={isPlaceholderData}
          >
            {data.rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Table>
          <Pager of={noun.many} list={data} page={params.page} onTurn={(by) => params.turnPage(data, by)} />
        </>
      )}
    </>
  );
}

interface ExportProps {
  path: string;
  query: ListQuery;
  list: ListPage<unknown> | undefined;
  noun: Noun;
}

function ExportButton({ path, query, list, noun }: ExportProps) {
  const download = useDownload({ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed });
  const allowed = useStaff().may('export');
  const mayStart = allowed && Boolean(list?.total);
  const start = () => download.start(withQuery(path, query));
  useCommands(mayStart ? [{ label: `Export these ${noun.many} to CSV`, run: start }] : []);
  return (
    <section className="export-bar" aria-label="Export">
      <div className="row">
        <button
          type="button"
          className="button second compact"
          disabled={!mayStart || download.running}
          aria-label={mayStart && list ? `Export CSV, ${countedRows(list, noun.one, noun.many)}` : undefined}
          onClick={start}
        >
          Export CSV
        </button>
        {!allowed && <p className="small quiet">{ADMIN_ERRORS.notAllowed}</p>}
      </div>
      {allowed && (
        <ChangedOption
          path={path}
          view={query}
          download={download}
          onStart={() => download.start(withQuery(path, { ...query, changed: '1' }))}
        />
      )}
      <DownloadProgress download={download} />
    </section>
  );
}
