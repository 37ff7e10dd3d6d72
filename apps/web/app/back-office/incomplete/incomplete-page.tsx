import { fullName } from '@lampstand/contracts';
import { ADMIN_TEXTS, ADMIN_TOASTS, type IncompleteTrialRow } from '@lampstand/contracts/back-office';
import { Link } from 'react-router-dom';
import { Badge } from '../components/badge.tsx';
import { Contact } from '../components/contact.tsx';
import { Empty, Failed, Loading } from '../components/placeholders.tsx';
import { LongText } from '../components/text.tsx';
import { Instant } from '../components/time-ago.tsx';
import { churchSizeText, countedRows, useZone } from '../format.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { PageTabs } from '../layout/page-tabs.tsx';
import { ListExport } from '../lists/list-export.tsx';
import { SearchBox } from '../lists/list-tools.tsx';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Pager, Row, Table } from '../lists/table.tsx';
import { type ListPage, useList } from '../lists/use-list.ts';
import { ChoiceFilters } from '../signups/choice-filters.tsx';
import { ActiveFilter } from '../signups/filter-bar.tsx';
import { useSignupFilter } from '../signups/signup-filter.ts';
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
  const filter = useSignupFilter();
  const { data, isError, isPlaceholderData, refetch } = useList<IncompleteTrialRow>(
    INCOMPLETE_TRIALS,
    { ...filter.query, cursor: filter.cursor },
    STALE_SECONDS,
  );
  const known = isError || isPlaceholderData || filter.unknown.length ? undefined : data;

  return (
    <>
      <HealthStrip />
      <HeadTools>
        <PageTabs of="People" />
        <SearchBox
          label="Search incomplete sign-ups"
          hint="Name, email, church or phone"
          value={filter.q}
          onSearch={(q) => filter.setFilters({ q }, { replace: filter.q !== '' && q !== '' })}
        />
        <ChoiceFilters filter={filter} oneState />
        <ListExport
          path={FILE}
          query={filter.query}
          list={known}
          of="sign-ups"
          toasts={{ done: ADMIN_TOASTS.incompleteExported, failed: ADMIN_TOASTS.incompleteExportFailed }}
        />
      </HeadTools>
      <ActiveFilter filter={filter} />
      {isError ? (
        <Failed onRetry={() => void refetch()}>{ADMIN_TEXTS.incompleteFailed}</Failed>
      ) : !data ? (
        <Loading>{ADMIN_TEXTS.loadingSignups}</Loading>
      ) : data.rows.length > 0 ? (
        <>
          <IncompleteTable list={data} busy={isPlaceholderData} />
          <Pager of="sign-ups" list={data} page={filter.page} onTurn={(by) => filter.turnPage(data, by)} />
        </>
      ) : filter.q || filter.filtered ? (
        <Empty onClear={filter.clearAll}>{ADMIN_TEXTS.noMatch}</Empty>
      ) : (
        <Empty>{ADMIN_TEXTS.noIncomplete}</Empty>
      )}
    </>
  );
}

const COLUMNS: Column[] = [
  ['Name & Status', 22],
  ['Contact', 26],
  ['Church & Position', 25],
  ['Message', 11],
  ['Signup Date'],
];

/** Characters of a message that fit in two lines. */
const SHOWN_CHARACTERS = 22;

interface TableProps {
  list: ListPage<IncompleteTrialRow>;
  busy: boolean;
}

function IncompleteTable({ list, busy }: TableProps) {
  const { zoneName } = useZone();
  return (
    <Table
      caption={`${countedRows(list, 'incomplete signup')}: completed phone verification but entered no credit card information. Dates in ${zoneName}`}
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
        <span className="block">
          <bdi>{row.churchName}</bdi>, <span className="nowrap">{churchSizeText(row.churchSize)} attendees</span>
        </span>
        <span className="block quiet">
          <bdi>{row.churchCity}</bdi>, {row.churchState} · <bdi>{row.position}</bdi>
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
