import { UNEXPECTED } from '@lampstand/contracts';
import {
  PRIVACY_KINDS,
  privacyBody,
  type PrivacyKind,
  type PrivacyPerson,
  type PrivacyRecord,
  type PrivacyRecords,
  type QueueItem,
} from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ask } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { Empty, Loading } from '../components/placeholders.tsx';
import { StateBadge } from '../components/panel.tsx';
import { Instant } from '../components/time-ago.tsx';
import { count, counted, useZone } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { FilterForm } from '../lists/list-tools.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { useList } from '../lists/use-list.ts';
import { QUEUE } from '../queue/queue-api.ts';
import { KINDS as QUEUE_GROUPS, QueueTable } from '../queue/queue-table.tsx';
import { PersonActions, type PrivacySubject } from './person-actions.tsx';
import { personPath } from './privacy-links.ts';

export default function PrivacyPage() {
  return (
    <BackOfficeLayout title="Privacy Requests" needs="privacy">
      <PrivacyRequests />
    </BackOfficeLayout>
  );
}

/** The page with the person of a record filled in, such as `?application=123`. */
function PrivacyRequests() {
  const [params] = useSearchParams();
  const [kind, id = ''] = [...params].find(([name]) => (PRIVACY_KINDS as string[]).includes(name)) ?? [];
  const path = kind && personPath(kind as PrivacyKind, id);
  const { data: person, error } = useQuery<PrivacyPerson>({ queryKey: [path ?? ''], enabled: Boolean(path) });
  if (!path)
    return (
      <>
        <OpenRequests />
        <FindPerson />
      </>
    );
  if (error) return <FindPerson problem={causeOf(error) ?? UNEXPECTED} />;
  if (!person) return <Loading>Loading the person…</Loading>;
  const of = { email: person.email, ...(kind === 'signup' && { signup: Number(id) }) };
  return <FindPerson key={path} of={of} from={Number(id)} />;
}

/** The erasures that wait for approval, the oldest first. */
function OpenRequests() {
  const { data: list, isError } = useList<QueueItem>(`${QUEUE}/erasure`, {}, 0);
  const { title } = QUEUE_GROUPS.erasure;
  return (
    <section className="queue-group" aria-labelledby="open-requests">
      <header className="queue-head">
        <h2 id="open-requests">{title}</h2>
        {list && list.total > list.rows.length && (
          <Link to="/admin/queue?group=erasure">{`All ${count(list.total)}`}</Link>
        )}
      </header>
      {isError && <p>They could not be loaded.</p>}
      {list?.total === 0 && <Empty>None.</Empty>}
      {list && list.rows.length > 0 && <QueueTable kind="erasure" caption={title} items={list.rows} />}
    </section>
  );
}

interface FindProps {
  /** Whose records are found at once. */
  of?: PrivacySubject;
  /** The id of the record that led here: it is ticked. */
  from?: number;
  problem?: string;
}

/** Finds what is stored of a person, to hand it over or to erase it. */
function FindPerson({ of, from, problem: notFound }: FindProps) {
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState(from ? [from] : []);
  const search = useMutation({
    mutationFn: (requested: PrivacySubject) => ask<PrivacyRecords>('/api/admin/privacy/find', requested),
  });
  const { data: found, variables: subject, error, isPending } = search;
  const findAtOnce = useEffectEvent(() => {
    if (of) search.mutate(of);
  });
  useEffect(() => findAtOnce(), []);

  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = privacyBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setProblem(given.error?.issues[0]?.message);
    if (given.success) search.mutate({ email: given.data.email });
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <>
      <p>
        What is stored under an email: sign-ups, applications, trial requests and the newsletter. Make sure that the
        request came from this address.
      </p>
      <FilterForm noValidate onSubmit={find} onClear={undefined} submit="Find">
        <TextField
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          defaultValue={of?.email}
          error={problem}
        />
      </FilterForm>
      <div role="status">
        {isPending && <p>Searching…</p>}
        {notFound && !found && !isPending && <Notice tone="bad">{notFound}</Notice>}
        {error && <Notice tone="bad">{causeOf(error) ?? UNEXPECTED}</Notice>}
        {found?.records.length === 0 && <Empty>{`Nothing is stored under ${subject?.email}.`}</Empty>}
      </div>
      {found && subject && found.records.length > 0 && (
        <>
          <Records records={found.records} chosen={chosen} onChoose={setChosen} />
          <PersonActions
            key={subject.email}
            subject={subject}
            records={found.records.filter(
              ({ id, proof }) => proof === 'own' || (proof === 'none' && chosen.includes(id)),
            )}
            also={found.records.flatMap(({ id, proof }) => (proof === 'none' && chosen.includes(id) ? [id] : []))}
            onChanged={() => search.mutate(subject)}
          />
        </>
      )}
    </>
  );
}

const KINDS: Record<PrivacyRecord['kind'], { label: string; path?: string }> = {
  signup: { label: 'Sign-up', path: '/trials/' },
  application: { label: 'Ambassador application', path: '/admin/ambassadors/' },
  request: { label: 'Trial request', path: '/admin/trial-requests/' },
  reader: { label: 'Newsletter' },
};

interface RecordsProps {
  records: PrivacyRecord[];
  /** The ids of the ticked ones. */
  chosen: number[];
  onChoose: (chosen: number[]) => void;
}

/** The included records, the unproven ones with a check box, and those of other people. */
function Records({ records, chosen, onChoose }: RecordsProps) {
  const { zoneName } = useZone();
  return (
    <Table
      caption={`${counted(records.length, 'record')}, times in ${zoneName}`}
      heads={['What', 'Status', 'Sent', 'Goes along'].map((name) => (
        <Head key={name}>{name}</Head>
      ))}
    >
      {records.map((record) => {
        const { kind, id, state, at } = record;
        const { label, path } = KINDS[kind];
        return (
          <Row key={`${kind}${id}`}>
            <Cell of="What" className="lead">
              {path ? <Link to={path + id}>{`${label} ${id}`}</Link> : label}
            </Cell>
            <Cell of="Status">
              <StateBadge state={state} />
            </Cell>
            <Cell of="Sent" className="when">
              <Instant at={at} />
            </Cell>
            <Cell of="Goes along">
              <GoesAlong
                record={record}
                ticked={chosen.includes(id)}
                onTick={(ticked) => onChoose(ticked ? [...chosen, id] : chosen.filter((each) => each !== id))}
              />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

interface GoesAlongProps {
  record: PrivacyRecord;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

/** Whether a record goes along, or the box that decides it. */
function GoesAlong({ record: { matched, proof }, ticked, onTick }: GoesAlongProps) {
  if (proof === 'own') return <>Yes</>;
  if (proof === 'other') return <>No: it belongs to someone who has proven it</>;
  return (
    <label className="tick">
      <input type="checkbox" checked={ticked} onChange={({ target }) => onTick(target.checked)} />
      Same {matched}, not proven
    </label>
  );
}
