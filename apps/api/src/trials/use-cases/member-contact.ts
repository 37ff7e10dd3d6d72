import { type CodeChannel, ERRORS, FIELD_MESSAGES, LINK_INVALID } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Accounts, type ContactField, type NewContact, NewContacts } from '../../accounts/index.ts';
import { PaymentGateway, PlanLinks } from '../../billing/index.ts';
import { daysAfter, formatLongDate } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { CheckCode, refusalOf, SendCode } from '../../verification/index.ts';
import { keepPrevious } from '../trial-correction.entity.ts';
import { type TrialChange, TrialSignups } from '../trial-signups.ts';

export const CONTACT_QUEUES = {
  email: 'sendEmailConfirmation',
  kept: 'sendEmailNotice',
  phone: 'sendPhoneConfirmation',
  changed: 'sendEmailChanged',
  customer: 'updateCustomer',
} as const;

const LINK_DAYS = 7;

/** What a link is for: the new email, the new phone, or, at the old email, to keep it. */
type Purpose = ContactField | 'keep-email';

interface ContactLink {
  trialId: number;
  /** When the correction was requested, in milliseconds. */
  at: number;
}

/** The links with which members confirm or refuse a corrected email or phone. Each is for one correction, for 7 days. */
@Injectable()
export class ContactLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
  ) {}

  linkTo(trialId: number, field: Purpose, { at }: NewContact): string {
    const token = this.links.sign(`contact.${field}`, `${trialId}:${at.getTime()}`, daysAfter(at, LINK_DAYS));
    return `${this.settings.SITE_URL}/plan/${field}?token=${token}`;
  }

  /** Throws a 410 for a link that is forged or expired. */
  read(token: string, field: Purpose): ContactLink {
    const [, trialId, at] = /^(\d{1,16}):(\d{1,15})$/.exec(this.links.verify(`contact.${field}`, token) ?? '') ?? [];
    if (!trialId) throw linkInvalid();
    return { trialId: Number(trialId), at: Number(at) };
  }
}

