import type { EntityManager } from 'typeorm';

/** The journal of one subject and what stands beside it, oldest first, as the inspector and the review show it. */

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

export interface MailRow {
  key: string;
  outcome: string;
  at: Date;
}

export interface NoteRow {
  id: string | number;
  at: Date;
  by: string;
  text: string;
}

/** Of each event and note, so that none pushes the others out: more than any honest sign-up has, and a bound for a script's. */
const MOST = 200;

export const journalOf = (tx: EntityManager, flow: string, subjectId: number): Promise<JournalRow[]> =>
  tx.query(
    `SELECT id, at, event, note, from_state AS "from", to_state AS "to", actor, request_id AS "requestId", detail
       FROM (SELECT *, row_number() OVER (PARTITION BY event, note ORDER BY id DESC) AS place
               FROM workflow_journal WHERE subject_id = $2 AND flow = $1) newest WHERE place <= ${MOST} ORDER BY id`,
    [flow, subjectId],
  );

export const mailsOf = (tx: EntityManager, subjectId: number): Promise<MailRow[]> =>
  tx.query(
    `SELECT key, outcome, settled_at AS at FROM sent_mails WHERE subject_id = $1 AND settled_at IS NOT NULL ORDER BY settled_at`,
    [subjectId],
  );

export const staffNotesOf = (tx: EntityManager, flow: string, subjectId: number): Promise<NoteRow[]> =>
  tx.query(
    `SELECT n.id, n.at, n.text, a.email AS by FROM staff_notes n JOIN staff_accounts a ON a.id = n.account_id
      WHERE n.flow = $1 AND n.subject_id = $2 ORDER BY n.id`,
    [flow, subjectId],
  );
