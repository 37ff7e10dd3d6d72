import { ADMIN_ERRORS, type PrivacyErasure, type PrivacyKind } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/errors.ts';
import { Audit } from '../../auth/index.ts';
import { EraseForms } from './erase-forms.ts';
import { ReadPerson } from './read-person.ts';

/**
 * Erases a person who has sent applications, trial requests or a newsletter address, and no sign-up. A person with a
 * sign-up is erased by `ErasePerson`, which also ends account and subscription. Repeating it is harmless.
 */
@Injectable()
export class ErasePersonWithoutSignup {
  constructor(
    private readonly readPerson: ReadPerson,
    private readonly eraseForms: EraseForms,
    private readonly audit: Audit,
  ) {}

  /**
   * `also` are the ids of unproven records that staff chose. Throws a 404 when nothing is stored under the email, and a 409 when its
   * owner has a sign-up, when nothing is chosen, or when a chosen record is no longer one to choose.
   */
  async execute(email: string, also: number[], accountId: number): Promise<PrivacyErasure> {
    const records = await this.readPerson.chosen({ email }, also);
    const count = (counted: PrivacyKind) => records.filter(({ kind }) => kind === counted).length;
    if (count('signup')) throw new AppError('conflict', ADMIN_ERRORS.eraseSignup);
    const erased = {
      applications: count('application'),
      trialRequests: count('request'),
      newsletterSubscriptions: count('reader'),
    };
    await this.eraseForms.execute(
      records.map(({ id }) => id),
      (tx) => this.audit.write({ accountId, action: 'person erased', detail: erased }, tx),
    );
    return { success: true, ...erased };
  }
}
