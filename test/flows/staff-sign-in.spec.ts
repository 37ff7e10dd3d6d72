import { describe, expect, it } from '@jest/globals';
import { hashOf } from '../../apps/api/src/admin/session/domain/passwords.ts';
import { aStaffMember, anEmail, callsTo, codeOf, cookiesOf, signedIn } from '../builders/index.ts';
import { ADMIN, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { get, post } = callsTo(stack);
const REFUSED = { status: 401, body: { error: 'Invalid username or password' } };

describe('signing in', () => {
  it('opens the back office on every replica', async () => {
    const { email, role, cookie } = await signedIn(stack, 'support');
    for (const url of stack.apiUrls) {
      const { status, body } = await callsTo({ url }).get('/api/admin/check-auth', { cookie });
      expect({ status, body }).toEqual({ status: 200, body: { isAuthenticated: true, staff: { email, role } } });
    }
  });

  it('answers success and nothing else, whichever case and blanks the address was typed with', async () => {
    const { email, password } = await aStaffMember(stack);
    const answer = await post('admin/login', { email: `  ${email.toUpperCase()} `, password });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  });

  it('is there for the first administrator, named by the settings', async () => {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
    expect((await post('admin/login', { email, password })).status).toBe(200);
    expect(await stack.query('SELECT role FROM staff_accounts WHERE email = $1', [email])).toEqual([
      { role: 'administrator' },
    ]);
  });

  it.each([
    ['a wrong password', async () => ({ ...(await aStaffMember(stack)), password: 'a long password of another' })],
    ['a password in another case', async () => shouted(await aStaffMember(stack))],
    ['a password with a blank behind it', async () => trailing(await aStaffMember(stack))],
    ['nobody', async () => ({ email: anEmail('nobody'), password: 'a long password of nobody' })],
    ['a disabled account', () => aStaffMember(stack, { disabled: true })],
  ])('is refused for %s, with the same words and no cookie', async (_who, given) => {
    const { email, password } = await given();
    const answer = await post('admin/login', { email, password });
    expect(answer).toMatchObject(REFUSED);
    expect(answer.body).toEqual(REFUSED.body);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('takes as long for nobody as for somebody', async () => {
    const { email, password } = await aStaffMember(stack);
    await stack.query('UPDATE staff_accounts SET password_hash = $1 WHERE email = $2', [await hashOf(password), email]);
    const quickest = { somebody: Infinity, nobody: Infinity };
    const alike = () => quickest.nobody > quickest.somebody / 2 && quickest.nobody < quickest.somebody * 2;
    // A busy machine needs more rounds; without the hash for nobody, one would be ten times the other for ever.
    for (let round = 0; round < 8 || (round < 60 && !alike()); round += 1) {
      for (const [who, address] of [['somebody', email] as const, ['nobody', anEmail('nobody')] as const]) {
        const begun = performance.now();
        await post('admin/login', { email: address, password: 'a long and wrong password' });
        quickest[who] = Math.min(quickest[who], performance.now() - begun);
      }
    }
    expect({ ...quickest, alike: alike() }).toMatchObject({ alike: true });
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
  ])('names the fields of %j', async (body, fields) => {
    expect(await post('admin/login', body)).toMatchObject({ status: 400, body: { fields } });
  });

  it('takes no answers from the address of the page', async () => {
    const { email, password } = await aStaffMember(stack);
    const query = new URLSearchParams({ email, password });
    expect((await post(`admin/login?${query.toString()}`, {})).status).toBe(400);
  });

  it('bears a password of a thousand characters and refuses a longer one before any hash', async () => {
    const { email } = await aStaffMember(stack);
    expect((await post('admin/login', { email, password: 'x'.repeat(1000) })).status).toBe(401);
    expect((await post('admin/login', { email, password: 'x'.repeat(1001) })).status).toBe(400);
  });
});

describe('an account with an authenticator app', () => {
  it('asks for its code after the right password, and only then', async () => {
    const { email, password } = await aStaffMember(stack, { totp: true });
    expect((await post('admin/login', { email, password })).body).toEqual({ ...REFUSED.body, totpRequired: true });
    expect((await post('admin/login', { email, password: `${password}x` })).body).toEqual(REFUSED.body);
  });

  it.each([0, -1, 1])('takes the code of %i periods from now, with a space in it', async (periods) => {
    const { email, password, secret } = await aStaffMember(stack, { totp: true });
    const code = codeOf(secret!, periods);
    const totp = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await post('admin/login', { email, password, totp })).status).toBe(200);
  });

  it.each([-3, 3])('refuses the code of %i periods from now', async (periods) => {
    const { email, password, secret } = await aStaffMember(stack, { totp: true });
    const answer = await post('admin/login', { email, password, totp: codeOf(secret!, periods) });
    expect(answer).toMatchObject({ status: 401, body: { totpRequired: true } });
  });

  it('takes a code once, on whichever replica, also when both are asked at the same time', async () => {
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
  it('are for this host, out of reach for scripts and other sites', async () => {
    const { email, password } = await aStaffMember(stack);
    const { headers } = await post('admin/login', { email, password });
    const [session, device, ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(session).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(/^staff_device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('behind https are secure, and vouched for by the browser', async () => {
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

const shouted = ({ email, password }: { email: string; password: string }) => ({
  email,
  password: password.toUpperCase(),
});
const trailing = ({ email, password }: { email: string; password: string }) => ({ email, password: `${password} ` });
