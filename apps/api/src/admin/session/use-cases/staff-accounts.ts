import type { Role } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { Audit } from '../audit.ts';
import { newSecret } from '../domain/authenticator.ts';
import { hashOf, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../domain/passwords.ts';
import { StaffAccount } from '../domain/staff-account.entity.ts';
import { Sessions } from '../sessions.ts';

/** An account of staff cannot be made or changed as asked; the message says why. */
export class BadStaffAccount extends Error {}

/** Who works here: made, changed and disabled by a command on the server, never over HTTP. */
@Injectable()
export class StaffAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async create(email: string, role: Role, password: string): Promise<void> {
    const account = {
      email: addressOf(email),
      role,
      passwordHash: await hashOfNew(password),
      createdAt: this.clock.now(),
    };
    const insert = this.dataSource.createQueryBuilder().insert().into(StaffAccount).values(account).orIgnore();
    const { raw } = await insert.returning('id').execute();
    if (!raw.length) throw new BadStaffAccount(`There is an account for ${account.email} already.`);
    await this.told('account created', account.email, { role });
  }

  /** A new password ends every session of the account. */
  async setPassword(email: string, password: string): Promise<void> {
    await this.change(email, { passwordHash: await hashOfNew(password) }, 'password changed');
  }

  async disable(email: string): Promise<void> {
    await this.change(email, { disabledAt: this.clock.now() }, 'account disabled');
  }

  async enable(email: string): Promise<void> {
    await this.change(email, { disabledAt: null }, 'account enabled');
  }

  /** Asks for an authenticator app from now on; resolves to its secret, which is shown once. */
  async requireAuthenticator(email: string): Promise<string> {
    const totpSecret = newSecret();
    await this.change(email, { totpSecret, totpPeriod: 0 }, 'authenticator required');
    return totpSecret;
  }

  async dropAuthenticator(email: string): Promise<void> {
    await this.change(email, { totpSecret: null }, 'authenticator dropped');
  }

  isKnown(email: string): Promise<boolean> {
    return this.dataSource.getRepository(StaffAccount).existsBy({ email: addressOf(email) });
  }

  private async change(email: string, change: Partial<StaffAccount>, action: string): Promise<void> {
    const { affected } = await this.dataSource.getRepository(StaffAccount).update({ email: addressOf(email) }, change);
    if (!affected) throw new BadStaffAccount(`There is no account for ${email}.`);
    await this.told(action, email);
  }

  private async told(action: string, email: string, detail: Record<string, string> = {}): Promise<void> {
    const { id } = await this.dataSource.getRepository(StaffAccount).findOneByOrFail({ email: addressOf(email) });
    if (action !== 'account created') await this.sessions.endAllOf(id);
    await this.audit.write({ accountId: null, address: '127.0.0.1', action, subject: `staff:${id}`, detail });
  }
}

const addressOf = (email: string): string => {
  const address = email.trim().toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(address)) throw new BadStaffAccount('This is no e-mail address.');
  return address;
};

function hashOfNew(password: string): Promise<string> {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD)
    throw new BadStaffAccount(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`);
  return hashOf(password);
}
