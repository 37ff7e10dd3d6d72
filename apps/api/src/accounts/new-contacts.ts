import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { daysAfter } from '../platform/clock/instants.ts';
import { isUniqueViolation } from '../platform/database/queries.ts';
import { User } from './account.entities.ts';

export type ContactField = 'email' | 'phone';

/** A corrected email or phone that waits for its owner, and since when. */
export interface NewContact {
  value: string;
  at: Date;
  /** Of an email: when its link proved it, and from when it counts then. */
  provenAt?: Date | null;
  from?: Date | null;
}

/** How long the owner of the old email can refuse a new one. */
const REFUSABLE_DAYS = 3;

const NO_EMAIL = { newEmail: null, newEmailAt: null, newEmailProvenAt: null, newEmailFrom: null };
const NONE = { email: NO_EMAIL, phone: { newPhone: null, newPhoneAt: null } };

/** Corrected emails and phones of open accounts. The account keeps the old one until the owner confirms the new one. */
@Injectable()
export class NewContacts {
  /** Whether the sign-up has an open account. */
  isOpen(tx: EntityManager, trialId: number): Promise<boolean> {
    return tx.existsBy(User, { trialId, status: 'active' });
  }

  async find(tx: EntityManager, trialId: number, field: ContactField): Promise<NewContact | undefined> {
    const user = await tx.findOneBy(User, { trialId, status: 'active' });
    if (!user) return undefined;
    const { newEmail, newEmailAt, newEmailProvenAt: provenAt, newEmailFrom: from, newPhone, newPhoneAt } = user;
    if (field === 'email')
      return newEmail && newEmailAt ? { value: newEmail, at: newEmailAt, provenAt, from } : undefined;
    return newPhone && newPhoneAt ? { value: newPhone, at: newPhoneAt } : undefined;
  }

  /** Replaces what waits, and what was refused. An email that is `atOnce` counts as soon as it is proven. */
  async set(
    tx: EntityManager,
    trialId: number,
    field: ContactField,
    { value, at }: NewContact,
    atOnce: boolean,
  ): Promise<void> {
    const newEmailFrom = atOnce ? at : daysAfter(at, REFUSABLE_DAYS);
    const email = { ...NO_EMAIL, newEmail: value, newEmailAt: at, newEmailFrom, emailRefusedAt: null };
    await this.update(tx, trialId, field === 'email' ? email : { newPhone: value, newPhoneAt: at });
  }

  /** The link to the new email was used. */
  prove(tx: EntityManager, trialId: number, at: Date): Promise<void> {
    return this.update(tx, trialId, { newEmailProvenAt: at });
  }

  /** The owner of the old email does not want to wait. */
  allow(tx: EntityManager, trialId: number, at: Date): Promise<void> {
    return this.update(tx, trialId, { newEmailFrom: at });
  }

  /** The owner of the old email refuses the new one, which the work queue shows. */
  refuse(tx: EntityManager, trialId: number, at: Date): Promise<void> {
    return this.update(tx, trialId, { ...NO_EMAIL, emailRefusedAt: at });
  }

  /** Whether the owner of the mailbox has said that the account is not theirs. */
  isClaimed(tx: EntityManager, trialId: number): Promise<boolean> {
    return tx.existsBy(User, { trialId, emailClaimedAt: Not(IsNull()) });
  }

  /** The owner of the mailbox says that the account, open or closed, is not theirs. */
  async claim(tx: EntityManager, trialId: number, at: Date): Promise<void> {
    await tx.update(User, { trialId }, { emailClaimedAt: at });
  }

  /** Whether a new email or phone waits. */
  async waits(tx: EntityManager, trialId: number): Promise<boolean> {
    return ((await this.find(tx, trialId, 'email')) ?? (await this.find(tx, trialId, 'phone'))) !== undefined;
  }

  /** Forgets what waits. */
  async clear(tx: EntityManager, trialId: number): Promise<void> {
    await tx.update(User, { trialId, status: In(['active', 'closed']) }, { ...NONE.email, ...NONE.phone });
  }

  /** Puts the new value in place of the old one. 'taken' when another account has it; roll `tx` back then. */
  async use(tx: EntityManager, trialId: number, field: ContactField, value: string): Promise<'done' | 'taken'> {
    const unique = field === 'email' ? { emailKey: value.toLowerCase() } : { phone: value };
    if (await tx.existsBy(User, { ...unique, trialId: Not(trialId) })) return 'taken';
    const used = { ...unique, ...(field === 'email' && { email: value, emailClaimedAt: null }) };
    try {
      await this.update(tx, trialId, { ...used, ...NONE[field] });
      return 'done';
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }

  private async update(tx: EntityManager, trialId: number, values: Partial<User>): Promise<void> {
    await tx.update(User, { trialId, status: 'active' }, values);
  }
}
