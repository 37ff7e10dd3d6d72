import { adminLoginBody, type AuditAction, type Role } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type QueryDeepPartialEntity, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { passwordProblem } from '../../platform/password-rules.ts';
import { StaffAccount, StaffPasskey, StaffSession } from '../admin.entities.ts';
import { Audit } from './audit.ts';
import { hashPassword, newTotpSecret } from './credentials.ts';

/** A staff account cannot be created or changed as requested; the message says why. */
export class StaffAccountError extends Error {}

class StaffAccountExists extends StaffAccountError {}

/** The staff accounts: created, changed and disabled by a command on the server, never over HTTP. */
@Injectable()
export class StaffAccounts {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(StaffAccount) private readonly accounts: Repository<StaffAccount>,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async create(email: string, role: Role, password: string): Promise<void> {
    const address = normalizeEmail(email);
    await this.add(address, role, await hashNewPassword(password, address));
  }

  /** Creates the account of the settings, which have validated the password. */
  async createFirst(email: string, password: string): Promise<void> {
    await this.add(normalizeEmail(email), 'administrator', await hashPassword(password));
  }

  async setPassword(email: string, password: string): Promise<void> {
    await this.change(
      email,
      { passwordHash: await hashNewPassword(password, normalizeEmail(email)) },
      'password changed',
    );
  }

  disable(email: string): Promise<void> {
    return this.change(email, { disabledAt: this.clock.now() }, 'account disabled');
  }

  enable(email: string): Promise<void> {
    return this.change(email, { disabledAt: null }, 'account enabled');
  }

  /** Requires an authenticator app from now on; returns its secret, which is shown once. */
  async requireAuthenticator(email: string): Promise<string> {
    const totpSecret = newTotpSecret();
    await this.change(email, { totpSecret, totpPeriod: 0 }, 'authenticator required');
    return totpSecret;
  }

  dropAuthenticator(email: string): Promise<void> {
    return this.change(email, { totpSecret: null }, 'authenticator dropped');
  }

  /** For lost devices. */
  dropPasskeys(email: string): Promise<void> {
    const passkeyChanges = () => 'passkey_changes + 1';
    return this.change(email, { passkeyChanges }, 'passkeys dropped', (accountId, tx) =>
      tx.delete(StaffPasskey, { accountId }),
    );
  }

  isKnown(email: string): Promise<boolean> {
    return this.accounts.existsBy({ email: normalizeEmail(email) });
  }

  private async add(email: string, role: Role, passwordHash: string): Promise<void> {
    const account = { email, role, passwordHash, createdAt: this.clock.now() };
    await this.dataSource.transaction(async (tx) => {
      const insert = tx.createQueryBuilder().insert().into(StaffAccount).values(account).orIgnore().returning('id');
      const [made] = (await insert.execute()).raw as { id: number }[];
      if (!made) throw new StaffAccountExists(`There is an account for ${email} already.`);
      await this.writeAudit(made.id, 'account created', tx, { role });
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
      const account = await tx.findOneBy(StaffAccount, { email: normalizeEmail(email) });
      if (!account) throw new StaffAccountError(`There is no account for ${email}.`);
      await tx.update(StaffAccount, { id: account.id }, change);
      await tx.delete(StaffSession, { accountId: account.id });
      await alsoChange(account.id, tx);
      await this.writeAudit(account.id, action, tx);
    });
  }

  private writeAudit(
    id: number,
    action: AuditAction,
    tx: EntityManager,
    detail: Record<string, string> = {},
  ): Promise<void> {
    return this.audit.write({ accountId: null, action, subject: `staff:${id}`, detail }, tx);
  }
}

/** Normalizes the address as the sign-in does. */
function normalizeEmail(email: string): string {
  const { data, success } = adminLoginBody.shape.email.safeParse(email);
  if (!success) throw new StaffAccountError(`${email} is no email address.`);
  return data;
}

function hashNewPassword(password: string, email: string): Promise<string> {
  const problem = passwordProblem(password, email);
  if (problem) throw new StaffAccountError(problem);
  return hashPassword(password);
}

/** Creates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, unless the account exists. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  constructor(
    private readonly settings: Settings,
    private readonly accounts: StaffAccounts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.settings;
    if (!email || !password || (await this.accounts.isKnown(email))) return;
    await this.accounts.createFirst(email, password).catch(ignoreExisting);
  }
}

const ignoreExisting = (error: unknown) => {
  if (!(error instanceof StaffAccountExists)) throw error;
};
