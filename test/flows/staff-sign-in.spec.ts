/** Signing in to the back office: answers, authenticator apps, cookies, the own account, and mails about it. */
import { describe, expect, it } from 'vitest';
import {
  aStaffMember,
  anEmail,
  callsTo,
  codeOf,
  cookiesOf,
  medianTimes,
  signedIn,
  storedStaff,
  auditOf,
  addPasskey,
  aPasskey,
} from '../builders/index.ts';
import { ADMIN, eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = sharedStack();

const { get, post } = callsTo(stack);
const REFUSED = { status: 401, body: { error: 'Invalid username or password' } };

describe('signing in', () => {
  it('is valid on every replica', async () => {
    const { email, name, role, cookie } = await signedIn(stack, 'support');
    for (const url of stack.apiUrls) {
      const { status, body } = await callsTo({ url }).get('/api/admin/check-auth', { cookie });
      expect({ status, body }).toEqual({ status: 200, body: { isAuthenticated: true, staff: { email, name, role } } });
    }
  });

  it('answers success and nothing else, and ignores case and spaces of the email address', async () => {
    const { email, password } = await aStaffMember(stack);
    const answer = await post('admin/login', { email: `  ${email.toUpperCase()} `, password });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  });

  it('works for the first administrator of the settings', async () => {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
    expect((await post('admin/login', { email, password })).status).toBe(200);
    expect(await storedStaff(stack, email)).toMatchObject({ role: 'administrator' });
  });

  it.each([
    ['a wrong password', async () => ({ ...(await aStaffMember(stack)), password: 'a long password of another' })],
    ['a password in another case', async () => inUpperCase(await aStaffMember(stack))],
    ['a password with a trailing space', async () => withTrailingSpace(await aStaffMember(stack))],
    ['an unknown account', async () => ({ email: anEmail('nobody'), password: 'a long password of no one' })],
    ['a disabled account', () => aStaffMember(stack, { disabled: true })],
  ])('is refused for %s with the same message and no cookie', async (_who, given) => {
    const { email, password } = await given();
    const answer = await post('admin/login', { email, password });
    expect(answer).toMatchObject(REFUSED);
    expect(answer.body).toEqual(REFUSED.body);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('takes the same time for an unknown account, because a password is hashed for it, too', async () => {
    const { email } = await aStaffMember(stack, { costly: true });
    const tryPassword = (of: string) => post('admin/login', { email: of, password: 'a long and wrong password' });
    const { known, unknown } = await medianTimes(15, {
      known: () => tryPassword(email),
      unknown: () => tryPassword(anEmail('nobody')),
    });
    // Without the hash, an unknown account takes a tenth of the time.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it.each([
    [{}, { email: 'Valid email is required', password: 'Password is required' }],
    [{ email: 'admin', password: 'x' }, { email: 'Valid email is required' }],
    [{ email: 'a@b.example', password: '' }, { password: 'Password is required' }],
    [
      { email: ['a@b.example'], password: 7 },
      { email: 'Valid email is required', password: 'Password is required' },
    ],
    [
      { email: 'a@b.example', password: 'x', totp: '12345' },
      { totp: 'Please enter the 6-digit code of your authenticator app' },
    ],
  ])('names the wrong fields of %j', async (body, fields) => {
    expect(await post('admin/login', body)).toMatchObject({ status: 400, body: { fields } });
  });

  it('accepts no credentials in the query', async () => {
    const { email, password } = await aStaffMember(stack);
    const query = new URLSearchParams({ email, password });
    expect((await post(`admin/login?${query.toString()}`, {})).status).toBe(400);
  });

  it('accepts passwords of up to a thousand characters and refuses longer ones without hashing them', async () => {
    const { email } = await aStaffMember(stack);
    expect((await post('admin/login', { email, password: 'x'.repeat(1000) })).status).toBe(401);
    expect((await post('admin/login', { email, password: 'x'.repeat(1001) })).status).toBe(400);
  });
});

describe('an account with an authenticator app', () => {
  it('is asked for its code only after the right password', async () => {
    const { email, password } = await aStaffMember(stack, { totp: true });
    expect((await post('admin/login', { email, password })).body).toEqual({ ...REFUSED.body, totpRequired: true });
    expect((await post('admin/login', { email, password: `${password}x` })).body).toEqual(REFUSED.body);
  });

  it.each([0, -1, 1])('accepts the code of %i periods from now, with a space in it', async (periods) => {
    const { email, password, secret } = await aStaffMember(stack, { totp: true });
    // A code expires with its period: begin early in one.
    await eventually(() => Promise.resolve(Date.now() % 30_000 < 20_000), { within: 15_000 });
    const code = codeOf(secret!, periods);
    const totp = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await post('admin/login', { email, password, totp })).status).toBe(200);
  });

  it.each([-3, 3])('refuses the code of %i periods from now', async (periods) => {
    const { email, password, secret } = await aStaffMember(stack, { totp: true });
    const answer = await post('admin/login', { email, password, totp: codeOf(secret!, periods) });
    expect(answer).toMatchObject({ status: 401, body: { totpRequired: true } });
  });

  it('accepts a code once, even when it is sent to both replicas at the same time', async () => {
    const { email, password, secret } = await aStaffMember(stack, { totp: true });
    const body = { email, password, totp: codeOf(secret!) };
    const answers = await Promise.all(
      [...stack.apiUrls, ...stack.apiUrls].map((url) => callsTo({ url }).post('admin/login', body)),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 401, 401, 401]);
    for (const url of stack.apiUrls) expect((await callsTo({ url }).post('admin/login', body)).status).toBe(401);
  });
});