/**
 * Corrects the email or phone of an open account: support requests it, and the owner of the new one confirms it. The owner of the old
 * email can refuse a new one for 72 hours, so a confirmed one waits; without access to the old mailbox, it counts then by itself.
 */
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
    private readonly settings: Settings,
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
      const spelling = isSpelling(field, subject[field], value);
      if (!spelling && (await this.accounts.exists({ [field]: value }, tx))) throw taken(field);
      // Who has claimed a mailbox that no link ever proved does not decide about the account, and is not told of it.
      const isClaimed = !subject.emailProvenAt && (await this.newContacts.isClaimed(tx, trialId));
      const atOnce = spelling || isClaimed;
      await this.newContacts.set(tx, trialId, field, { value, at }, atOnce);
      await change.note(`${field} change requested`);
      await this.jobs.enqueue(tx, CONTACT_QUEUES[field], trialId);
      if (field === 'email' && !atOnce) await this.jobs.enqueue(tx, CONTACT_QUEUES.kept, trialId);
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

  /**
   * The mailed link proves the mailbox. Also succeeds when it is used again. Returns the long date from which the email counts, or
   * null when it counts now.
   */
  async confirmEmail(token: string): Promise<{ from: string | null }> {
    const link = this.links.read(token, 'email');
    return this.trials.change(link.trialId, async (change) => {
      const waiting = await this.waitingOf(change, link, 'email');
      if (!waiting) return { from: null };
      if (await this.isTaken(change, waiting.value)) throw taken('email');
      if (!waiting.provenAt) {
        await this.newContacts.prove(change.tx, link.trialId, change.at);
        await change.note('new email proven');
      }
      if (!waiting.from || waiting.from > change.at)
        return { from: formatLongDate(waiting.from ?? change.at, this.settings.ORG_TIME_ZONE) };
      await this.use(change, 'email', waiting);
      return { from: null };
    });
  }

  /**
   * By the link that went to the old email: refuses the new one, or has it count without the wait. Throws a 410 once the new one
   * counts, or was taken back. Also succeeds when it is repeated.
   */
  async answerNewEmail(token: string, answer: 'keep' | 'use'): Promise<void> {
    const link = this.links.read(token, 'keep-email');
    const note = answer === 'keep' ? 'email change refused' : 'email change allowed';
    await this.trials.change(link.trialId, async (change) => {
      const { tx, at } = change;
      const waiting = await this.newContacts.find(tx, link.trialId, 'email');
      if (waiting?.at.getTime() !== link.at) {
        if (await isNoted(change, link, note)) return;
        throw linkInvalid();
      }
      await change.note(note, { requestedAt: link.at });
      if (answer === 'keep') return this.newContacts.refuse(tx, link.trialId, at);
      await this.newContacts.allow(tx, link.trialId, at);
      if (waiting.provenAt) await this.use(change, 'email', waiting);
    });
  }

  /** Of a sweep: the proven email counts once its time has come, or is forgotten when another account has it by then. */
  async useDueEmail(trialId: number): Promise<void> {
    await this.trials.changeUnlessErased(trialId, async (change) => {
      const waiting = await this.newContacts.find(change.tx, trialId, 'email');
      if (!waiting?.provenAt || !waiting.from || waiting.from > change.at) return;
      if (!(await this.isTaken(change, waiting.value))) return this.use(change, 'email', waiting);
      await this.newContacts.clear(change.tx, trialId);
      await change.note('new email taken');
    });
  }

  private async isTaken({ entity, tx }: TrialChange, email: string): Promise<boolean> {
    return !isSpelling('email', entity.email, email) && this.accounts.exists({ email }, tx);
  }

  /** Texts or calls the new phone; `sent` is false while the last code is new. */
  async sendPhoneCode(token: string, channel: CodeChannel = 'sms'): Promise<{ sent: boolean }> {
    const link = this.links.read(token, 'phone');
    const phone = (await this.trials.change(link.trialId, (change) => this.waitingOf(change, link, 'phone')))?.value;
    if (phone === undefined) throw linkInvalid();
    const { sent } = await this.sendCode.execute({ trialId: link.trialId, phone, again: true, channel, proven: true });
    return { sent };
  }

  /** The code proves the phone. 400 for a wrong or expired one, 429 after too many. Also succeeds when it is repeated. */
  async confirmPhone(token: string, code: string): Promise<void> {
    const link = this.links.read(token, 'phone');
    const phone = (await this.trials.change(link.trialId, (change) => this.waitingOf(change, link, 'phone')))?.value;
    if (phone === undefined) return;
    const checked = await this.checkCode.execute(link.trialId, phone, code, null);
    if (checked.outcome !== 'right') throw refusalOf(checked);
    await this.trials.change(link.trialId, async (change) => {
      const waiting = await this.waitingOf(change, link, 'phone');
      if (waiting) await this.use(change, 'phone', waiting);
    });
  }

  /** updateCustomer: the payment provider's receipts go to the account's email. */
  async updateCustomer(trialId: number): Promise<void> {
    const trial = await this.trials.find(trialId);
    if (trial?.stripeCustomerId) await this.gateway.updateCustomer(trial.stripeCustomerId, trial);
  }

  /** Puts the new value in place of the old one, in the account and in its sign-up. */
  private async use(change: TrialChange, field: ContactField, waiting: NewContact): Promise<void> {
    const { value, at: requestedAt, provenAt } = waiting;
    const { entity: subject, tx, at } = change;
    await keepPrevious(change, [field]);
    if ((await this.newContacts.use(tx, subject.id, field, value)) === 'taken') throw taken(field);
    subject[field] = value;
    if (field === 'phone') subject.phoneVerifiedAt = at;
    else subject.emailProvenAt = provenAt ?? at;
    await change.note(`${field} confirmed`, { requestedAt: requestedAt.getTime() });
    await this.jobs.enqueue(tx, CONTACT_QUEUES.customer, subject.id);
    if (field !== 'email') return;
    // Links that were mailed to the old address.
    await this.planLinks.endBefore(tx, subject.id, at);
    await this.jobs.enqueue(tx, CONTACT_QUEUES.changed, subject.id);
  }

  /** What the link confirms, or undefined when it was confirmed before. Throws a 410 when it was undone, refused or replaced. */
  private async waitingOf(
    change: TrialChange,
    link: ContactLink,
    field: ContactField,
  ): Promise<NewContact | undefined> {
    const waiting = await this.newContacts.find(change.tx, link.trialId, field);
    if (waiting?.at.getTime() === link.at) return waiting;
    if (!(await isNoted(change, link, `${field} confirmed`))) throw linkInvalid();
    return undefined;
  }
}

/** Whether the journal has the note about the correction of the link. */
async function isNoted({ tx }: TrialChange, { trialId, at }: ContactLink, note: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT FROM workflow_journal WHERE subject_id = $1 AND note = $2 AND detail->>'requestedAt' = $3 LIMIT 1`,
    [trialId, note, String(at)],
  );
  return rows.length > 0;
}

const linkInvalid = () => new AppError('gone', LINK_INVALID);

/** Whether only upper and lower case differ, which the account itself would block. */
const isSpelling = (field: ContactField, one: string, other: string): boolean =>
  field === 'email' && one.toLowerCase() === other.toLowerCase();

const taken = (field: ContactField) =>
  field === 'email'
    ? new AppError('conflict', ERRORS.emailTaken, { fields: { email: FIELD_MESSAGES.emailTaken } })
    : new AppError('conflict', ERRORS.phoneTaken, { fields: { phone: FIELD_MESSAGES.phoneTaken } });
