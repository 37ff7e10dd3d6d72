import { UNEXPECTED } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  FOUND_KINDS,
  type PersonFile,
  type PrivacyErasure,
  privacyErasureBody,
  type PrivacyRecord,
} from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ask, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Facts, Panel } from '../components/panel.tsx';
import { counted } from '../format.ts';
import { useCommands } from '../layout/commands.ts';
import { saveFile } from '../lists/download.tsx';

/** The subject of a privacy request. */
export interface PrivacySubject {
  email: string;
  /** The records of this sign-up instead of those of the email's owner. */
  signup?: number | undefined;
}

interface Props {
  subject: PrivacySubject;
  /** The included records. */
  records: PrivacyRecord[];
  /** The ids of the unproven records that staff have selected. */
  also: number[];
  /** After something was erased or ended. */
  onChanged: () => void;
}

/** Shows, hands over, unsubscribes and erases a person. */
export function PersonActions({ subject, records, also, onChanged }: Props) {
  const { email } = subject;
  const [erasing, setErasing] = useState(false);
  const file = useMutation({ mutationFn: () => ask<PersonFile>('/api/admin/privacy/file', { ...subject, also }) });
  const unsubscribe = useMutation({
    mutationFn: () => post('/api/admin/privacy/unsubscribe', { email }),
    onSuccess: onChanged,
  });
  const error = file.error ?? unsubscribe.error;
  const reads = records.some(({ kind, state }) => kind === 'reader' && state !== 'unsubscribed');
  const hasSignup = records.some(({ kind }) => kind === 'signup');
  const mayErase = records.length > 0 && !hasSignup;
  useCommands([
    ...(records.length ? [{ label: 'Show everything stored about this person', run: () => file.mutate() }] : []),
    ...(reads ? [{ label: 'Unsubscribe this person', run: () => unsubscribe.mutate() }] : []),
    ...(mayErase ? [{ label: 'Erase this person', run: () => setErasing(true) }] : []),
  ]);
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="button second compact"
          disabled={file.isPending || !records.length}
          onClick={() => file.mutate()}
        >
          Show everything
        </button>
        {reads && (
          <button
            type="button"
            className="button second compact"
            disabled={unsubscribe.isPending}
            onClick={() => unsubscribe.mutate()}
          >
            Unsubscribe
          </button>
        )}
        {mayErase && (
          <button type="button" className="button second compact alarm-text" onClick={() => setErasing(true)}>
            Erase this person
          </button>
        )}
      </div>
      {hasSignup && <p className="quiet">{ADMIN_ERRORS.eraseSignup}</p>}
      <div role="status">{error && <Notice tone="bad">{causeOf(error) ?? UNEXPECTED}</Notice>}</div>
      {file.data && <Everything file={file.data} />}
      {erasing && (
        <EraseDialog
          email={email}
          records={records}
          also={also}
          onClose={() => setErasing(false)}
          onErased={onChanged}
        />
      )}
    </>
  );
}

/** Everything that is stored, to read, to print, and as a file. */
const Everything = ({ file }: { file: PersonFile }) => (
  <>
    <p>
      <button type="button" className="button primary compact" onClick={() => saveAsJson(file)}>
        Download as JSON
      </button>
    </p>
    {Object.entries(file.tables).map(([table, rows]) => (
      <Panel key={table} title={inWords(table)}>
        {rows.map((row, at) => (
          <Facts
            key={at}
            facts={Object.fromEntries(Object.entries(row).map(([name, value]) => [inWords(name), valueText(value)]))}
          />
        ))}
      </Panel>
    ))}
  </>
);

function saveAsJson(file: PersonFile): void {
  const blob = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
  saveFile(blob, `lampstand-person-${file.createdAt.slice(0, 10)}.json`);
}

/** "church_name" reads "Church name". */
const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const valueText = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** "1 application, 2 trial requests" */
const scopeText = (records: PrivacyRecord[]): string =>
  [...new Set(records.map(({ kind }) => kind))]
    .map((kind) => counted(records.filter((each) => each.kind === kind).length, FOUND_KINDS[kind].one))
    .join(', ');

/** Erases a person without a sign-up, after it has named the person and what is stored. */
function EraseDialog({
  email,
  records,
  also,
  onClose,
  onErased,
}: {
  email: string;
  records: PrivacyRecord[];
  also: number[];
  onClose: () => void;
  onErased: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const erase = useMutation({
    mutationFn: (body: object) => post<PrivacyErasure>('/api/admin/privacy/erase', body),
    onSuccess: () => {
      onClose();
      onErased();
    },
  });
  const confirm = (values: Record<string, string>) => {
    const given = privacyErasureBody.safeParse({ ...values, email, also });
    setProblem(given.error?.issues[0]?.message);
    if (given.success) erase.mutate(given.data);
  };
  return (
    <ConfirmDialog
      title="Erase this person"
      confirm="Erase now"
      pendingText="Erasing…"
      pending={erase.isPending}
      destructive
      error={erase.error && !problem ? (causeOf(erase.error) ?? UNEXPECTED) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Of <strong>{email}</strong> this is erased at once: {scopeText(records)}. This cannot be undone. The audit
        records it.
      </p>
      <TextField
        name="confirm"
        label="Type ERASE to confirm"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        error={problem}
      />
    </ConfirmDialog>
  );
}