describe('the cookies', () => {
  it('are HttpOnly and SameSite=Strict for this host', async () => {
    const { email, password } = await aStaffMember(stack);
    const { headers } = await post('admin/login', { email, password });
    const [session, device, ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(session).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(/^staff_device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('over https are Secure with the __Host- prefix', async () => {
    const { email, password } = await aStaffMember(stack);
    const https = { 'x-forwarded-proto': 'https' };
    const answer = await post('admin/login', { email, password }, https);
    for (const cookie of answer.headers.getSetCookie())
      expect(cookie).toMatch(
        /^__Host-staff(_device)?=[\w.-]+; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
    const cookie = cookiesOf(answer);
    expect((await get('/api/admin/check-auth', { ...https, cookie })).body.isAuthenticated).toBe(true);
    const planted = cookie.replaceAll('__Host-', '');
    expect((await get('/api/admin/check-auth', { ...https, cookie: planted })).body.isAuthenticated).toBe(false);
  });
});

const inUpperCase = ({ email, password }: { email: string; password: string }) => ({
  email,
  password: password.toUpperCase(),
});
const withTrailingSpace = ({ email, password }: { email: string; password: string }) => ({
  email,
  password: `${password} `,
});

describe('The own account', () => {
  const ACCOUNT = 'admin/account';
  const calls = callsTo(stack);
  type Member = Awaited<ReturnType<typeof signedIn>>;

  const login = ({ email, password }: Pick<Member, 'email' | 'password'>, more: object = {}) =>
    calls.post('admin/login', { email, password, ...more });
  const readsAccount = (cookie: string) => callsTo(stack, { cookie }).get(`/api/${ACCOUNT}`);
  const offered = async ({ post, password }: Member) =>
    (await post(`${ACCOUNT}/authenticator/options`, { password })).body as {
      secret: string;
      uri: string;
      token: string;
    };

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
});

describe('Mails about signing in', () => {
  const stack = inProcessStack();
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const LOGIN = 'New login to your back office account';

  describe('a member of staff', () => {
    it('gets a mail for a login from a new browser, with time and browser, and none for a known one', async () => {
      const { email, password } = await aStaffMember(stack);
      const login = (headers: Record<string, string>) =>
        callsTo(stack).post('admin/login', { email, password }, { 'user-agent': FIREFOX, ...headers });
      const cookie = cookiesOf(await login({}));
      const [mail] = await stack.sandbox.mails(email, { subject: new RegExp(LOGIN) });
      expect(mail!.text).toMatch(/^.*\w+ \d+, 2\d{3} at \d+:\d\d:\d\d [AP]M \w+, with Firefox\. If it was you/m);
      expect((await login({ cookie })).status).toBe(200);
      expect((await login({})).status).toBe(200);
      const mails = await stack.sandbox.mails(email, { subject: new RegExp(LOGIN), count: 2 });
      expect(mails).toHaveLength(2);
    });

    it('gets a mail for a passkey and for an authenticator app that was added', async () => {
      const member = await signedIn(stack);
      const cookie = cookiesOf(await addPasskey(member, member.password, aPasskey(stack)));
      await stack.sandbox.mails(member.email, { subject: /^A passkey was added/ });
      const { post } = callsTo(stack, { cookie });
      const { body } = await post('admin/account/authenticator/options', { password: member.password });
      const given = { token: body.token, code: codeOf(body.secret) };
      expect((await post('admin/account/authenticator', given)).status).toBe(200);
      await stack.sandbox.mails(member.email, { subject: /^An authenticator app was added/ });
    });
  });
});
