import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { AmbassadorApplication, ambassadorFlow, EraseApplication } from '../../../ambassadors/index.ts';
import { eraseSubscriptions } from '../../../newsletter/index.ts';
import { deleteMailCopies } from '../../../platform/mail/index.ts';
import { deleteTrialRequests } from '../../../trial-requests/index.ts';
import { forgetSearches } from '../../lists/index.ts';
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

/** What exports may have been searched by. A reader of the newsletter has no phone; the word matches no digits. */
const KNOWN = `
  SELECT ARRAY[first_name, last_name, email, church_name] AS names, phone FROM ambassador_applications WHERE id = ANY ($1) AND email <> ''
  UNION SELECT ARRAY[first_name, last_name, email, church_name], phone FROM trial_requests WHERE id = ANY ($1)
  UNION SELECT ARRAY[email], 'none' FROM newsletter_subscriptions WHERE id = ANY ($1)`;

/** Erases applications, trial requests and newsletter subscriptions by their ids; other ids have no effect. Repeatable. */
@Injectable()
export class EraseForms {
  constructor(
    private readonly dataSource: DataSource,
    private readonly eraseApplication: EraseApplication,
  ) {}

  /** `also` runs in the transaction of the first step. */
  async execute(ids: number[], also?: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const known = await tx.query<{ names: string[]; phone: string }[]>(KNOWN, [ids]);
      for (const { names, phone } of known) await forgetSearches(tx, names, phone);
      await deleteRequests(tx, ids);
      await eraseSubscriptions(tx, ids);
      await also?.(tx);
    });
    const applications = this.dataSource.getRepository(AmbassadorApplication);
    for (const { id } of await applications.find({ select: { id: true }, where: { id: In(ids) } }))
      await this.eraseApplication.execute(id, (tx) => deleteNotesAndMails(tx, ambassadorFlow.chart.id, id));
  }
}
