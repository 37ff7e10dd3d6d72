import { type CodeChannel, ERRORS, FIELD_MESSAGES, LINK_INVALID } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Accounts, type ContactField, type NewContact, NewContacts } from '../../accounts/index.ts';
import { PaymentGateway, PlanLinks } from '../../billing/index.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { CheckCode, refusalOf, SendCode } from '../../verification/index.ts';
import { keepPrevious } from '../trial-correction.entity.ts';
import { type TrialChange, TrialSignups } from '../trial-signups.ts';

export const CONTACT_QUEUES = {
  email: 'sendEmailConfirmation',
  phone: 'sendPhoneConfirmation',
  changed: 'sendEmailChanged',
  customer: 'updateCustomer',
} as const;

const LINK_DAYS = 7;

interface ContactLink {
  trialId: number;
  /** When the correction was requested, in milliseconds. */
  at: number;
}

/** The links with which members confirm a corrected email or phone. Each is for one correction, for 7 days. */
@Injectable()
export class ContactLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
  ) {}

  linkTo(trialId: number, field: ContactField, { at }: NewContact): string {
    const token = this.links.sign(`contact.${field}`, `${trialId}:${at.getTime()}`, daysAfter(at, LINK_DAYS));
    return `${this.settings.SITE_URL}/plan/${field}?token=${token}`;
  }

  /** Throws a 410 for a link that is forged or expired. */
  read(token: string, field: ContactField): ContactLink {
    const [, trialId, at] = /^(\d{1,16}):(\d{1,15})$/.exec(this.links.verify(`contact.${field}`, token) ?? '') ?? [];
    if (!trialId) throw linkInvalid();
    return { trialId: Number(trialId), at: Number(at) };
  }
}

/** Corrects the email or phone of an open account: support requests it, and the owner of the new one confirms it. */
@Injectable()
export class MemberContact {
  constructor(
    private readonly accounts: Accounts,
    private readonly newContacts: NewContacts,
    private readonly trials: TrialSignups,
    private readonly links: ContactLinks,
    private readonly sendCode: SendCode,
    private readonly checkCode: CheckCode,
    private readonly planLinks: PlanLinks,
    private readonly gateway: PaymentGateway,
    private readonly jobs: Jobs,
  ) {}

