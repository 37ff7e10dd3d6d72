import { hash } from '@node-rs/argon2';
import { TOTP, Secret } from 'otpauth';
import type { Role } from '@lampstand/contracts/back-office';
import { newSecret } from '../../apps/api/src/admin/session/domain/authenticator.ts';
import type { Stack } from '../support/index.ts';
import { type Answer, callsTo } from './calls.ts';
import { aKey, anEmail } from './unique.ts';

export interface StaffGiven {
  role?: Role;
  /** Asks for an authenticator app. */
  totp?: boolean;
  disabled?: boolean;
}

export interface StaffMember {
  id: number;
  email: string;
  password: string;
  role: Role;
  /** Of the authenticator app. */
  secret?: string;
}

/** A check reads its cost from the hash. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A staff account, by SQL. */
export async function aStaffMember(
  stack: Stack,
  { role = 'administrator', totp = false, disabled = false }: StaffGiven = {},
): Promise<StaffMember> {
  const member = { email: anEmail('staff'), password: `a long password ${aKey()}`, role };
  const secret = totp ? newSecret() : undefined;
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const [{ id }] = await stack.query(
    `INSERT INTO staff_accounts (email, role, password_hash, totp_secret, created_at, disabled_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [member.email, role, await hash(member.password, CHEAP), secret ?? null, now, disabled ? now : null],
  );
  return { id, ...member, ...(secret && { secret }) };
}

/** What the app shows `periods` of 30 seconds from now. */
export const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

/** The cookies of an answer as a browser sends them back. */
export const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A member of staff at a browser that is signed in: the calls send its cookies. */
export async function signedIn(stack: Stack, role: Role = 'administrator', headers: Record<string, string> = {}) {
  const member = await aStaffMember(stack, { role });
  const answer = await callsTo(stack).post('admin/login', { email: member.email, password: member.password }, headers);
  if (answer.status !== 200) throw new Error(`Nobody was signed in: ${answer.status} ${answer.text}`);
  const cookie = cookiesOf(answer);
  return { ...member, cookie, ...callsTo(stack, { ...headers, cookie }) };
}

/** The lines of the audit by an account, in order: the action, and what part of a sign-in was wrong. */
export async function auditOf(stack: Stack, accountId: number): Promise<string[]> {
  const rows = await stack.query(
    `SELECT action || coalesce(': ' || (detail->>'part'), '') AS entry FROM audit_log WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );
  return rows.map(({ entry }) => entry);
}
