import { parseArgs } from 'node:util';
import { type Role, ROLES } from '@lampstand/contracts/back-office';
import { ProcessClock } from '../../../platform/clock/clock.ts';
import { Settings, withSecretFiles } from '../../../platform/config/index.ts';
import { createDataSource, openDatabase } from '../../../platform/database/data-source.ts';
import { isMigrated } from '../../../platform/database/migrate.ts';
import { UnusableDatabase } from '../../../platform/database/unusable-database.ts';
import { Audit } from '../audit.ts';
import { StaffAccount, StaffPasskey, StaffSession } from '../auth.entities.ts';
import { AuthenticatorSecrets } from '../authenticator-secrets.ts';
import { enrolmentUri } from '../credentials.ts';
import { StaffAccountError, StaffAccounts } from './staff-accounts.ts';

const USAGE = `Usage: npm run admin -- create <email> --role ${ROLES.join('|')} [--name <name>]
       npm run admin -- password | disable | enable <email>
       npm run admin -- authenticator <email> [--off]
       npm run admin -- drop-passkeys <email>
The password is prompted for, or read from standard input.`;

type AskPassword = () => Promise<string>;

interface CommandInput {
  askPassword: AskPassword;
  accounts: StaffAccounts;
  email: string;
  role?: string | undefined;
  name?: string | undefined;
  off: boolean;
  /** Whether the secrets of the servers are given. */
  canEncrypt: boolean;
  issuer: string;
}

const COMMANDS: Record<string, (input: CommandInput) => Promise<string>> = {
  async create({ accounts, email, role, name, askPassword }) {
    if (!isRole(role)) throw new StaffAccountError(USAGE);
    if (await accounts.isKnown(email)) throw new StaffAccountError(`There is an account for ${email} already.`);
    await accounts.create(email, role, await askPassword(), name);
    return `${email} can sign in as ${role}.`;
  },
  async password({ accounts, email, askPassword }) {
    if (!(await accounts.isKnown(email))) throw new StaffAccountError(`There is no account for ${email}.`);
    await accounts.setPassword(email, await askPassword());
    return `${email} has a new password; all sessions have ended.`;
  },
  async disable({ accounts, email }) {
    await accounts.disable(email);
    return `${email} cannot sign in any more; all sessions have ended.`;
  },
  async enable({ accounts, email }) {
    await accounts.enable(email);
    return `${email} can sign in again.`;
  },
  async authenticator({ accounts, email, off, canEncrypt, issuer }) {
    if (off) {
      await accounts.dropAuthenticator(email);
      return `${email} signs in without an authenticator app.`;
    }
    if (!canEncrypt) throw new StaffAccountError('SESSION_SECRETS is missing: it is that of the servers.');
    const secret = await accounts.requireAuthenticator(email);
    const shownOnce = [`Address  ${enrolmentUri(secret, issuer, email)}`, `Secret   ${secret}`];
    return [`${email} signs in with an authenticator app from now on. This is shown once:`, ...shownOnce].join('\n');
  },
  async 'drop-passkeys'({ accounts, email }) {
    await accounts.dropPasskeys(email);
    return `${email} has no passkeys any more; all sessions have ended.`;
  },
};

/**
 * Runs a command on staff accounts. It needs the database of DATABASE_URL, and for an authenticator the SESSION_SECRETS of
 * the servers. Returns what it did; a rejection is worded by `messageOf`.
 */
export async function runAdminCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
  askPassword: AskPassword,
): Promise<string> {
  const { command, ...options } = parse(args);
  const { env, problems } = withSecretFiles(environment, ['DATABASE_URL', 'SESSION_SECRETS']);
  if (problems[0]) throw new StaffAccountError(problems[0]);
  if (!env.DATABASE_URL) throw new StaffAccountError('DATABASE_URL is missing.');
  const entities = [StaffAccount, StaffPasskey, StaffSession];
  const dataSource = await openDatabase('DATABASE_URL', createDataSource(env.DATABASE_URL, 2, entities));
  const clock = new ProcessClock(env.STRIPE_API_BASE);
  try {
    await clock.onModuleInit();
    if (!(await isMigrated(dataSource)))
      throw new StaffAccountError('The database is not up to date: start this version of the server once.');
    const repository = dataSource.getRepository(StaffAccount);
    const { SESSION_SECRETS = '' } = env;
    const secrets = new AuthenticatorSecrets(dataSource, Object.assign(new Settings(), { SESSION_SECRETS }));
    const accounts = new StaffAccounts(dataSource, repository, new Audit(dataSource, clock), secrets, clock);
    return await command({
      ...options,
      askPassword,
      accounts,
      canEncrypt: SESSION_SECRETS !== '',
      issuer: env.PRODUCT_NAME || new Settings().PRODUCT_NAME,
    });
  } finally {
    clock.onModuleDestroy();
    await dataSource.destroy();
  }
}

function parse(args: string[]) {
  try {
    const options = { role: { type: 'string' }, name: { type: 'string' }, off: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [called = '', email = '', ...more] = positionals;
    const command = Object.hasOwn(COMMANDS, called) && COMMANDS[called];
    if (!command || !email || more.length) throw new StaffAccountError(USAGE);
    return { command, email: email.toLowerCase(), ...values, off: values.off ?? false };
  } catch {
    throw new StaffAccountError(USAGE);
  }
}

const isRole = (role: string | undefined): role is Role => (ROLES as readonly (string | undefined)[]).includes(role);

/** One line for the operator. */
export function messageOf(error: Error): string {
  if (error instanceof StaffAccountError || error instanceof UnusableDatabase) return error.message;
  return error.message.split('\n', 1)[0] ?? error.name;
}
