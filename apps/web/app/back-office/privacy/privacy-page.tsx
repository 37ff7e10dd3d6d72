import { UNEXPECTED } from '@lampstand/contracts';
import {
  PRIVACY_KINDS,
  privacyBody,
  type PrivacyKind,
  type PrivacyPerson,
  type PrivacyRecord,
  type PrivacyRecords,
  READER_STATUS_NAMES,
  REQUEST_STATE_NAMES,
} from '@lampstand/contracts/back-office';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { Empty, Loading } from '../components/placeholders.tsx';
import { Badge } from '../components/badge.tsx';
import { counted, stateName, useZone } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { FilterForm } from '../lists/list-tools.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { PersonActions } from './person-actions.tsx';
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
  if (!path) return <FindPerson />;
  if (error) return <FindPerson problem={causeOf(error) ?? UNEXPECTED} />;
  return person ? <FindPerson key={path} of={person.email} /> : <Loading>Loading the person…</Loading>;
}

/** Finds what is stored under an email, to hand it over or to erase it; at once under the email `of` a person. */
function FindPerson({ of = '', problem: notFound }: { of?: string; problem?: string }) {
  const [problem, setProblem] = useState<string>();
  const search = useMutation({
    mutationFn: (email: string) => post<PrivacyRecords>('/api/admin/privacy/find', { email }),
  });
  const { data: found, variables: email = '', error, isPending } = search;
  const findAtOnce = useEffectEvent(() => void (of && search.mutate(of)));
  useEffect(() => findAtOnce(), []);

  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = privacyBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setProblem(given.error?.issues[0]?.message);
    if (given.success) search.mutate(given.data.email);
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <>
      <p>What is stored under an email: sign-ups, applications, trial requests and the newsletter.</p>
      <FilterForm noValidate onSubmit={find} onClear={undefined} submit="Find">
        <TextField
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          defaultValue={of}
          error={problem}
        />
      </FilterForm>
      <div role="status">
        {isPending && <p>Searching…</p>}
        {notFound && !found && !isPending && <Notice tone="bad">{notFound}</Notice>}
        {error && <Notice tone="bad">{causeOf(error) ?? UNEXPECTED}</Notice>}
        {found?.records.length === 0 && <Empty>{`Nothing is stored under ${email}.`}</Empty>}
      </div>
      {found && found.records.length > 0 && (
        <>
          <Records records={found.records} />
          <PersonActions key={email} email={email} records={found.records} onChanged={() => search.mutate(email)} />
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

const STATES: Partial<Record<PrivacyRecord['kind'], Record<string, string>>> = {
  request: REQUEST_STATE_NAMES,
  reader: READER_STATUS_NAMES,
};

function Records({ records }: { records: PrivacyRecord[] }) {
  const { instantText, zoneName } = useZone();
  return (
    <Table
      caption={`${counted(records.length, 'record')}, times in ${zoneName}`}
      heads={['What', 'State', 'Sent'].map((name) => (
        <Head key={name}>{name}</Head>
      ))}
    >
      {records.map(({ kind, id, state, at }) => {
        const { label, path } = KINDS[kind];
        return (
          <Row key={`${kind}${id}`}>
            <Cell of="What" className="lead">
              {path ? <Link to={path + id}>{`${label} ${id}`}</Link> : label}
            </Cell>
            <Cell of="State">
              <Badge>{STATES[kind]?.[state] ?? stateName(state)}</Badge>
            </Cell>
            <Cell of="Sent" className="when">
              {instantText(at)}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
