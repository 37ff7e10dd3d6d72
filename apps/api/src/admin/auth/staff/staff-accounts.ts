import { randomBytes } from 'node:crypto';
import { adminLoginBody, type AuditAction, type Role } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type QueryDeepPartialEntity, Repository } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.ts';
import { Settings } from '../../../platform/config/index.ts';
import { passwordProblem } from '../../../platform/password-rules.ts';
import { Audit } from '../audit.ts';
import { StaffAccount, StaffPasskey, StaffSession } from '../auth.entities.ts';
import { AuthenticatorSecrets } from '../authenticator-secrets.ts';
import { hashPassword, newTotpSecret } from '../credentials.ts';

/** A staff account cannot be created or changed as requested; the message says why. */
export class StaffAccountError extends Error {}

export class StaffAccountExists extends StaffAccountError {}

export class StaffNameTaken extends StaffAccountError {}

interface Change {
  action: AuditAction;
  set?: QueryDeepPartialEntity<StaffAccount>;
  detail?: Record<string, string>;
  also?: AlsoChange;
}

type AlsoChange = (accountId: number, tx: EntityManager) => Promise<unknown>;

/** Who makes a change: a member of staff, or null for a command on the server. */
interface ChangedBy {
  accountId: number | null;
  /** Throws if the change is not allowed. Gets all accounts, locked until the change is committed. */
  check?: (account: StaffAccount, accounts: StaffAccount[]) => void | Promise<void>;
}

const COMMAND: ChangedBy = { accountId: null };

