import { phoneText, SIGN_UP_FIELDS, TOASTS, UNEXPECTED } from '@lampstand/contracts';
import { staffNoteBody, type TimelineEntry } from '@lampstand/contracts/back-office';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { TextArea } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { recordDraft } from '../layout/drafts.ts';
import { stateName, useZone } from '../format.ts';
import { Panel } from './panel.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { CopyButton } from './text.tsx';
import { TimeAgo } from './time-ago.tsx';
import { actorName, sentenceOf } from './timeline-sentences.ts';
import './timeline.css';

const KINDS = {
  all: 'Everything',
  event: 'Steps',
  note: 'Attempts',
  mail: 'Mails',
  'staff-note': 'Our notes',
} as const;
type Shown = keyof typeof KINDS;

/** What happened to a sign-up or an application, newest first, filtered by kind. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const [shown, setShown] = useState<Shown>('all');
  const kept = entries.filter(({ kind }) => shown === 'all' || kind === shown).toReversed();
  return (
    <Panel title="Timeline" aside={<KindFilter {...{ entries, shown, setShown }} />}>
      <p className="unseen" role="status">
        {shown === 'all' ? '' : `${kept.length} of ${entries.length} shown`}
      </p>
      <ol className="timeline">
        {kept.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {!kept.length && <p className="quiet">Nothing of this kind yet.</p>}
    </Panel>
  );
}

/** The request of each entry, the newest first, by which it is found in the log of the server. */
export function Requests({ entries }: { entries: TimelineEntry[] }) {
  const { instantText } = useZone();
  return (
    <ul className="small">
      {entries.toReversed().map(
        ({ id, at, requestId }) =>
          requestId && (
            <li key={id}>
              {instantText(at)}{' '}
              <CopyButton text={requestId} what="is the request; copy it" label={requestId.slice(0, 8)} />
            </li>
          ),
      )}
    </ul>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, at, actor, from, to, detail, mailKey, previous = [] } = entry;
  const { timeZone } = useZone();
  const sentence = sentenceOf(entry, timeZone);
  const [reading, setReading] = useState(false);
  const last = Number(detail['count']) > 1 && detail['last'];
  const moved = kind === 'event' && to && from !== to;
  return (
    <li className={`entry ${kind}${moved ? ' moved' : ''}`}>
      <p className="entry-text">
        <bdi>{sentence}</bdi>
      </p>
      {previous.map(({ field, value }) => (
        <p key={field} className="small">
          {SIGN_UP_FIELDS[field].label} before: <bdi>{field === 'phone' ? phoneText(value) : value}</bdi>
        </p>
      ))}
      <p className="entry-who">
        <TimeAgo at={at} />
        {last && (
          <span>
            last <TimeAgo at={String(last)} />
          </span>
        )}
        <span>by {actorName(actor)}</span>
        {moved && <span>now: {stateName(to)}</span>}
        {mailKey && (
          <button type="button" className="link-button" onClick={() => setReading(true)}>
            Read <span className="unseen">{sentence}</span>
          </button>
        )}
      </p>
      {mailKey && reading && <MailDialog mailKey={mailKey} onClose={() => setReading(false)} />}
    </li>
  );
}

interface FilterProps {
  entries: TimelineEntry[];
  shown: Shown;
  setShown: (kind: Shown) => void;
}

function KindFilter({ entries, shown, setShown }: FilterProps) {
  const count = (kind: Shown) => (kind === 'all' ? entries : entries.filter((entry) => entry.kind === kind)).length;
  return (
    <div className="kinds" role="group" aria-label="Show in the timeline">
      {(Object.keys(KINDS) as Shown[]).map((kind) => (
        <button key={kind} type="button" aria-pressed={kind === shown} onClick={() => setShown(kind)}>
          {KINDS[kind]} <span className="quiet">{count(kind)}</span>
        </button>
      ))}
    </div>
  );
}

interface NoteFormProps {
  /** The path of the record, which names the draft. */
  path: string;
  write: (text: string) => Promise<unknown>;
  /** Reloads the timeline. */
  onWritten: () => unknown;
}

/** Adds a staff note to the timeline. The draft survives a failed save and leaving the page. */
export function NoteForm({ path, write, onWritten }: NoteFormProps) {
  const draft = recordDraft(path);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (box.current) box.current.value = recordDraft(path).read() ?? '';
  }, [path]);
  const [problem, setProblem] = useState<string>();
  const note = useMutation({
    mutationFn: write,
    onSuccess: async () => {
      if (box.current) box.current.value = '';
      draft.clear();
      showToast({ title: 'Note saved' });
      await onWritten();
    },
    onError: (error) => {
      const field = isStatus(error, 400) ? error.body.fields?.['text'] : undefined;
      setProblem(field ?? causeOf(error) ?? UNEXPECTED);
      showToast(TOASTS.signupFailed('The note was not saved.'));
      box.current?.focus();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.isPending) return;
    const parsed = staffNoteBody.safeParse({ text: box.current?.value ?? '' });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) note.mutate(parsed.data.text);
    else box.current?.focus();
  };
  return (
    <form className="stack note-form" method="post" noValidate onSubmit={submit}>
      <TextArea
        name="text"
        label="Add a note"
        hint="At most 2,000 characters. Only the team sees it. Do not enter card numbers or passwords."
        onChange={({ currentTarget }) => draft.write(currentTarget.value)}
        ref={box}
        error={problem}
      />
      <button type="submit" className="button second compact" aria-disabled={note.isPending || undefined}>
        {note.isPending ? 'Saving…' : 'Save note'}
      </button>
    </form>
  );
}
