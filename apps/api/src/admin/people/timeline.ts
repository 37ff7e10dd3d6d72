import { repeatedKindOf, type SignUpFieldName } from '@lampstand/contracts';
import type { TimelineEntry } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { type ActingStaff, Audit } from '../auth/index.ts';
import { StaffNote } from './staff-note.entity.ts';

/** A journal row of one subject; rows are read oldest first. */
export interface JournalRow {
  id: string;
  at: Date;
  event: string | null;
  note: string | null;
  from: string;
  to: string;
  actor: string;
  requestId: string;
  detail: Record<string, string | number | boolean | null>;
}

interface MailRow {
  key: string;
  outcome: string;
  at: Date;
  readable: boolean;
}

interface NoteRow {
  id: string | number;
  at: Date;
  by: string;
  text: string;
}

export interface CorrectionRow {
  field: SignUpFieldName;
  previous: string;
  at: Date;
}

/** The limit per event and note, so that a script cannot push the others out. */
const MAX_PER_NAME = 200;

export const journalOf = (tx: EntityManager, flow: string, subjectId: number): Promise<JournalRow[]> =>
  tx.query(
    `SELECT id, at, event, note, from_state AS "from", to_state AS "to", actor, request_id AS "requestId", detail
       FROM (SELECT *, row_number() OVER (PARTITION BY event, note ORDER BY id DESC) AS place
               FROM workflow_journal WHERE subject_id = $2 AND flow = $1) newest WHERE place <= ${MAX_PER_NAME} ORDER BY id`,
    [flow, subjectId],
  );

export const mailsOf = (tx: EntityManager, subjectId: number): Promise<MailRow[]> =>
  tx.query(
    `SELECT key, outcome, settled_at AS at, copy IS NOT NULL AS readable FROM sent_mails WHERE subject_id = $1 AND settled_at IS NOT NULL ORDER BY settled_at`,
    [subjectId],
  );

export const staffNotesOf = (tx: EntityManager, flow: string, subjectId: number): Promise<NoteRow[]> =>
  tx.query(
    `SELECT n.id, n.at, n.text, a.name AS by FROM staff_notes n JOIN staff_accounts a ON a.id = n.account_id
      WHERE n.flow = $1 AND n.subject_id = $2 ORDER BY n.id`,
    [flow, subjectId],
  );

/** What corrections replaced. */
export const correctionsOf = (tx: EntityManager, trialId: number): Promise<CorrectionRow[]> =>
  tx.query('SELECT field, previous, at FROM trial_corrections WHERE trial_id = $1 ORDER BY id', [trialId]);

/** Who made each change of a subject, such as `trial:123`: by the request's id, from the audit. */
export async function staffByRequest(tx: EntityManager, subject: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ requestId: string; name: string }[]>(
    `SELECT DISTINCT l.request_id AS "requestId", a.name
       FROM audit_log l JOIN staff_accounts a ON a.id = l.account_id WHERE l.subject = $1 AND l.action <> 'person viewed'`,
    [subject],
  );
  return new Map(rows.map(({ requestId, name }) => [requestId, name]));
}

interface History {
  journal: JournalRow[];
  mails: MailRow[];
  notes: NoteRow[];
  staff?: Map<string, string>;
  /** Empty for a role that sees people masked. */
  corrections?: CorrectionRow[];
}

/** Events, notes, mails and staff notes in one order, oldest first. */
export function timelineOf({ journal, mails, notes, staff, corrections = [] }: History): TimelineEntry[] {
  const entryOf = (row: JournalRow) => ({ ...journalEntry(row, staff), ...previousOf(row, corrections) });
  return [...journal.filter(isNoMail).map(entryOf), ...mails.map(mailEntry), ...notes.map(noteEntry)]
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => a.entry.at.localeCompare(b.entry.at) || a.place - b.place)
    .map(({ entry }) => entry);
}

/**
 * sent_mails replaces the journal's notes on mails: it is complete even if the process died before writing the note.
 */
const isNoMail = ({ note }: JournalRow): boolean => note !== 'mail sent' && note !== 'mail bounced';

const CORRECTIONS = ['phone.changed', 'email.corrected', 'details corrected', 'email confirmed', 'phone confirmed'];

function previousOf({ event, note, at }: JournalRow, corrections: CorrectionRow[]): Pick<TimelineEntry, 'previous'> {
  if (!CORRECTIONS.includes(event ?? note ?? '')) return {};
  const replaced = corrections.filter((each) => each.at.getTime() === at.getTime());
  return replaced.length ? { previous: replaced.map(({ field, previous }) => ({ field, value: previous })) } : {};
}

const isStaff = (actor: string): boolean => actor === 'support' || actor === 'admin';

const journalEntry = (
  { id, at, event, note, from, to, actor, requestId, detail }: JournalRow,
  staff: Map<string, string> = new Map(),
): TimelineEntry => ({
  id: `journal-${id}`,
  at: at.toISOString(),
  kind: event ? 'event' : 'note',
  name: event ?? note ?? '',
  ...(event && { from, to }),
  actor: (isStaff(actor) && staff.get(requestId)) || actor,
  requestId,
  detail,
});

function mailEntry({ key, outcome, at, readable }: MailRow): TimelineEntry {
  const repeated = repeatedKindOf(key);
  return {
    id: `mail-${key}`,
    at: at.toISOString(),
    kind: 'mail',
    name: key.split(':')[0] ?? key,
    actor: 'job',
    ...(readable && { mailKey: key }),
    detail: { outcome, ...(repeated && { mail: repeated }) },
  };
}

const noteEntry = ({ id, at, by, text }: NoteRow): TimelineEntry => ({
  id: `staff-note-${id}`,
  at: at.toISOString(),
  kind: 'staff-note',
  name: by,
  actor: by,
  detail: {},
  text,
});

interface StaffNoteInput {
  flow: string;
  subjectId: number;
  /** The subject in the audit, such as `trial:123`. */
  subject: string;
  text: string;
  staff: ActingStaff;
}

/** Stores a note of staff about a sign-up or an application. The same text within a minute is the same note. */
@Injectable()
export class WriteStaffNote {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  execute({ flow, subjectId, subject, text, staff }: StaffNoteInput): Promise<TimelineEntry> {
    const at = this.clock.now();
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('staff-note', $1))`, [subjectId]);
      const mine = { flow, subjectId, accountId: staff.id, text };
      const last = await tx.findOne(StaffNote, { where: mine, order: { id: 'DESC' } });
      const repeated = last && at.getTime() - last.at.getTime() < 60_000;
      const note = repeated ? last : await tx.save(StaffNote, { ...mine, at });
      if (!repeated) await this.audit.write({ accountId: staff.id, action: 'note written', subject }, tx);
      return noteEntry({ ...note, by: staff.name });
    });
  }
}
