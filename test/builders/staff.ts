import { hash } from '@node-rs/argon2';
import { TOTP, Secret } from 'otpauth';
import type { Role, SupportActionName, SupportActionOffer } from '@lampstand/contracts/back-office';
import { hashPassword, newTotpSecret, placeOfSecret } from '../../apps/api/src/admin/auth/credentials.ts';
import { encrypt } from '../../apps/api/src/platform/encryption.ts';
import { generatedSecrets } from '../../tools/local/environment.ts';
import { ADMIN, type Stack } from '../support/index.ts';
import { type Answer, callsTo } from './calls.ts';
import { aKey, anEmail } from './forms.ts';

export interface StaffGiven {
  role?: Role;
  /** With an authenticator app. */
  totp?: boolean;
  disabled?: boolean;
  /** The password is hashed at the product's costs, as `npm run admin` does. */
  costly?: boolean;
}

export interface StaffMember {
  id: number;
  email: string;
  /** No two have the same. */
  name: string;
  password: string;
  role: Role;
  /** Of the authenticator app. */
  secret?: string;
}

/** Argon2 costs that keep tests fast; the server reads them from the hash. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** "Maria Qxkvbn", in letters only: another each time. */
export const aStaffName = (): string =>
  `Maria ${aKey()
    .slice(0, 10)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
    .replace(/^./, (first) => first.toUpperCase())}`;

/** A staff account, written into the database. */
export async function aStaffMember(
  stack: Stack,
  { role = 'administrator', totp = false, disabled = false, costly = false }: StaffGiven = {},
): Promise<StaffMember> {
  const member = { email: anEmail('staff'), name: aStaffName(), password: `a long password ${aKey()}`, role };
  const secret = totp ? newTotpSecret() : undefined;
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const passwordHash = costly ? await hashPassword(member.password) : await hash(member.password, CHEAP);
  const [{ id }] = await stack.query(
    `INSERT INTO staff_accounts (email, name, role, password_hash, created_at, disabled_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [member.email, member.name, role, passwordHash, now, disabled ? now : null],
  );
  if (secret) await storeAuthenticator(stack, id, secret, (await generatedSecrets(stack.home)).SESSION_SECRETS);
  return { id, ...member, ...(secret && { secret }) };
}

/** Stores the secret of an authenticator app as a server with this SESSION_SECRETS does. */
export const storeAuthenticator = (stack: Stack, accountId: number, secret: string, sessionSecret: string) =>
  stack.query('UPDATE staff_accounts SET totp_secret = $2 WHERE id = $1', [
    accountId,
    encrypt(sessionSecret, placeOfSecret(accountId), Buffer.from(secret)),
  ]);

/** Changes the row of a staff account directly. Its sessions stay valid; a change by an administrator would end them. */
export async function changeStaff(stack: Stack, id: number, { role, disabled }: Pick<StaffGiven, 'role' | 'disabled'>) {
  await stack.query(
    `UPDATE staff_accounts SET role = coalesce($2, role), disabled_at = CASE WHEN $3 THEN now() ELSE disabled_at END WHERE id = $1`,
    [id, role ?? null, disabled ?? false],
  );
}

/** Stores another hash of the token of an account's sessions. */
export const rehashSessions = (stack: Stack, accountId: number, tokenHash: string) =>
  stack.query('UPDATE staff_sessions SET token_hash = $2 WHERE account_id = $1', [accountId, tokenHash]);

interface EntryGiven {
  by: number;
  action: string;
  about: string;
  at?: string;
  detail?: object;
}

/** An entry of the audit log, or so many alike. */
export async function anAuditEntry(
  stack: Stack,
  { by, action, about, at, detail = {} }: EntryGiven,
  count = 1,
): Promise<void> {
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  await stack.query(
    `INSERT INTO audit_log (at, account_id, action, subject, detail, address, request_id)
     SELECT $1, $2, $3, $4, $5, '127.0.0.1', gen_random_uuid() FROM generate_series(1, $6)`,
    [at ?? now, by, action, about, detail, count],
  );
}

/** The code of the authenticator app `periods` of 30 seconds from now. */
export const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

/** The cookies that an answer sets, as a Cookie header. */
export const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A signed-in member of staff. The calls send the session's cookies. */
export async function signedIn(stack: Stack, role: Role = 'administrator', headers: Record<string, string> = {}) {
  const member = await aStaffMember(stack, { role });
  const answer = await callsTo(stack).post('admin/login', { email: member.email, password: member.password }, headers);
  if (answer.status !== 200) throw new Error(`The sign-in failed: ${answer.status} ${answer.text}`);
  const cookie = cookiesOf(answer);
  return { ...member, cookie, ...callsTo(stack, { ...headers, cookie }) };
}

/** The same with the password of the database page entered. */
export async function unlocksDatabase(stack: Stack, { cookie }: { cookie: string }) {
  const answer = await callsTo(stack).post('admin/check-auth', { password: ADMIN.ADMIN_DATABASE_PASSWORD });
  return callsTo(stack, { cookie: `${cookie}; ${cookiesOf(answer)}` });
}

/** The audit entries of an account in order; for a failed sign-in with the part that was wrong. */
export async function auditOf(stack: Stack, accountId: number): Promise<string[]> {
  const rows = await stack.query(
    `SELECT action || coalesce(': ' || (detail->>'part'), '') AS entry FROM audit_log WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );
  return rows.map(({ entry }) => entry);
}

