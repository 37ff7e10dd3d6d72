import { UNEXPECTED } from '@lampstand/contracts';
import {
  ADMIN_TOASTS,
  changePasswordBody,
  ownNameBody,
  type OwnAccount,
  ownPasswordBody,
  type OwnSession,
} from '@lampstand/contracts/back-office';
import { type FormEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { site } from '../../lib/site.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Badge } from '../components/badge.tsx';
import { Panel } from '../components/panel.tsx';
import { Failed, Loading } from '../components/placeholders.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { refreshSession, useStaff } from '../layout/auth.ts';
import { OwnPasswordField } from './add-passkey.tsx';
import AddAuthenticator from './authenticator.tsx';
import { ACCOUNT, refreshAccount } from './own-account.ts';

type Dialog = 'password' | 'remove';

/** Authenticator app, password and sessions of the signed-in account. */
export function OwnAccountPanels() {
  const [dialog, setDialog] = useState<Dialog>();
  const { data: account, error, refetch } = useQuery<OwnAccount>({ queryKey: [ACCOUNT], staleTime: 0 });
  if (error) return <Failed onRetry={() => void refetch()}>Your account could not be loaded.</Failed>;
  if (!account) return <Loading>Loading your account…</Loading>;
  const close = () => setDialog(undefined);
  return (
    <>
      <OwnName />
      <Panel title="Authenticator app">
        <p className="quiet">
          {account.authenticator
            ? 'You can log in by your password and the code of your app.'
            : 'With an app you log in by your password and a code that changes every 30 seconds.'}
        </p>
        <div className="row">
          <AddAuthenticator label={account.authenticator ? 'Replace the app' : 'Add an authenticator app'} />
          {account.authenticator && (
            <button type="button" className="button second compact" onClick={() => setDialog('remove')}>
              Remove the app
            </button>
          )}
        </div>
      </Panel>
      <Panel title="Password">
        <button type="button" className="button second compact" onClick={() => setDialog('password')}>
          Change the password
        </button>
      </Panel>
      <Panel title="Where you are logged in">
        <ul className="passkeys">
          {account.sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      </Panel>
      <p className="quiet small">
        {site.product} {account.release.version} ({account.release.commit.slice(0, 12)}). Name it when you report a
        fault.
      </p>
      {dialog === 'password' && <ChangePassword onClose={close} />}
      {dialog === 'remove' && <RemoveAuthenticator onClose={close} />}
    </>
  );
}

/** The name that colleagues and the audit see. */
function OwnName() {
  const { name } = useStaff();
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (body: object) => post(`${ACCOUNT}/name`, body),
    onSuccess: async () => {
      await refreshSession();
      showToast(ADMIN_TOASTS.nameChanged);
    },
    onError: (error) => setProblem((isStatus(error, 400, 409) && error.body.fields?.['name']) || causeOf(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data, error } = ownNameBody.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setProblem(error?.issues[0]?.message);
    if (data && !work.isPending) work.mutate(data);
  };
  return (
    <Panel title="Name">
      <form className="row" method="post" noValidate onSubmit={submit}>
        <TextField
          id="own-name"
          name="name"
          label="Your name"
          hint="Colleagues and the audit show it."
          autoComplete="name"
          defaultValue={name}
          error={problem}
        />
        <button type="submit" className="button second compact" aria-disabled={work.isPending || undefined}>
          Save the name
        </button>
      </form>
    </Panel>
  );
}

function Session({ session: { id, current, createdAt, seenAt } }: { session: OwnSession }) {
  const work = useMutation({
    mutationFn: () => post(`${ACCOUNT}/sessions/${id}/end`, {}),
    onSuccess: () => showToast(ADMIN_TOASTS.sessionEnded),
    onError: (error) => showToast({ title: 'Not logged out', description: causeOf(error), variant: 'destructive' }),
    onSettled: refreshAccount,
  });
  return (
    <li className="passkey">
      <div>
        <strong>
          Logged in <TimeAgo at={createdAt} />
        </strong>{' '}
        {current && <Badge>This browser</Badge>}
        <p className="small quiet">
          Last used <TimeAgo at={seenAt} />
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="button second compact"
          aria-disabled={work.isPending || undefined}
          onClick={() => !work.isPending && work.mutate()}
        >
          End this one
        </button>
      )}
    </li>
  );
}

type Problems = Record<string, string | undefined>;

function ChangePassword({ onClose }: { onClose: () => void }) {
  const [problems, setProblems] = useState<Problems>({});
  const work = useMutation({
    mutationFn: (body: object) => post(`${ACCOUNT}/password`, body),
    onSuccess: () => {
      showToast(ADMIN_TOASTS.passwordChanged);
      void refreshAccount();
      onClose();
    },
    onError: (error) => isStatus(error, 400) && setProblems(error.body.fields ?? {}),
  });
  const confirm = (values: Record<string, string>) => {
    const { data, error } = changePasswordBody.safeParse(values);
    setProblems(Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []));
    work.reset();
    if (data) work.mutate(data);
  };
  return (
    <ConfirmDialog
      title="Change the password"
      confirm="Change the password"
      pendingText="Changing…"
      pending={work.isPending}
      error={work.error && !Object.keys(problems).length ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Everywhere else you are logged out.</p>
      <OwnPasswordField error={problems['password']} />
      <TextField
        id="new-password"
        name="newPassword"
        label="New password"
        hint="At least 15 characters. Several words are fine."
        type="password"
        autoComplete="new-password"
        error={problems['newPassword']}
      />
    </ConfirmDialog>
  );
}

function RemoveAuthenticator({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const work = useMutation({
    mutationFn: (body: object) => post(`${ACCOUNT}/authenticator/remove`, body),
    onSuccess: () => {
      showToast(ADMIN_TOASTS.authenticatorRemoved);
      void refreshAccount();
      onClose();
    },
    onError: (error) => isStatus(error, 400) && setProblem(error.body.fields?.['password']),
  });
  const confirm = (values: Record<string, string>) => {
    const { data, error } = ownPasswordBody.safeParse(values);
    setProblem(error?.issues[0]?.message);
    work.reset();
    if (data) work.mutate(data);
  };
  return (
    <ConfirmDialog
      title="Remove the app?"
      confirm="Remove"
      pendingText="Removing…"
      pending={work.isPending}
      destructive
      error={work.error && !problem ? (causeOf(work.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its codes do not log you in any more. Everywhere else you are logged out.</p>
      <OwnPasswordField error={problem} />
    </ConfirmDialog>
  );
}
