import { AUDIT_ACTIONS, type AuditRow, isInOrder, LIST_MESSAGES } from '@lampstand/contracts/back-office';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Field, TextField } from '../components/field.tsx';
import { aboutOf, actionText, detailText } from './audit-words.ts';
import { Facts, Technical } from './components/panel.tsx';
import { Empty, Failed, Loading } from './components/placeholders.tsx';
import { Instant } from './components/time-ago.tsx';
import { countedRows, useZone } from './format.ts';
import { BackOfficeLayout, HeadTools } from './layout/back-office-layout.tsx';
import { PageTabs } from './layout/page-tabs.tsx';
import { FilterForm } from './lists/list-tools.tsx';
import type { Column } from './lists/list-view.tsx';
import { Cell, Head, Pager, Row, Table } from './lists/table.tsx';
import { useList, useListParams } from './lists/use-list.ts';

export default function AuditPage() {
  return (
    <BackOfficeLayout title="Audit" needs="audit">
      <AuditLog />
    </BackOfficeLayout>
  );
}

const NAMES = ['startDate', 'endDate', 'action', 'by', 'subject'] as const;
const HEADS: Column[] = [
  ['When', 14],
  ['Who', 16],
  ['Action', 18],
  ['About', 20],
  ['Details', 32],
];

/** The audit log: each action of a member of staff, with the record that it is about. Append-only. */
function AuditLog() {
  const { filters, cursor, page, setFilters, turnPage } = useListParams(NAMES);
  const { data, isError, isPlaceholderData, refetch } = useList<AuditRow>(
    '/api/admin/audit',
    { ...filters, cursor },
    0,
  );
  const { zoneName } = useZone();
  const filtered = Object.values(filters).some(Boolean);
  return (
    <>
      <HeadTools>
        <PageTabs of="Audit" />
      </HeadTools>
      <AuditFilter filters={filters} onFilter={setFilters} />
      {isError ? (
        <Failed onRetry={() => void refetch()}>Error loading the audit. Please try again later.</Failed>
      ) : !data ? (
        <Loading>Loading the audit...</Loading>
      ) : data.rows.length === 0 && filtered ? (
        <Empty onClear={() => setFilters(NO_FILTERS)}>No entries match</Empty>
      ) : data.rows.length === 0 ? (
        <Empty>Nothing has been recorded yet.</Empty>
      ) : (
        <>
          <Table
            caption={`${countedRows(data, 'entry', 'entries')}, times in ${zoneName}`}
            heads={HEADS.map(([name, width]) => (
              <Head key={name} width={width}>
                {name}
              </Head>
            ))}
            busy={isPlaceholderData}
          >
            {data.rows.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </Table>
          <Pager of="entries" list={data} page={page} onTurn={(by) => turnPage(data, by)} />
        </>
      )}
    </>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const { name, path } = aboutOf(row);
  return (
    <Row>
      <Cell of="When" className="when">
        <Instant at={row.at} />
      </Cell>
      <Cell of="Who" className="lead">
        <bdi>{row.by ?? (row.address ? 'No one known' : 'Command on the server')}</bdi>
      </Cell>
      <Cell of="Action">{actionText(row.action)}</Cell>
      <Cell of="About">
        {path ? (
          <Link to={path}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          name && <bdi>{name}</bdi>
        )}
      </Cell>
      <Cell of="Details">
        <bdi>{detailText(row)}</bdi>{' '}
        <Technical within>
          <Facts
            facts={{
              Subject: row.subject,
              'IP address': row.address,
              Request: row.requestId,
              ...Object.fromEntries(Object.entries(row.detail).map(([key, value]) => [key, String(value)])),
            }}
          />
        </Technical>
      </Cell>
    </Row>
  );
}

type Filters = Record<(typeof NAMES)[number], string>;

const NO_FILTERS: Filters = { startDate: '', endDate: '', action: '', by: '', subject: '' };

/** Filters the audit log by days, action, member of staff and record. */
function AuditFilter({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const shown = JSON.stringify(filters);
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(shown) as Filters)) {
      const control = form.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
    }
  }, [shown]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: keyof Filters) => (data.get(name) as string).trim();
    const chosen = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Filters;
    if (isInOrder(chosen)) return onFilter(chosen);
    const start = event.currentTarget.elements.namedItem('startDate') as HTMLInputElement;
    start.setCustomValidity(LIST_MESSAGES.reversed);
    start.reportValidity();
  };
  const forgiveDates = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    (currentTarget.elements.namedItem('startDate') as HTMLInputElement).setCustomValidity('');

  const filtered = Object.values(filters).some(Boolean);
  return (
    <FilterForm
      ref={form}
      onSubmit={apply}
      onInput={forgiveDates}
      onClear={filtered ? () => onFilter(NO_FILTERS) : undefined}
    >
      <TextField name="startDate" label="Start date" type="date" optional defaultValue={filters.startDate} />
      <TextField name="endDate" label="End date" type="date" optional defaultValue={filters.endDate} />
      <Field
        name="action"
        label="Action"
        control={
          <select id="action" name="action" className="control" defaultValue={filters.action}>
            <option value="">All actions</option>
            {AUDIT_ACTIONS.map((action) => (
              <option key={action} value={action}>
                {actionText(action)}
              </option>
            ))}
          </select>
        }
      />
      <TextField name="by" label="Who" optional defaultValue={filters.by} maxLength={200} autoComplete="off" />
      <TextField
        name="subject"
        label="About"
        optional
        defaultValue={filters.subject}
        placeholder="A name, an email or a number"
        maxLength={200}
      />
    </FilterForm>
  );
}
