import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { isUniqueViolation } from '../platform/database/queries.ts';
import { User } from './account.entities.ts';

export type ContactField = 'email' | 'phone';

/** A corrected email or phone that waits for its owner, and since when. */
export interface NewContact {
  value: string;
  at: Date;
}

const VALUE = { email: 'newEmail', phone: 'newPhone' } as const;
const AT = { email: 'newEmailAt', phone: 'newPhoneAt' } as const;

/** Corrected emails and phones of open accounts. The account keeps the old one until the owner confirms the new one. */
@Injectable()
export class NewContacts {
  /** Whether the sign-up has an open account. */
  isOpen(tx: EntityManager, trialId: number): Promise<boolean> {
    return tx.existsBy(User, { trialId, status: 'active' });
  }

  async find(tx: EntityManager, trialId: number, field: ContactField): Promise<NewContact | undefined> {
    const user = await tx.findOneBy(User, { trialId, status: 'active' });
    const value = user?.[VALUE[field]];
    const at = user?.[AT[field]];
    return value && at ? { value, at } : undefined;
  }

  async set(tx: EntityManager, trialId: number, field: ContactField, { value, at }: NewContact): Promise<void> {
    await tx.update(User, { trialId, status: 'active' }, { [VALUE[field]]: value, [AT[field]]: at });
  }

  /** Whether a new email or phone waits. */
  async waits(tx: EntityManager, trialId: number): Promise<boolean> {
    return ((await this.find(tx, trialId, 'email')) ?? (await this.find(tx, trialId, 'phone'))) !== undefined;
  }

  /** Forgets what waits. */
  async clear(tx: EntityManager, trialId: number): Promise<void> {
    const none = { newEmail: null, newEmailAt: null, newPhone: null, newPhoneAt: null };
    await tx.update(User, { trialId, status: In(['active', 'closed']) }, none);
  }

  /** Puts the new value in place of the old one. 'taken' when another account has it; roll `tx` back then. */
  async use(tx: EntityManager, trialId: number, field: ContactField, value: string): Promise<'done' | 'taken'> {
    const unique = field === 'email' ? { emailKey: value.toLowerCase() } : { phone: value };
    if (await tx.existsBy(User, { ...unique, trialId: Not(trialId) })) return 'taken';
    const used = { ...unique, ...(field === 'email' && { email: value }) };
    try {
      await tx.update(User, { trialId, status: 'active' }, { ...used, [VALUE[field]]: null, [AT[field]]: null });
      return 'done';
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }
}
