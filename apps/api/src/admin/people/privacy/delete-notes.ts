import { type EntityManager, In } from 'typeorm';
import { deleteMailCopies } from '../../../platform/mail/index.ts';
import { deleteTrialRequests } from '../../../trial-requests/index.ts';
import { StaffNote } from '../staff-note.entity.ts';

/** The `flow` of notes about trial requests, which have no chart. */
export const REQUEST_NOTES = 'trial-request';

/** Deletes what staff noted about a sign-up or an application, and the copies of its mails. */
export async function deleteNotesAndMails(tx: EntityManager, flow: string, subjectId: number): Promise<void> {
  await tx.delete(StaffNote, { flow, subjectId });
  await deleteMailCopies(tx, [subjectId]);
}

/** Deletes trial requests with their answers, notes and copies of mails. */
export async function deleteRequests(tx: EntityManager, ids: number[]): Promise<void> {
  await tx.delete(StaffNote, { flow: REQUEST_NOTES, subjectId: In(ids) });
  await deleteMailCopies(tx, ids);
  await deleteTrialRequests(tx, ids);
}
