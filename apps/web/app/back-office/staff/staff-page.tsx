import type { StaffChange, StaffRow } from '@lampstand/contracts/back-office';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../components/badge.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { Email } from '../../components/email.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { counted, useZone } from '../format.ts';
import { BackOfficeLayout, HeadTools } from '../layout/back-office-layout.tsx';
import { useCommands } from '../layout/commands.ts';
import type { Column } from '../lists/list-view.tsx';
import { Cell, Head, Row, Table } from '../lists/table.tsx';
import { ChangeDialog, ChangeMenu, InviteDialog } from './account-dialogs.tsx';
import { ROLE_NAMES } from './role-names.ts';

const STAFF = '/api/admin/staff';

export default function StaffPage() {
  return (
    <BackOfficeLayout title="Staff Accounts" needs="staff">
      <StaffAccounts />
    </BackOfficeLayout>
  );
}

const STATES = {
  active: { label: 'Active', tone: 'good' },
  invited: { label: 'Invited', tone: 'warn' },
  disabled: { label: 'Disabled', tone: '' },
} as const;

const COLUMNS: Column[] = [
  ['Name', 27],
  ['Role', 13],
  ['Status', 10],
  ['Second factor', 16],
  ['Sessions', 10],
  ['Last sign-in', 14],
  ['Actions', 10],
];

type Opened = { dialog: 'invite' } | { dialog: 'menu'; id: number } | { dialog: StaffChange; id: number };

/** Who can sign in to the back office, and with what. */
function StaffAccounts() {
  const { data: rows, error, refetch } = useQuery<StaffRow[]>({ queryKey: [STAFF], staleTime: 0 });
  const [opened, setOpened] = useState<Opened>();
  useCommands([{ label: 'Invite a member of staff', run: () => setOpened({ dialog: 'invite' }) }]);
  if (error) return <Failed onRetry={() => void refetch()}>The accounts could not be loaded.</Failed>;
  if (!rows) return <Loading>Loading the accounts…</Loading>;
  const close = () => setOpened(undefined);
  const account = opened && 'id' in opened && rows.find(({ id }) => id === opened.id);
  return (
    <>
      <HeadTools>
        <button type="button" className="button primary compact" onClick={() => setOpened({ dialog: 'invite' })}>
          Invite
        </button>
      </HeadTools>
      <Table
        caption={counted(rows.length, 'account')}
        heads={COLUMNS.map(([name, width]) => (
          <Head key={name} width={width}>
            {name}
          </Head>
        ))}
      >
        {rows.map((row) => (
          <StaffAccountRow key={row.id} row={row} onChange={() => setOpened({ dialog: 'menu', id: row.id })} />
        ))}
      </Table>
      {opened?.dialog === 'invite' && <InviteDialog path={STAFF} onClose={close} />}
      {account && opened.dialog === 'menu' && (
        <ChangeMenu account={account} onChoose={(dialog) => setOpened({ dialog, id: account.id })} onClose={close} />
      )}
      {account && opened.dialog !== 'menu' && (
        <ChangeDialog
          key={opened.dialog}
          path={`${STAFF}/${account.id}/${opened.dialog}`}
          account={account}
          change={opened.dialog}
          onClose={close}
        />
      )}
    </>
  );
}

function StaffAccountRow({ row, onChange }: { row: StaffRow; onChange: () => void }) {
  const { email, name, role, state, sessions, link, signedInAt, changes } = row;
  const { instantText } = useZone();
  return (
    <Row>
      <Cell of="Name" className="lead">
        <bdi>{name}</bdi>
        <p className="small">
          <Email address={email} />
        </p>
        {link && (
          <p className="small quiet">
            <span>{state === 'invited' ? 'Invitation' : 'Password link'}</span> sent <TimeAgo at={link.since} short />{' '}
            by {link.by}, works until {instantText(link.until)}
          </p>
        )}
      </Cell>
      <Cell of="Role">{ROLE_NAMES[role]}</Cell>
      <Cell of="Status">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </Cell>
      <Cell of="Second factor">{factorsOf(row)}</Cell>
      <Cell of="Sessions">{sessions ? counted(sessions, 'session') : 'No session'}</Cell>
      <Cell of="Last sign-in" className={signedInAt ? 'labelled' : undefined}>
        {signedInAt ? <TimeAgo at={signedInAt} short /> : 'Never signed in'}
      </Cell>
      <Cell of="Actions" className="actions">
        {changes.length ? (
          <button type="button" className="button second compact" onClick={onChange}>
            Change<span className="unseen"> {name}</span>
          </button>
        ) : (
          <span className="quiet">You</span>
        )}
      </Cell>
    </Row>
  );
}

const factorsOf = ({ passkeys, authenticator }: StaffRow): string =>
  [passkeys && counted(passkeys, 'passkey'), authenticator && 'Authenticator app'].filter(Boolean).join(', ') ||
  'No second factor';
