import { randomBytes } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { hashesOf } from '../../apps/api/src/admin/session/domain/tokens.ts';
import {
  addPasskey,
  adminCommand,
  aPasskey,
  aStaffMember,
  callsTo,
  cookiesOf,
  passkeySignIn,
  signedIn,
  withPasskey,
} from '../builders/index.ts';
import { ADMIN, eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(60_000);

const NEW = 'n'.repeat(40);
const OLD = 'o'.repeat(40);

const stack = ownStack({ env: { SESSION_SECRETS: `${NEW},${OLD}` } });

/** What each replica answers to the cookie. */
const statuses = (cookie: string, path = '/api/admin/audit?limit=1') =>
  Promise.all(stack.apiUrls.map(async (url) => (await callsTo({ url }).get(path, { cookie })).status));
const OPEN = [200, 200];
const SHUT = [401, 401];

describe('a session', () => {
  it('ends after 30 minutes without a call', async () => {
    const { cookie } = await signedIn(stack);
    for (const _ of [1, 2]) {
      await stack.sandbox.advance({ minutes: 29 });
      expect(await statuses(cookie)).toEqual(OPEN);
    }
    await stack.sandbox.advance({ minutes: 30 });
    expect(await statuses(cookie)).toEqual(SHUT);
    const { body } = await callsTo(stack).get('/api/admin/check-auth', { cookie });
    expect(body).toEqual({ isAuthenticated: false });
  });

  it('ends after 12 hours, however busy', async () => {
    const { cookie } = await signedIn(stack);
    for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
      expect(await statuses(cookie)).toEqual(OPEN);
      await stack.sandbox.advance({ minutes: 29 });
    }
    expect(await statuses(cookie)).toEqual(OPEN);
    await stack.sandbox.advance({ minutes: 28 });
    expect(await statuses(cookie)).toEqual(SHUT);
  });

  it('is forgotten when it has ended', async () => {
    const { id } = await signedIn(stack);
    await stack.sandbox.advance({ minutes: 31 });
    const rows = () => stack.query('SELECT 1 FROM staff_sessions WHERE account_id = $1', [id]);
    await eventually(async () => (await rows()).length === 0);
  });

  it('ends at sign-out, on every replica, and the browser is told to forget', async () => {
    const { cookie } = await signedIn(stack);
    const [first] = stack.apiUrls;
    const answer = await callsTo({ url: first! }).post('admin/logout', {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    for (const dropped of answer.headers.getSetCookie())
      expect(dropped).toMatch(/^(staff|database)=; .*Expires=Thu, 01 Jan 1970/);
    expect(await statuses(cookie)).toEqual(SHUT);
    expect((await callsTo(stack).post('admin/logout', {}, { cookie })).status).toBe(200);
  });

  it('is another one after each sign-in; the one before ends, and one that was planted never was', async () => {
    const { cookie: before, email, password } = await signedIn(stack);
    const answer = await callsTo(stack).post('admin/login', { email, password }, { cookie: before });
    expect(await statuses(before)).toEqual(SHUT);
    expect(await statuses(cookiesOf(answer))).toEqual(OPEN);
    const planted = `staff=${randomBytes(32).toString('base64url')}`;
    const after = await callsTo(stack).post('admin/login', { email, password }, { cookie: planted });
    expect(cookiesOf(after)).not.toContain(planted);
    expect(await statuses(planted)).toEqual(SHUT);
  });

  it('of one browser leaves that of another alone', async () => {
    const { cookie, email, password } = await signedIn(stack);
    const other = cookiesOf(await callsTo(stack).post('admin/login', { email, password }));
    await callsTo(stack).post('admin/logout', {}, { cookie: other });
    expect(await statuses(cookie)).toEqual(OPEN);
  });

  it('of a forged or shortened token is none', async () => {
    const { cookie } = await signedIn(stack);
    const session = /staff=([\w-]+)/.exec(cookie)![1]!;
    for (const forged of [session.slice(1), `${session}A`, session.split('').toReversed().join(''), 'x', "' OR 1=1 --"])
      expect(await statuses(`staff=${forged}`)).toEqual(SHUT);
  });

  it('is stored as a hash by the first secret; the ones before it are still read', async () => {
    const { cookie, id } = await signedIn(stack);
    const token = /staff=([\w-]+)/.exec(cookie)![1]!;
    const [row] = await stack.query('SELECT token_hash FROM staff_sessions WHERE account_id = $1', [id]);
    expect(row.token_hash).toBe(hashesOf(token, [NEW])[0]);
    const rotated = async (secret: string) => {
      await stack.query('UPDATE staff_sessions SET token_hash = $2 WHERE account_id = $1', [
        id,
        hashesOf(token, [secret])[0],
      ]);
      return statuses(cookie);
    };
    expect(await rotated(OLD)).toEqual(OPEN);
    expect(await rotated('a'.repeat(40))).toEqual(SHUT);
  });
});

describe('a change of the account', () => {
  it('that disables it ends its sessions, and nobody else’s', async () => {
    const [gone, stays] = [await signedIn(stack), await signedIn(stack)];
    expect(await adminCommand(stack, ['disable', gone.email])).toMatchObject({ code: 0 });
    expect(await statuses(gone.cookie)).toEqual(SHUT);
    expect(await statuses(stays.cookie)).toEqual(OPEN);
    const again = () => callsTo(stack).post('admin/login', { email: gone.email, password: gone.password });
    expect((await again()).status).toBe(401);
    await adminCommand(stack, ['enable', gone.email]);
    expect(await statuses(gone.cookie)).toEqual(SHUT);
    expect((await again()).status).toBe(200);
  });

  it('that is made in the database holds at the next call', async () => {
    const { id, cookie } = await signedIn(stack);
    await stack.query(`UPDATE staff_accounts SET role = 'support' WHERE id = $1`, [id]);
    expect(await statuses(cookie)).toEqual([403, 403]);
    await stack.query(`UPDATE staff_accounts SET disabled_at = now() WHERE id = $1`, [id]);
    expect(await statuses(cookie)).toEqual(SHUT);
  });

  it('of its password ends its sessions; the old password is worth nothing any more', async () => {
    const { email, password, cookie } = await signedIn(stack);
    await adminCommand(stack, ['password', email], 'another long password\n');
    expect(await statuses(cookie)).toEqual(SHUT);
    expect((await callsTo(stack).post('admin/login', { email, password })).status).toBe(401);
    const changed = { email, password: 'another long password' };
    expect((await callsTo(stack).post('admin/login', changed)).status).toBe(200);
  });

  it('leaves no session behind, however close to it somebody signs in with the old password', async () => {
    const { id, email, password } = await aStaffMember(stack);
    const signIns = Array.from({ length: 12 }, () => callsTo(stack).post('admin/login', { email, password }));
    const [change] = await Promise.all([adminCommand(stack, ['password', email], 'another long password'), ...signIns]);
    expect(change.code).toBe(0);
    const answers = await Promise.all(signIns);
    for (const answer of answers) expect([200, 401]).toContain(answer.status);
    expect(await stack.query('SELECT 1 FROM staff_sessions WHERE account_id = $1', [id])).toEqual([]);
  });
});

describe('a passkey', () => {
  const other = async ({ email, password }: { email: string; password: string }) =>
    cookiesOf(await callsTo(stack).post('admin/login', { email, password }));

  it('that is added ends all sessions of the account, and begins a new one where it was added', async () => {
    const member = await signedIn(stack);
    const [elsewhere, colleague] = [await other(member), await signedIn(stack)];
    const answer = await addPasskey(member, member.password, aPasskey(stack));
    expect(await statuses(cookiesOf(answer))).toEqual(OPEN);
    for (const ended of [member.cookie, elsewhere]) expect(await statuses(ended)).toEqual(SHUT);
    expect(await statuses(colleague.cookie)).toEqual(OPEN);
  });

  it('that is removed does, too', async () => {
    const member = await withPasskey(stack);
    const elsewhere = cookiesOf(await passkeySignIn(callsTo(stack), member));
    const [{ id }] = (await member.get('/api/admin/account/passkeys')).body;
    const answer = await member.post(`admin/account/passkeys/${id}/remove`, { password: member.password });
    expect(await statuses(cookiesOf(answer))).toEqual(OPEN);
    expect(await statuses(elsewhere)).toEqual(SHUT);
  });

  it('that is added leaves no session of the password alone behind, however close to it somebody signs in', async () => {
    const member = await signedIn(stack);
    const { id, password, email } = member;
    const { body: options } = await member.post('admin/account/passkeys/options', { password });
    const made = { name: 'Phone', passkey: aPasskey(stack).make(options) };
    const signIns = Array.from({ length: 12 }, () => callsTo(stack).post('admin/login', { email, password }));
    const [added] = await Promise.all([member.post('admin/account/passkeys', made), ...signIns]);
    expect(added.status).toBe(200);
    for (const answer of await Promise.all(signIns)) expect([200, 401]).toContain(answer.status);
    expect(await stack.query('SELECT 1 FROM staff_sessions WHERE account_id = $1', [id])).toHaveLength(1);
  });

  it('answers a challenge within five minutes, and not later', async () => {
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
    const left = () => stack.query('SELECT 1 FROM staff_passkey_challenges WHERE account_id = $1', [id]);
    await eventually(async () => (await left()).length === 0);
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
    expect(await statuses(cookiesOf(answer), '/api/admin/auth')).toEqual(OPEN);
    await stack.sandbox.advance({ minutes: 1 });
    expect(await statuses(cookiesOf(answer), '/api/admin/auth')).toEqual(SHUT);
  });

  it('stays shut for any other password, an administrator’s included', async () => {
    for (const password of [ADMIN.ADMIN_PASSWORD, '', `${ADMIN.ADMIN_DATABASE_PASSWORD} `]) {
      const answer = await unlock(password);
      expect(answer).toMatchObject({ status: 200, body: { isAuthenticated: false } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const { status, body } = await callsTo(stack).get('/api/admin/auth');
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Admin authentication required' } });
  });

  it('opens nothing else, and is shut by signing out', async () => {
    const cookie = cookiesOf(await unlock());
    expect(await statuses(cookie)).toEqual(SHUT);
    expect((await callsTo(stack).get('/api/admin/check-auth', { cookie })).body).toEqual({ isAuthenticated: false });
    expect(await statuses(cookie.replace('database=', 'staff='))).toEqual(SHUT);
    await callsTo(stack).post('admin/logout', {}, { cookie });
    expect(await statuses(cookie, '/api/admin/auth')).toEqual(SHUT);
  });
});
