import { ADMIN_ERRORS, type PrivacyErasure, type PrivacyKind } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ambassadorFlow, EraseApplications } from '../../../ambassadors/index.ts';
import { eraseSubscription } from '../../../newsletter/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { trialRequestsOf } from '../../../trial-requests/index.ts';
import { Audit } from '../../auth/index.ts';
import { forgetSearches } from '../../lists/index.ts';
import { deleteNotesAndMails, deleteRequests } from './delete-notes.ts';
import { ReadPerson } from './read-person.ts';

/**
 * Erases a person who has sent applications, trial requests or a newsletter address, and no sign-up. A person with a
 * sign-up is erased by `ErasePerson`, which also ends account and subscription. Repeating it is harmless.
 */
@Injectable()
export class ErasePersonWithoutSignup {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readPerson: ReadPerson,
    private readonly eraseApplications: EraseApplications,
    private readonly audit: Audit,
  ) {}

  /** Throws a 404 when nothing is stored under the email, and a 409 when it has a sign-up. */
  async execute(email: string, accountId: number): Promise<PrivacyErasure> {
    const records = await this.readPerson.records(email);
    if (!records.length) throw new AppError('notFound', ADMIN_ERRORS.nothingStored);
    const count = (counted: PrivacyKind) => records.filter(({ kind }) => kind === counted).length;
    if (count('signup')) throw new AppError('conflict', ADMIN_ERRORS.eraseSignup);
    const erased = {
      applications: count('application'),
      trialRequests: count('request'),
      newsletterSubscriptions: count('reader'),
    };
    const people = await this.dataSource.query<Known[]>(KNOWN, [email]);
    await this.eraseApplications.execute(email, (tx, id) => deleteNotesAndMails(tx, ambassadorFlow.chart.id, id));
    await this.dataSource.transaction(async (tx) => {
      await deleteRequests(tx, await trialRequestsOf(tx, email));
      await eraseSubscription(tx, email);
      for (const { names, phone } of people) await forgetSearches(tx, names, phone);
      await this.audit.write({ accountId, action: 'person erased', detail: erased }, tx);
    });
    return { success: true, ...erased };
  }
}

/** What exports may have been searched by. */
interface Known {
  names: string[];
  phone: string;
}

/** A reader of the newsletter has no phone; the word matches no digits. */
const KNOWN = `
  SELECT ARRAY[first_name, last_name, email, church_name] AS names, phone FROM ambassador_applications WHERE lower(email) = lower($1)
  UNION SELECT ARRAY[first_name, last_name, email, church_name], phone FROM trial_requests WHERE lower(email) = lower($1)
  UNION SELECT ARRAY[email], 'none' FROM newsletter_subscriptions WHERE email_key = lower($1)`;