  /**
   * False when the account has this value, or it was requested less than a minute ago. Another request replaces the one before.
   * `check` runs under the lock.
   */
  async request(
    trialId: number,
    field: ContactField,
    value: string,
    check: (tx: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return this.trials.change(trialId, async (change) => {
      const { entity: subject, tx, at } = change;
      if (!(await this.newContacts.isOpen(tx, trialId))) throw new AppError('conflict', ADMIN_ERRORS.accountClosed);
      const waiting = await this.newContacts.find(tx, trialId, field);
      const repeated = waiting?.value === value && (await change.wasJustRecorded(`${field} change requested`));
      if (subject[field] === value || repeated) return false;
      await check(tx);
      if (!isSpelling(field, subject[field], value) && (await this.accounts.exists({ [field]: value }, tx)))
        throw taken(field);
      await this.newContacts.set(tx, trialId, field, { value, at });
      await change.note(`${field} change requested`);
      await this.jobs.enqueue(tx, CONTACT_QUEUES[field], trialId);
      return true;
    });
  }

  /** False when it was undone a moment before. Throws a 409 when nothing waits. */
  undo(trialId: number, check: (tx: EntityManager) => Promise<void>): Promise<boolean> {
    return this.trials.change(trialId, async (change) => {
      if (!(await this.newContacts.waits(change.tx, trialId))) {
        if (await change.wasJustRecorded('contact change undone')) return false;
        throw new AppError('conflict', ADMIN_ERRORS.noNewContact);
      }
      await check(change.tx);
      await this.newContacts.clear(change.tx, trialId);
      await change.note('contact change undone');
      return true;
    });
  }

  /** The mailed link proves the mailbox. Also succeeds when it is opened again. */
  async confirmEmail(token: string): Promise<void> {
    await this.use(this.links.read(token, 'email'), 'email');
  }

  /** Texts or calls the new phone; `sent` is false while the last code is new. */
  async sendPhoneCode(token: string, channel: CodeChannel = 'sms'): Promise<{ sent: boolean }> {
    const link = this.links.read(token, 'phone');
    const phone = await this.trials.change(link.trialId, (change) => this.valueOf(change, link, 'phone'));
    if (phone === undefined) throw linkInvalid();
    const { sent } = await this.sendCode.execute({ trialId: link.trialId, phone, again: true, channel, proven: true });
    return { sent };
  }

  /** The code proves the phone. 400 for a wrong or expired one, 429 after too many. Also succeeds when it is repeated. */
  async confirmPhone(token: string, code: string): Promise<void> {
    const link = this.links.read(token, 'phone');
    const phone = await this.trials.change(link.trialId, (change) => this.valueOf(change, link, 'phone'));
    if (phone === undefined) return;
    const checked = await this.checkCode.execute(link.trialId, phone, code, null);
    if (checked.outcome !== 'right') throw refusalOf(checked);
    await this.use(link, 'phone');
  }

  /** updateCustomer: the payment provider's receipts go to the account's email. */
  async updateCustomer(trialId: number): Promise<void> {
    const trial = await this.trials.find(trialId);
    if (trial?.stripeCustomerId) await this.gateway.updateCustomer(trial.stripeCustomerId, trial);
  }

  /** Puts the new value in place of the old one, in the account and in its sign-up. */
  private use(link: ContactLink, field: ContactField): Promise<void> {
    return this.trials.change(link.trialId, async (change) => {
      const { entity: subject, tx, at } = change;
      const value = await this.valueOf(change, link, field);
      if (value === undefined) return;
      await keepPrevious(change, [field]);
      if ((await this.newContacts.use(tx, subject.id, field, value)) === 'taken') throw taken(field);
      subject[field] = value;
      if (field === 'phone') subject.phoneVerifiedAt = at;
      else subject.emailProvenAt = at;
      await change.note(`${field} confirmed`, { requestedAt: link.at });
      await this.jobs.enqueue(tx, CONTACT_QUEUES.customer, subject.id);
      if (field !== 'email') return;
      // Links that were mailed to the old address.
      await this.planLinks.endBefore(tx, subject.id, at);
      await this.jobs.enqueue(tx, CONTACT_QUEUES.changed, subject.id);
    });
  }

  /** The value that the link confirms, or undefined when it was confirmed before. Throws a 410 when it was undone or replaced. */
  private async valueOf({ tx }: TrialChange, link: ContactLink, field: ContactField): Promise<string | undefined> {
    const waiting = await this.newContacts.find(tx, link.trialId, field);
    if (waiting?.at.getTime() === link.at) return waiting.value;
    const confirmed = await tx.query(
      `SELECT FROM workflow_journal WHERE subject_id = $1 AND note = $2 AND detail->>'requestedAt' = $3 LIMIT 1`,
      [link.trialId, `${field} confirmed`, String(link.at)],
    );
    if (!confirmed.length) throw linkInvalid();
    return undefined;
  }
}

const linkInvalid = () => new AppError('gone', LINK_INVALID);

/** Whether only upper and lower case differ, which the account itself would block. */
const isSpelling = (field: ContactField, one: string, other: string): boolean =>
  field === 'email' && one.toLowerCase() === other.toLowerCase();

const taken = (field: ContactField) =>
  field === 'email'
    ? new AppError('conflict', ERRORS.emailTaken, { fields: { email: FIELD_MESSAGES.emailTaken } })
    : new AppError('conflict', ERRORS.phoneTaken, { fields: { phone: FIELD_MESSAGES.phoneTaken } });
