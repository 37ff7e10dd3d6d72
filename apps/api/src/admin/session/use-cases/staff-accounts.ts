import { adminLoginBody, type AuditAction, type Role } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { Audit } from '../audit.ts';
import { newSecret } from '../domain/authenticator.ts';
import { hashOf, weaknessOf } from '../domain/passwords.ts';
import { StaffPasskey } from '../domain/passkey.entity.ts';
import { StaffAccount } from '../domain/staff-account.entity.ts';
import { StaffSession } from '../domain/staff-session.entity.ts';

/** An account of staff cannot be made or changed as asked; the message says why. */
export class BadStaffAccount extends Error {}

/** It is there already. */
export class KnownAccount extends BadStaffAccount {}

/** Who works here: made, changed and disabled by a command on the server, never over HTTP. */
@Injectable()
export class StaffAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async create(email: string, role: Role, password: string): Promise<void> {
    const address = addressOf(email);
    await this.add(address, role, await hashOfNew(password, address));
  }

  /** The one of the settings, whose own rules have judged the password. */
  async createFirst(email: string, password: string): Promise<void> {
    await this.add(addressOf(email), 'administrator', await hashOf(password));
  }

  async setPassword(email: string, password: string): Promise<void> {
    await this.change(email, { passwordHash: await hashOfNew(password, addressOf(email)) }, 'password changed');
  }

  disable(email: string): Promise<void> {
    return this.change(email, { disabledAt: this.clock.now() }, 'account disabled');
  }

  enable(email: string): Promise<void> {
    return this.change(email, { disabledAt: null }, 'account enabled');
  }

  /** Asks for an authenticator app from now on; resolves to its secret, which is shown once. */
  async requireAuthenticator(email: string): Promise<string> {
    const totpSecret = newSecret();
    await this.change(email, { totpSecret, totpPeriod: 0 }, 'authenticator required');
    return totpSecret;
  }

  dropAuthenticator(email: string): Promise<void> {
    return this.change(email, { totpSecret: null }, 'authenticator dropped');
  }

  /** For a colleague whose devices are lost. */
  dropPasskeys(email: string): Promise<void> {
    const passkeyChanges = () => 'passkey_changes + 1';
    return this.change(email, { passkeyChanges }, 'passkeys dropped', (accountId, tx) =>
      tx.delete(StaffPasskey, { accountId }),
    );
  }

  isKnown(email: string): Promise<boolean> {
    return this.dataSource.getRepository(StaffAccount).existsBy({ email: addressOf(email) });
  }

  private async add(email: string, role: Role, passwordHash: string): Promise<void> {
    const account = { email, role, passwordHash, createdAt: this.clock.now() };
    await this.dataSource.transaction(async (tx) => {
      const insert = tx.createQueryBuilder().insert().into(StaffAccount).values(account).orIgnore().returning('id');
      const [made] = (await insert.execute()).raw as { id: number }[];
      if (!made) throw new KnownAccount(`There is an account for ${email} already.`);
      await this.tell(made.id, 'account created', tx, { role });
    });
  }

  /** Every change ends all sessions of the account. */
  private change(
    email: string,
    change: QueryDeepPartialEntity<StaffAccount>,
    action: AuditAction,
    alsoChange: (id: number, tx: EntityManager) => Promise<unknown> = async () => {},
  ): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const account = await tx.findOneBy(StaffAccount, { email: addressOf(email) });
      if (!account) throw new BadStaffAccount(`There is no account for ${email}.`);
      await tx.update(StaffAccount, { id: account.id }, change);
      await tx.delete(StaffSession, { accountId: account.id });
      await alsoChange(account.id, tx);
      await this.tell(account.id, action, tx);
    });
  }

  private tell(id: number, action: AuditAction, tx: EntityManager, detail: Record<string, string> = {}): Promise<void> {
    return this.audit.write({ accountId: null, address: null, action, subject: `staff:${id}`, detail }, tx);
  }
}

/** The address as one signs in with it. */
function addressOf(email: string): string {
  const { data, success } = adminLoginBody.shape.email.safeParse(email);
  if (!success) throw new BadStaffAccount(`${email} is no e-mail address.`);
  return data;
}

function hashOfNew(password: string, email: string): Promise<string> {
  const weakness = weaknessOf(password, email);
  if (weakness) throw new BadStaffAccount(weakness);
  return hashOf(password);
}
