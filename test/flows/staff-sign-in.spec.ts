/** Signing in to the back office: answers, authenticator apps, cookies. */
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
} from '../builders/index.ts';
import { ADMIN, eventually, sharedStack } from '../support/index.ts';

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
