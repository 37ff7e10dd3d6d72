import { UNEXPECTED } from '@lampstand/contracts';
import {
  privacyBody,
  type PrivacyRecord,
  type PrivacyRecords,
  READER_STATUS_NAMES,
  REQUEST_STATE_NAMES,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { Empty } from '../components/placeholders.tsx';
import { Badge } from '../components/badge.tsx';
import { counted, stateName, useZone } from '../format.ts';
import { BackOfficeLayout } from '../layout/back-office-layout.tsx';
import { FilterForm } from '../lists/list-tools.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { PersonActions } from './person-actions.tsx';

export default function PrivacyPage() {
  return (
    <BackOfficeLayout title="Privacy Requests" needs="privacy">
      <PrivacyRequests />
    </BackOfficeLayout>
  );
}

/** Finds what is stored under an email, to hand it over or to erase it. */
function PrivacyRequests() {
  const [problem, setProblem] = useState<string>();
  const search = useMutation({
    mutationFn: (email: string) => post<PrivacyRecords>('/api/admin/privacy/find', { email }),
  });
  const { data: found, variables: email = '', error, isPending } = search;

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
        <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="off" error={problem} />
      </FilterForm>
      <div role="status">
        {isPending && 'Searching…'}
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
  trialRequest: { label: 'Trial request', path: '/admin/trial-requests/' },
  newsletter: { label: 'Newsletter' },
};

const STATES: Partial<Record<PrivacyRecord['kind'], Record<string, string>>> = {
  trialRequest: REQUEST_STATE_NAMES,
  newsletter: READER_STATUS_NAMES,
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
