/** Members of staff change their own sign-in: an authenticator app, the password, and their sessions. */
import { describe, expect, it } from 'vitest';
import { auditOf, callsTo, codeOf, cookiesOf, signedIn } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const ACCOUNT = 'admin/account';
const calls = callsTo(stack);
type Member = Awaited<ReturnType<typeof signedIn>>;

const login = ({ email, password }: Pick<Member, 'email' | 'password'>, more: object = {}) =>
  calls.post('admin/login', { email, password, ...more });
const readsAccount = (cookie: string) => callsTo(stack, { cookie }).get(`/api/${ACCOUNT}`);
const offered = async ({ post, password }: Member) =>
  (await post(`${ACCOUNT}/authenticator/options`, { password })).body as { secret: string; uri: string; token: string };

describe('an authenticator app', () => {
  it('is added after the password and a first code, and is asked for from then on', async () => {
    const member = await signedIn(stack, 'support');
    const { secret, uri, token } = await offered(member);
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await login(member)).status).toBe(200);
    const wrong = await member.post(`${ACCOUNT}/authenticator`, { token, code: codeOf(secret, 90) });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { code: expect.stringMatching(/\w/) } } });
    const added = await member.post(`${ACCOUNT}/authenticator`, { token, code: codeOf(secret) });
    expect(added).toMatchObject({ status: 200, body: { success: true } });
    expect((await readsAccount(member.cookie)).status).toBe(401);
    expect((await readsAccount(cookiesOf(added))).body).toMatchObject({
      authenticator: true,
      sessions: [{ current: true }],
    });
    expect(await login(member)).toMatchObject({ status: 401, body: { totpRequired: true } });
    expect((await login(member, { totp: codeOf(secret) })).status).toBe(401);
    expect((await login(member, { totp: codeOf(secret, 1) })).status).toBe(200);
    expect((await auditOf(stack, member.id)).filter((entry) => !entry.startsWith('sign'))).toEqual([
      'authenticator added',
    ]);
  });

  it('is not offered without the right password, and not taken from the offer of another account', async () => {
    const [one, other] = [await signedIn(stack), await signedIn(stack)];
    expect(await one.post(`${ACCOUNT}/authenticator/options`, { password: `${one.password}x` })).toMatchObject({
      status: 400,
      body: { fields: { password: 'This is not your password' } },
    });
    const { secret, token } = await offered(one);
    const given = { token, code: codeOf(secret) };
    expect((await other.post(`${ACCOUNT}/authenticator`, given)).status).toBe(410);
    expect((await one.post(`${ACCOUNT}/authenticator`, { ...given, token: `${token}x` })).status).toBe(410);
  });

  it('is removed with the password', async () => {
    const member = await signedIn(stack, 'support');
    const { secret, token } = await offered(member);
    const cookie = cookiesOf(await member.post(`${ACCOUNT}/authenticator`, { token, code: codeOf(secret) }));
    const { post } = callsTo(stack, { cookie });
    const removed = await post(`${ACCOUNT}/authenticator/remove`, { password: member.password });
    expect(removed.status).toBe(200);
    expect((await readsAccount(cookiesOf(removed))).body.authenticator).toBe(false);
    expect((await login(member)).status).toBe(200);
  });
});

describe('where administrators need a second factor', () => {
  const strict = inProcessStack({ env: { STAFF_SECOND_FACTOR: 'administrators' } });

  it('an authenticator app is one, and the last cannot be removed', async () => {
    const member = await signedIn(strict);
    expect((await member.get('/api/admin/dead-jobs')).status).toBe(403);
    const { secret, token } = (await member.post(`${ACCOUNT}/authenticator/options`, { password: member.password }))
      .body;
    const cookie = cookiesOf(await member.post(`${ACCOUNT}/authenticator`, { token, code: codeOf(secret) }));
    const { get, post } = callsTo(strict, { cookie });
    expect((await get('/api/admin/dead-jobs')).status).toBe(200);
    expect((await post(`${ACCOUNT}/authenticator/remove`, { password: member.password })).status).toBe(409);
    expect((await get('/api/admin/dead-jobs')).status).toBe(200);
  });
});

describe('the own password', () => {
  it('is changed with the present one, and ends all other sessions', async () => {
    const member = await signedIn(stack, 'support');
    const elsewhere = cookiesOf(await login(member));
    const newPassword = 'another password of some length';
    const changed = await member.post(`${ACCOUNT}/password`, { password: member.password, newPassword });
    expect(changed.status).toBe(200);
    for (const cookie of [member.cookie, elsewhere]) expect((await readsAccount(cookie)).status).toBe(401);
    expect((await readsAccount(cookiesOf(changed))).status).toBe(200);
    expect((await login(member)).status).toBe(401);
    expect((await login({ ...member, password: newPassword })).status).toBe(200);
    expect(await auditOf(stack, member.id)).toContain('password changed');
  });

  it.each([
    [{ newPassword: 'too short' }, 'newPassword'],
    [{ newPassword: 'another password of some length', password: 'a wrong password' }, 'password'],
  ])('is not changed with %j', async (given, field) => {
    const { post, password } = await signedIn(stack, 'support');
    const answer = await post(`${ACCOUNT}/password`, { password, ...given });
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringMatching(/\w/) } } });
  });
});

describe('the own sessions', () => {
  it('are listed, and each can be ended; those of others cannot', async () => {
    const [member, other] = [await signedIn(stack, 'support'), await signedIn(stack, 'support')];
    const elsewhere = cookiesOf(await login(member));
    const { sessions } = (await member.get(`/api/${ACCOUNT}`)).body;
    expect(sessions.map(({ current }: any) => current).sort()).toEqual([false, true]);
    const { id } = sessions.find(({ current }: any) => !current);
    expect((await other.post(`${ACCOUNT}/sessions/${id}/end`, {})).status).toBe(404);
    expect((await readsAccount(elsewhere)).status).toBe(200);
    expect((await member.post(`${ACCOUNT}/sessions/${id}/end`, {})).status).toBe(200);
    expect((await member.post(`${ACCOUNT}/sessions/${id}/end`, {})).status).toBe(404);
    expect((await readsAccount(elsewhere)).status).toBe(401);
    expect((await member.get(`/api/${ACCOUNT}`)).body.sessions).toMatchObject([{ current: true }]);
  });
});
