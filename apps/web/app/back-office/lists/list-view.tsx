import { ADMIN_TEXTS, ADMIN_TOASTS } from '@lampstand/contracts/back-office';
import type { ComponentType, ReactNode } from 'react';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { countedRows, useZone } from '../format.ts';
import { ListExport } from './list-export.tsx';
import { HeadTools } from '../layout/back-office-layout.tsx';
import { ChoiceFilter, SearchBox } from './list-tools.tsx';
import { Head, Pager, Table } from './table.tsx';
import { type ListPage, type ListQuery, useList, useListParams } from './use-list.ts';

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
        label="Status"
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
  const { zoneName } = useZone();
  return (
    <>
      <HeadTools>
        <SearchBox label={`Search ${noun.many}`} value={params.q} onSearch={params.search} />
        {filter}
        <ListExport
          path={`${path}/export`}
          query={query}
          list={isError ? undefined : data}
          of={noun.many}
          toasts={{ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed }}
        />
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
            caption={`${countedRows(data, noun.one, noun.many)}, times in ${zoneName}`}
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