/** The staff accounts, as the command on the server and the page of the team create and change them. */
@Injectable()
export class StaffAccounts {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(StaffAccount) private readonly accounts: Repository<StaffAccount>,
    private readonly audit: Audit,
    private readonly secrets: AuthenticatorSecrets,
    private readonly clock: Clock,
  ) {}

  /** Without a name, the account has that of its address. */
  async create(email: string, role: Role, password: string, name?: string): Promise<void> {
    const address = normalizeEmail(email);
    const passwordHash = await hashNewPassword(password, address);
    await this.add({ email: address, name: name ?? (await this.nameFor(address)), role, passwordHash }, COMMAND);
  }

  /** Creates the account of the settings, which have validated the password. */
  async createFirst(email: string, password: string): Promise<void> {
    const address = normalizeEmail(email);
    const passwordHash = await hashPassword(password);
    const name = await this.nameFor(address);
    await this.add({ email: address, name, role: 'administrator', passwordHash }, COMMAND);
  }

  /** Creates an account with a random password; the owner sets another with a mailed link. `also` runs in the transaction. */
  async invite(account: Pick<StaffAccount, 'email' | 'name' | 'role'>, by: ChangedBy, also: AlsoChange): Promise<void> {
    const passwordHash = await hashOfRandomPassword();
    await this.add({ ...account, passwordHash, invitedAt: this.clock.now() }, by, also);
  }

  async setPassword(email: string, password: string, by = COMMAND): Promise<void> {
    const passwordHash = await hashNewPassword(password, normalizeEmail(email));
    await this.change(email, { set: { passwordHash, invitedAt: null }, action: 'password changed' }, by);
  }

  changeRole(email: string, role: Role, by: ChangedBy): Promise<void> {
    return this.change(email, { set: { role }, action: 'role changed', detail: { role } }, by);
  }

  endSessions(email: string, by: ChangedBy): Promise<void> {
    return this.change(email, { action: 'sessions ended' }, by);
  }

  /** What the account has taken is free again. */
  disable(email: string, by = COMMAND): Promise<void> {
    const disabledAt = this.clock.now();
    const also: AlsoChange = async (id, tx) => {
      await tx.query(FREE_ITEMS, [id, disabledAt]);
      await tx.query('UPDATE trial_requests SET owner_id = NULL WHERE owner_id = $1', [id]);
    };
    return this.change(email, { set: { disabledAt }, action: 'account disabled', also }, by);
  }

  enable(email: string, by = COMMAND): Promise<void> {
    return this.change(email, { set: { disabledAt: null }, action: 'account enabled' }, by);
  }

  /** Requires an authenticator app from now on; returns its secret, which is shown once. */
  async requireAuthenticator(email: string): Promise<string> {
    const secret = newTotpSecret();
    const also: AlsoChange = (id, tx) =>
      tx.update(StaffAccount, { id }, { totpSecret: this.secrets.encrypt(id, secret), totpPeriod: 0 });
    await this.change(email, { action: 'authenticator required', also });
    return secret;
  }

  dropAuthenticator(email: string): Promise<void> {
    return this.change(email, { set: { totpSecret: null }, action: 'authenticator dropped' });
  }

  /** For lost devices. */
  dropPasskeys(email: string): Promise<void> {
    return this.change(email, { action: 'passkeys dropped', also: deletePasskeys });
  }

  /**
   * For lost devices: removes passkeys, authenticator and password together, because the password alone must not open the
   * account. Its owner sets a new one with a mailed link. `also` runs in the transaction.
   */
  async resetSignIn(email: string, by: ChangedBy, also: AlsoChange): Promise<void> {
    const set = { passwordHash: await hashOfRandomPassword(), totpSecret: null };
    const action = 'sign-in reset';
    await this.change(email, { set, action, also: (id, tx) => deletePasskeys(id, tx).then(() => also(id, tx)) }, by);
  }

  isKnown(email: string): Promise<boolean> {
    return this.accounts.existsBy({ email: normalizeEmail(email) });
  }

  /** "Ruth" for ruth@church.example, or the address where a colleague has that name. */
  private async nameFor(email: string): Promise<string> {
    const name = email.replace(/@.*/, '').replace(/^./, (first) => first.toUpperCase());
    return (await this.accounts.existsBy({ name })) ? email : name;
  }

  private async add(
    account: Pick<StaffAccount, 'email' | 'name' | 'role' | 'passwordHash'> & Partial<StaffAccount>,
    { accountId }: ChangedBy,
    also: AlsoChange = async () => {},
  ): Promise<void> {
    const row = { ...account, createdAt: this.clock.now() };
    await this.dataSource.transaction(async (tx) => {
      const insert = tx.createQueryBuilder().insert().into(StaffAccount).values(row).orIgnore().returning('id');
      const [made] = (await insert.execute()).raw as { id: number }[];
      if (!made && (await tx.existsBy(StaffAccount, { email: account.email })))
        throw new StaffAccountExists(`There is an account for ${account.email} already.`);
      if (!made) throw new StaffNameTaken(`Another account has the name ${account.name}.`);
      const entry = { action: 'account created', subject: `staff:${made.id}`, detail: { role: account.role } } as const;
      await this.audit.write({ accountId, ...entry }, tx);
      await also(made.id, tx);
    });
  }

  /** Every change ends all sessions and mailed links of the account. Changes run one after another. */
  private change(
    email: string,
    { action, set, detail = {}, also }: Change,
    { accountId, check }: ChangedBy = COMMAND,
  ): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const accounts = await tx.find(StaffAccount, { order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
      const account = accounts.find((each) => each.email === normalizeEmail(email));
      if (!account) throw new StaffAccountError(`There is no account for ${email}.`);
      await check?.(account, accounts);
      await tx.update(StaffAccount, { id: account.id }, { ...set, version: () => 'version + 1' });
      await tx.delete(StaffSession, { accountId: account.id });
      await this.audit.write({ accountId, action, subject: `staff:${account.id}`, detail }, tx);
      await also?.(account.id, tx);
    });
  }
}

/** `changed_at` tells the pages of the work queue. */
const FREE_ITEMS = `
  UPDATE queue_items SET owner_id = NULL, changed_at = $2
   WHERE owner_id = $1 OR (kind = 'request' AND subject_id IN (SELECT id FROM trial_requests WHERE owner_id = $1))`;
const deletePasskeys: AlsoChange = (accountId, tx) => tx.delete(StaffPasskey, { accountId });

/** The hash of a random password that is not stored or shown. */
const hashOfRandomPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'));

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
