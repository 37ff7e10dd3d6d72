import { UNEXPECTED } from '@lampstand/contracts';
import {
  ADMIN_TOASTS,
  inviteBody,
  ROLES,
  STAFF_CHANGES,
  type StaffChange,
  type StaffRow,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ifMatch, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { OwnPasswordField } from '../account/add-passkey.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Modal } from '../components/modal.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { useSeen } from '../components/use-seen.ts';
import { ROLE_NAMES } from './role-names.ts';
import './staff.css';

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

interface DialogProps {
  /** The API path of the call. */
  path: string;
  onClose: () => void;
}

export function InviteDialog({ path, onClose }: DialogProps) {
  const form = useAccountForm({ path, schema: inviteBody, done: ADMIN_TOASTS.staffInvited, onClose });
  return (
    <ConfirmDialog
      title="Invite a member of staff"
      confirm="Send the invitation"
      pendingText="Sending…"
      {...form.dialog}
      onConfirm={({ invited = '', ...values }) => form.send({ ...values, email: invited })}
      onClose={onClose}
    >
      <p>The invitation has a link with which the new member sets a password. It works for 7 days.</p>
      <TextField id="staff-name" name="name" label="Name" autoComplete="off" error={form.problems['name']} />
      <TextField
        id="invited"
        name="invited"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={form.problems['email']}
      />
      <SelectField
        name="role"
        label="Role"
        choices={ROLE_CHOICES}
        hint="Support sees people masked. Administrators also export, decide, erase and manage accounts."
        error={form.problems['role']}
      />
      <OwnPasswordField error={form.problems['password']} />
    </ConfirmDialog>
  );
}

interface ChangeText {
  label: string;
  confirm: string;
  destructive?: true;
  effect: (account: StaffRow) => ReactNode;
}

const CHANGES: Record<StaffChange, ChangeText> = {
  'change-role': {
    label: 'Change role',
    confirm: 'Change role',
    effect: ({ role }) => `From ${ROLE_NAMES[role]} to another role. All sessions end.`,
  },
  'send-password-link': {
    label: 'Send a password link',
    confirm: 'Send the link',
    effect: ({ state }) =>
      state === 'invited'
        ? 'Mails the invitation again. The link works once, for 7 days.'
        : 'Mails a link to set a new password. It works once, for 7 days. The password stays until then.',
  },
  'end-sessions': {
    label: 'End sessions and links',
    confirm: 'End them',
    effect: ({ link }) => (
      <>
        Logs the account out of every browser.{' '}
        {link ? <OpenLink link={link} /> : <span>A link to set a password that was mailed before stops working.</span>}
      </>
    ),
  },
  'reset-sign-in': {
    label: 'Reset sign-in',
    confirm: 'Reset sign-in',
    destructive: true,
    effect: () =>
      'For lost devices: removes password, passkeys and authenticator app, ends all sessions, and mails a link to set a new password.',
  },
  disable: {
    label: 'Disable',
    confirm: 'Disable',
    destructive: true,
    effect: () => 'The account cannot log in any more. All sessions end.',
  },
  enable: { label: 'Enable', confirm: 'Enable', effect: () => 'The account can log in again.' },
};

/** "The link to set a password, sent by Ada Cole 2 days ago, stops working." */
const OpenLink = ({ link: { since, by } }: { link: NonNullable<StaffRow['link']> }) => (
  <>
    The link to set a password, sent by {by} <TimeAgo at={since} short />, stops working.
  </>
);

/** The changes that are possible, each with its effect. */
export function ChangeMenu({
  account,
  onChoose,
  onClose,
}: {
  account: StaffRow;
  onChoose: (change: StaffChange) => void;
  onClose: () => void;
}) {
  return (
    <Modal title={account.name} lightDismiss onClose={onClose}>
      <div className="stack">
        <ul className="staff-changes">
          {account.changes.map((change) => (
            <li key={change}>
              <button type="button" className="button second compact" onClick={() => onChoose(change)}>
                {CHANGES[change].label}
              </button>
              <p className="small quiet">{CHANGES[change].effect(account)}</p>
            </li>
          ))}
        </ul>
        <button type="button" className="button second" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}

export function ChangeDialog({
  path,
  account,
  change,
  onClose,
}: DialogProps & { account: StaffRow; change: StaffChange }) {
  const { label, confirm, destructive = false, effect } = CHANGES[change];
  const schema = STAFF_CHANGES[change];
  const form = useAccountForm({ path, schema, done: ADMIN_TOASTS.staffChanged, onClose, shown: account.seen });
  return (
    <ConfirmDialog
      title={label}
      confirm={confirm}
      pendingText="Saving…"
      destructive={destructive}
      {...form.dialog}
      onConfirm={form.send}
      onClose={onClose}
    >
      <p>
        <bdi>
          {account.name}, {account.email}
        </bdi>
      </p>
      <p>{effect(account)}</p>
      {'role' in schema.shape && (
        <SelectField
          name="role"
          label="New role"
          choices={ROLE_CHOICES.filter(({ value }) => value !== account.role)}
          error={form.problems['role']}
        />
      )}
      {'password' in schema.shape && <OwnPasswordField error={form.problems['password']} />}
    </ConfirmDialog>
  );
}

interface AccountForm extends DialogProps {
  schema: typeof inviteBody | (typeof STAFF_CHANGES)[StaffChange];
  done: Parameters<typeof showToast>[0];
  /** The tag of the account. */
  shown?: string;
}

/** Checks the values, posts them, and refreshes the accounts; a refused field gets the focus. */
function useAccountForm({ path: call, schema, done, onClose, shown }: AccountForm) {
  const { seen, readAgain } = useSeen(shown);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const refuse = (found: Record<string, string>) => {
    setProblems(found);
    const [first] = Object.keys(found);
    // The hidden field for password managers has the name `email`, too.
    if (first) document.querySelector<HTMLElement>(`dialog [name=${first === 'email' ? 'invited' : first}]`)?.focus();
  };
  const work = useMutation({
    mutationFn: (body: object) => post(call, body, ifMatch(seen)),
    onSuccess: () => {
      void readAgain();
      showToast(done);
      onClose();
    },
    onError: async (error) => {
      const fields = isStatus(error, 400, 409) && error.body.fields;
      if (fields) refuse(fields);
      else await readAgain();
    },
  });
  const send = (values: Record<string, string>) => {
    const { data, error } = schema.safeParse(values);
    const found: Record<string, string> = {};
    for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message;
    work.reset();
    refuse(found);
    if (data) work.mutate(data);
  };
  const failure = work.error && !Object.keys(problems).length ? (causeOf(work.error) ?? UNEXPECTED) : undefined;
  return { problems, send, dialog: { pending: work.isPending, error: failure } };
}
