import type { TimelineEntry } from '@lampstand/contracts/back-office';
import type { JournalRow, MailRow, NoteRow } from '../queries/journal.ts';

/** Events, notes, mails and what staff wrote in one order, oldest first. */
export function timelineOf(journal: JournalRow[], mails: MailRow[], notes: NoteRow[]): TimelineEntry[] {
  return [...journal.filter(isNoMail).map(journaled), ...mails.map(mailed), ...notes.map(written)]
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => a.entry.at.localeCompare(b.entry.at) || a.place - b.place)
    .map(({ entry }) => entry);
}

/** The record of mails tells these better: it knows them even when the process died before it wrote the note. */
const isNoMail = ({ note }: JournalRow): boolean => note !== 'mail sent' && note !== 'mail bounced';

const journaled = ({ id, at, event, note, from, to, actor, requestId, detail }: JournalRow): TimelineEntry => ({
  id: `journal-${id}`,
  at: at.toISOString(),
  kind: event ? 'event' : 'note',
  name: event ?? note ?? '',
  ...(event && { from, to }),
  actor,
  requestId,
  detail,
});

const mailed = ({ key, outcome, at }: MailRow): TimelineEntry => ({
  id: `mail-${key}`,
  at: at.toISOString(),
  kind: 'mail',
  name: key.split(':')[0] ?? key,
  actor: 'job',
  detail: { outcome },
});

/** What somebody of the team wrote, as a line of the timeline. */
export const written = ({ id, at, by, text }: NoteRow): TimelineEntry => ({
  id: `staff-note-${id}`,
  at: at.toISOString(),
  kind: 'staff-note',
  name: by,
  actor: by,
  detail: {},
  text,
});
