/** When sessions of the back office and of the database page end. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashesOf } from '../../apps/api/src/admin/auth/cookies.ts';
import { newTotpSecret, placeOfSecret } from '../../apps/api/src/admin/auth/credentials.ts';
import { decrypt } from '../../apps/api/src/platform/encryption.ts';
import {
  addPasskey,
  adminCommand,
  aPasskey,
  aStaffMember,
  callsTo,
  codeOf,
  cookiesOf,
  passkeySignIn,
  signedIn,
  unlocksDatabase,
  withPasskey,
  changeStaff,
  passkeyChallengesOf,
  rehashSessions,
  sessionsOf,
  storeAuthenticator,
  storedStaff,
} from '../builders/index.ts';
import { ADMIN, eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const NEW = 'n'.repeat(40);
const OLD = 'o'.repeat(40);

const stack = ownStack({ env: { SESSION_SECRETS: `${NEW},${OLD}` } });

/** The status that each replica answers to the cookie. */
const statuses = (cookie: string, path = '/api/admin/audit?limit=1') =>
  Promise.all(stack.apiUrls.map(async (url) => (await callsTo({ url }).get(path, { cookie })).status));
const VALID = [200, 200];
const ENDED = [401, 401];

describe('a session', () => {
  it('ends after 30 minutes without a call', async () => {
    const { cookie } = await signedIn(stack);
    for (const _ of [1, 2]) {
      await stack.sandbox.advance({ minutes: 29 });
      expect(await statuses(cookie)).toEqual(VALID);
    }
    await stack.sandbox.advance({ minutes: 30 });
    expect(await statuses(cookie)).toEqual(ENDED);
    const { body } = await callsTo(stack).get('/api/admin/check-auth', { cookie });
    expect(body).toEqual({ isAuthenticated: false });
  });

  it('is written once a minute at most, however many calls use it', async () => {
    const { id, cookie } = await signedIn(stack);
    expect(await statuses(cookie)).toEqual(VALID);
    const [session] = await sessionsOf(stack, id);
    expect(session.seen_at).toEqual(session.created_at);
  });

  it('ends after 12 hours of activity', async () => {
    const { cookie } = await signedIn(stack);
    for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
      expect(await statuses(cookie)).toEqual(VALID);
      await stack.sandbox.advance({ minutes: 29 });
    }
    expect(await statuses(cookie)).toEqual(VALID);
    await stack.sandbox.advance({ minutes: 28 });
    expect(await statuses(cookie)).toEqual(ENDED);
  });

  it('is deleted after it has ended', async () => {
    const { id } = await signedIn(stack);
    await stack.sandbox.advance({ minutes: 31 });
    await eventually(async () => (await sessionsOf(stack, id)).length === 0);
  });

  it('ends at sign-out on every replica, and the browser clears cache and storage', async () => {
    const { cookie } = await signedIn(stack);
    const [first] = stack.apiUrls;
    const answer = await callsTo({ url: first! }).post('admin/logout', {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    for (const dropped of answer.headers.getSetCookie())
      expect(dropped).toMatch(/^(staff|database)=; .*Expires=Thu, 01 Jan 1970/);
    expect(await statuses(cookie)).toEqual(ENDED);
    expect((await callsTo(stack).post('admin/logout', {}, { cookie })).status).toBe(200);
  });

  it('is new after each sign-in; the previous one ends and a planted one is ignored', async () => {
    const { cookie: before, email, password } = await signedIn(stack);
    const answer = await callsTo(stack).post('admin/login', { email, password }, { cookie: before });
    expect(await statuses(before)).toEqual(ENDED);
    expect(await statuses(cookiesOf(answer))).toEqual(VALID);
    const planted = `staff=${randomBytes(32).toString('base64url')}`;
    const after = await callsTo(stack).post('admin/login', { email, password }, { cookie: planted });
    expect(cookiesOf(after)).not.toContain(planted);
    expect(await statuses(planted)).toEqual(ENDED);
  });

  it('does not end with the session of another browser', async () => {
    const { cookie, email, password } = await signedIn(stack);
    const other = cookiesOf(await callsTo(stack).post('admin/login', { email, password }));
    await callsTo(stack).post('admin/logout', {}, { cookie: other });
    expect(await statuses(cookie)).toEqual(VALID);
  });

  it('needs the exact token', async () => {
    const { cookie } = await signedIn(stack);
    const session = /staff=([\w-]+)/.exec(cookie)![1]!;
    for (const forged of [session.slice(1), `${session}A`, session.split('').toReversed().join(''), 'x', "' OR 1=1 --"])
      expect(await statuses(`staff=${forged}`)).toEqual(ENDED);
  });

  it('is stored as a hash with the first secret; hashes with older secrets are still read', async () => {
    const { cookie, id } = await signedIn(stack);
    const token = /staff=([\w-]+)/.exec(cookie)![1]!;
    const [session] = await sessionsOf(stack, id);
    expect(session.token_hash).toBe(hashesOf(token, [NEW])[0]);
    const statusesWith = async (secret: string) => {
      await rehashSessions(stack, id, hashesOf(token, [secret])[0]!);
      return statuses(cookie);
    };
    expect(await statusesWith(OLD)).toEqual(VALID);
    expect(await statusesWith('a'.repeat(40))).toEqual(ENDED);
  });
});

describe('a change of the account', () => {
  it('that disables it ends its sessions and no others', async () => {
    const [disabled, other] = [await signedIn(stack), await signedIn(stack)];
    expect(await adminCommand(stack, ['disable', disabled.email])).toMatchObject({ code: 0 });
    expect(await statuses(disabled.cookie)).toEqual(ENDED);
    expect(await statuses(other.cookie)).toEqual(VALID);
    const again = () => callsTo(stack).post('admin/login', { email: disabled.email, password: disabled.password });
    expect((await again()).status).toBe(401);
    await adminCommand(stack, ['enable', disabled.email]);
    expect(await statuses(disabled.cookie)).toEqual(ENDED);
    expect((await again()).status).toBe(200);
  });

  it('in the database applies to the next call', async () => {
    const { id, cookie } = await signedIn(stack);
    await changeStaff(stack, id, { role: 'support' });
    expect(await statuses(cookie)).toEqual([403, 403]);
    await changeStaff(stack, id, { disabled: true });
    expect(await statuses(cookie)).toEqual(ENDED);
  });

  it('of its password ends its sessions, and the old password is refused', async () => {
    const { email, password, cookie } = await signedIn(stack);
    await adminCommand(stack, ['password', email], 'another long password\n');
    expect(await statuses(cookie)).toEqual(ENDED);
    expect((await callsTo(stack).post('admin/login', { email, password })).status).toBe(401);
    const changed = { email, password: 'another long password' };
    expect((await callsTo(stack).post('admin/login', changed)).status).toBe(200);
  });

  it('of its password leaves no session of a parallel sign-in with the old password', async () => {
    const { id, email, password } = await aStaffMember(stack);
    const signIns = Array.from({ length: 12 }, () => callsTo(stack).post('admin/login', { email, password }));
    const [change] = await Promise.all([adminCommand(stack, ['password', email], 'another long password'), ...signIns]);
    expect(change.code).toBe(0);
    const answers = await Promise.all(signIns);
    for (const answer of answers) expect([200, 401]).toContain(answer.status);
    expect(await sessionsOf(stack, id)).toEqual([]);
  });
});

describe('a passkey', () => {
  const other = async ({ email, password }: { email: string; password: string }) =>
    cookiesOf(await callsTo(stack).post('admin/login', { email, password }));

  it('that is added ends all sessions of the account and starts a new one in the same browser', async () => {
    const member = await signedIn(stack);
    const [elsewhere, colleague] = [await other(member), await signedIn(stack)];
    const answer = await addPasskey(member, member.password, aPasskey(stack));
    expect(await statuses(cookiesOf(answer))).toEqual(VALID);
    for (const ended of [member.cookie, elsewhere]) expect(await statuses(ended)).toEqual(ENDED);
    expect(await statuses(colleague.cookie)).toEqual(VALID);
  });

  it('that is removed ends all sessions of the account and starts a new one in the same browser', async () => {
    const member = await withPasskey(stack);
    const elsewhere = cookiesOf(await passkeySignIn(callsTo(stack), member));
    const [{ id }] = (await member.get('/api/admin/account/passkeys')).body;
    const answer = await member.post(`admin/account/passkeys/${id}/remove`, { password: member.password });
    expect(await statuses(cookiesOf(answer))).toEqual(VALID);
    expect(await statuses(elsewhere)).toEqual(ENDED);
  });

  it('that is added leaves no session of a parallel sign-in with the password only', async () => {
    const member = await signedIn(stack);
    const { id, password, email } = member;
    const { body: options } = await member.post('admin/account/passkeys/options', { password });
    const made = { name: 'Phone', passkey: aPasskey(stack).make(options) };
    const signIns = Array.from({ length: 12 }, () => callsTo(stack).post('admin/login', { email, password }));
    const [added] = await Promise.all([member.post('admin/account/passkeys', made), ...signIns]);
    expect(added.status).toBe(200);
    for (const answer of await Promise.all(signIns)) expect([200, 401]).toContain(answer.status);
    expect(await sessionsOf(stack, id)).toHaveLength(1);
  });

  it('must answer its challenge within five minutes', async () => {
    const { email, password, passkey, id } = await withPasskey(stack);
    const { post } = callsTo(stack);
    for (const [minutes, status] of [
      [4, 200],
      [5, 401],
    ]) {
      const { body } = await post('admin/login', { email, password });
      const proof = passkey.prove(body.passkeyRequired);
      await stack.sandbox.advance({ minutes: minutes! });
      expect((await post('admin/login', { email, password, passkey: proof })).status).toBe(status);
    }
    await stack.sandbox.advance({ minutes: 5 });
    await eventually(async () => (await passkeyChallengesOf(stack, id)).length === 0);
  });
});

describe('the secret of an authenticator app', () => {
  it('is read with an older secret of the settings, and stored with the first one soon', async () => {
    const { id, email, password } = await aStaffMember(stack);
    const secret = newTotpSecret();
    await storeAuthenticator(stack, id, secret, OLD);
    const signIn = (totp: string) => callsTo(stack).post('admin/login', { email, password, totp });
    expect((await signIn(codeOf(secret, -1))).status).toBe(200);
    await eventually(async () => {
      const stored = (await storedStaff(stack, email))!.totp_secret;
      return decrypt([NEW], placeOfSecret(id), stored)?.toString() === secret;
    });
    expect((await signIn(codeOf(secret))).status).toBe(200);
  });
});

describe('the database page', () => {
  const unlock = (password: string = ADMIN.ADMIN_DATABASE_PASSWORD) =>
    callsTo(stack).post('admin/check-auth', { password });

  it('opens for 15 minutes with its own password, on every replica', async () => {
    const answer = await unlock();
    expect(answer).toMatchObject({ status: 200, body: { isAuthenticated: true } });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^database=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/);
    await stack.sandbox.advance({ minutes: 14 });
    expect(await statuses(cookiesOf(answer), '/api/admin/auth')).toEqual(VALID);
    await stack.sandbox.advance({ minutes: 1 });
    expect(await statuses(cookiesOf(answer), '/api/admin/auth')).toEqual(ENDED);
  });

  it('stays locked for any other password, including an administrator’s', async () => {
    for (const password of [ADMIN.ADMIN_PASSWORD, '', `${ADMIN.ADMIN_DATABASE_PASSWORD} `]) {
      const answer = await unlock(password);
      expect(answer).toMatchObject({ status: 200, body: { isAuthenticated: false } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const { status, body } = await callsTo(stack).get('/api/admin/auth');
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Admin authentication required' } });
  });

  it('shows its counts to an administrator who has unlocked it, and to no one else', async () => {
    const [administrator, support] = [await signedIn(stack), await signedIn(stack, 'support')];
    const answers = [
      administrator,
      support,
      await unlocksDatabase(stack, administrator),
      await unlocksDatabase(stack, support),
    ];
    for (const path of ['database-stats', 'users'])
      expect(await Promise.all(answers.map(async ({ get }) => (await get(`/api/admin/${path}`)).status))).toEqual([
        401, 403, 200, 403,
      ]);
  });

  it('unlocks nothing else, and is locked at sign-out', async () => {
    const cookie = cookiesOf(await unlock());
    expect(await statuses(cookie)).toEqual(ENDED);
    expect((await callsTo(stack).get('/api/admin/check-auth', { cookie })).body).toEqual({ isAuthenticated: false });
    expect(await statuses(cookie.replace('database=', 'staff='))).toEqual(ENDED);
    await callsTo(stack).post('admin/logout', {}, { cookie });
    expect(await statuses(cookie, '/api/admin/auth')).toEqual(ENDED);
  });
});