/** The header of a command whose dialog showed what was `seen`. */
export const ifMatch = (seen?: string): Record<string, string> =>
  seen === undefined ? {} : { 'if-match': `"${seen}"` };

/** A signed-in member of staff with the calls of the sign-up inspector. */
export async function anAgent(stack: Stack, role: Role = 'support') {
  const member = await signedIn(stack, role);
  return {
    ...member,
    find: (q: string): Promise<Answer> => member.get(`/api/admin/search?q=${encodeURIComponent(q)}`),
    inspects: (id: number, query = ''): Promise<Answer> => member.get(`/api/admin/trials/${id}${query}`),
    reveals: (id: number): Promise<Answer> => member.post(`admin/trials/${id}/reveal`, {}),
    /** With `seen`, as the dialog that was opened then. */
    runs: (id: number, name: SupportActionName, body: object = {}, seen?: string): Promise<Answer> =>
      member.post(`admin/trials/${id}/${name}`, body, ifMatch(seen)),
    /** The tag of what the dialog of an action shows now; undefined when the action is not possible. */
    sees: async (id: number, name: SupportActionName): Promise<string | undefined> => {
      const { body } = await member.get(`/api/admin/trials/${id}`);
      return body.supportActions.find((offer: SupportActionOffer) => offer.name === name).seen;
    },
    /** Requests an erasure, with chosen unproven records, and approves it as an administrator. Returns the answer to the approval. */
    async erases(id: number, also: number[] = []): Promise<Answer> {
      await member.post(`admin/trials/${id}/erase`, { confirm: 'ERASE', also });
      const another = await signedIn(stack);
      return another.post(`admin/trials/${id}/approve-erasure`, {});
    },
    /** Cancels a sign-up, with the typed word. */
    cancels: (id: number): Promise<Answer> => member.post(`admin/trials/${id}/cancel-signup`, { confirm: 'CANCEL' }),
    writes: (id: number, text: string): Promise<Answer> => member.post(`admin/trials/${id}/notes`, { text }),
    /** The audit entries of this member about a subject, in order, without looks at its page. */
    audited: async (subject: string): Promise<string[]> =>
      (
        await stack.query(
          `SELECT action || coalesce(' ' || (detail->>'action'), '') AS entry
             FROM audit_log WHERE account_id = $1 AND subject = $2 AND action <> 'person viewed' ORDER BY id`,
          [member.id, subject],
        )
      ).map(({ entry }) => entry),
    /** How many looks of this member at the page of a subject the audit has. */
    async looksAt(subject: string): Promise<number> {
      const sql = `SELECT FROM audit_log WHERE account_id = $1 AND subject = $2 AND action = 'person viewed'`;
      return (await stack.query(sql, [member.id, subject])).length;
    },
  };
}

export type Agent = Awaited<ReturnType<typeof anAgent>>;
