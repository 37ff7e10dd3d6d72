import { fullName, greetingName } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Not, Repository } from 'typeorm';
import { isUniqueViolation } from '../platform/database/queries.ts';
import { Church, ERASED_CHURCH, erasedUser, User } from './account.entities.ts';

/** The fields an account is created from. */
export interface AccountDetails {
  trialId: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  position: string;
  gender: string;
  birthdate: string;
  churchName: string;
  ministryName: string;
  churchCity: string;
  churchState: string;
  churchSize: string;
  churchSoftware: string;
}

/** The recipient of mails about an account. */
export interface AccountHolder {
  /** The name to greet, without a title. */
  firstName: string;
  email: string;
  /** First and last name. */
  name: string;
  /** Ten digits. */
  phone: string;
  churchName: string;
  receipts: ReceiptsEmail | null;
  /** Whether the person has asked for an erasure that has not begun. */
  erasureRequested: boolean;
}

/** The second address for receipts, since when, and when its owner confirmed it. */
export interface ReceiptsEmail {
  email: string;
  at: Date;
  provenAt: Date | null;
}

/** Users and their churches. Methods with a `tx` run in the caller's transaction. */
@Injectable()
export class Accounts {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** Whether an account has this phone or email. Reservations (`opening`) do not count. */
  async exists({ phone, email }: { phone?: string; email?: string }, tx = this.users.manager): Promise<boolean> {
    const [found] = await tx.query<{ exists: boolean }[]>(
      `SELECT EXISTS (SELECT FROM users WHERE phone = $1 AND status <> 'opening')
           OR EXISTS (SELECT FROM users WHERE email_key = $2 AND status <> 'opening') AS exists`,
      [phone ?? null, email?.toLowerCase() ?? null],
    );
    return found?.exists ?? false;
  }

  /**
   * Reserves phone, email and trial for a new account, before any money moves. 'taken' when another account or
   * reservation has one of them. Idempotent per trial.
   */
  async reserve(tx: EntityManager, details: AccountDetails, at: Date): Promise<'reserved' | 'taken'> {
    if (await tx.existsBy(User, { trialId: details.trialId })) return 'reserved';
    const church = await tx.save(
      tx.create(Church, {
        name: details.churchName,
        ministryName: details.ministryName,
        city: details.churchCity,
        state: details.churchState,
        size: details.churchSize,
        software: details.churchSoftware,
        createdAt: at,
      }),
    );
    const { identifiers } = await tx
      .createQueryBuilder()
      .insert()
      .into(User)
      .values({ ...userOf(details), churchId: church.id, status: 'opening', createdAt: at })
      .orIgnore()
      .execute();
    if (identifiers[0]) return 'reserved';
    await tx.delete(Church, { id: church.id });
    return 'taken';
  }

  /** Turns the reservation into an account. */
  async activate(tx: EntityManager, trialId: number, stripeCustomerId: string, at: Date): Promise<void> {
    await tx.update(User, { trialId, status: 'opening' }, { status: 'active', stripeCustomerId, openedAt: at });
  }

  /** Deletes the reservation of a trial, if there is one. */
  async releaseReservation(tx: EntityManager, trialId: number): Promise<void> {
    const user = await tx.findOneBy(User, { trialId, status: 'opening' });
    if (!user) return;
    await tx.delete(User, { id: user.id });
    await tx.delete(Church, { id: user.churchId });
  }

  /** Corrects the email of a reservation. 'taken' when an account has it. */
  async correctReservedEmail(tx: EntityManager, trialId: number, email: string): Promise<'done' | 'taken'> {
    const emailKey = email.toLowerCase();
    if (await tx.existsBy(User, { emailKey, trialId: Not(trialId) })) return 'taken';
    try {
      await tx.update(User, { trialId, status: 'opening' }, { email, emailKey });
      return 'done';
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }

  /** Blanks the person of an account, which stays as a closed row; deletes a reservation entirely. */
  async erase(tx: EntityManager, trialId: number): Promise<void> {
    await this.releaseReservation(tx, trialId);
    const user = await tx.findOneBy(User, { trialId });
    if (!user) return;
    await tx.update(User, { id: user.id }, erasedUser(`erased-${trialId}`));
    await tx.update(Church, { id: user.churchId }, ERASED_CHURCH);
  }

  /** Undefined without an account, and once the erasure of its person has begun. */
  async holderOf(trialId: number): Promise<AccountHolder | undefined> {
    const user = await this.users.findOne({
      where: { trialId, status: In(['active', 'closed']) },
      relations: { church: true },
    });
    const [trial] = await this.users.query<{ erased: boolean; requested: boolean }[]>(
      'SELECT erased_at IS NOT NULL AS erased, erasure_requested_at IS NOT NULL AS requested FROM trial_signups WHERE id = $1',
      [trialId],
    );
    if (!user?.firstName || trial?.erased) return undefined;
    const { email, phone, church } = user;
    const firstName = greetingName(user);
    return {
      firstName,
      name: fullName(user),
      email,
      phone,
      churchName: church.name,
      receipts: receiptsOf(user),
      erasureRequested: trial?.requested ?? false,
    };
  }

  async receiptsEmailOf(tx: EntityManager, trialId: number): Promise<ReceiptsEmail | null> {
    const user = await tx.findOneBy(User, { trialId });
    return user && receiptsOf(user);
  }

  /** Replaces or removes the second address for receipts. */
  async setReceiptsEmail(tx: EntityManager, trialId: number, receipts: ReceiptsEmail | null): Promise<void> {
    const { email = null, at = null, provenAt = null } = receipts ?? {};
    await tx.update(User, { trialId }, { receiptsEmail: email, receiptsEmailAt: at, receiptsEmailProvenAt: provenAt });
  }

  /** The trial id of the account with this email. */
  async trialOf(email: string, tx = this.users.manager): Promise<number | undefined> {
    return (await tx.findOneBy(User, { emailKey: email.toLowerCase(), status: In(['active', 'closed']) }))?.trialId;
  }

  /** Another customer at the payment provider, in place of a deleted one. */
  async setCustomer(tx: EntityManager, trialId: number, stripeCustomerId: string): Promise<void> {
    await tx.update(User, { trialId }, { stripeCustomerId });
  }

  /** Opens a closed account again. Idempotent. */
  async reopen(trialId: number): Promise<void> {
    await this.users.update({ trialId, status: 'closed' }, { status: 'active' });
  }

  /** Closes an active account. Idempotent. */
  async close(trialId: number): Promise<void> {
    await this.users.update({ trialId, status: 'active' }, { status: 'closed' });
  }
}

const receiptsOf = ({ receiptsEmail: email, receiptsEmailAt: at, receiptsEmailProvenAt: provenAt }: User) =>
  email && at ? { email, at, provenAt } : null;

const userOf = ({ trialId, firstName, lastName, email, phone, position, gender, birthdate }: AccountDetails) => ({
  trialId,
  firstName,
  lastName,
  email,
  emailKey: email.toLowerCase(),
  phone,
  position,
  gender,
  birthdate,
});
