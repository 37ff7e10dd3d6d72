/** Limits on guessing staff passwords, codes and passkeys; the second factor that administrators need. @slow */
import { describe, expect, it } from 'vitest';
import {
  addPasskey,
  adminCommand,
  type Answer,
  anEmail,
  aPasskey,
  aStaffMember,
  atBrowser,
  callsTo,
  codeOf,
  cookiesOf,
  countTimes,
  forgetCounts,
  passkeySignIn,
  signedIn,
  type StaffMember,
  withPasskey,
} from '../builders/index.ts';
import { ADMIN } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ env: { LIMITS: 'on', STAFF_SECOND_FACTOR: 'administrators' } });

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = ({ email, password }: Pick<StaffMember, 'email' | 'password'>, headers: object, totp?: string) =>
  callsTo(stack).post('admin/login', { email, password, totp }, headers as Record<string, string>);
const guesses = (count: number, { email }: Pick<StaffMember, 'email'>, headers: object) =>
  Promise.all(Array.from({ length: count }, (_, index) => signIn({ email, password: `guess ${index}` }, headers)));
const strangers = async (count: number, headers: object) =>
  (await Promise.all(Array.from({ length: count }, () => guesses(1, { email: anEmail('nobody') }, headers)))).flat();
const count = (answers: Answer[], status: number) => answers.filter((each) => each.status === status).length;

describe('guessing a password', () => {
  it('of one account is possible ten times in 15 minutes on both replicas', async () => {
    const member = await aStaffMember(stack);
    const answers = await guesses(14, member, from('198.51.100.1'));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 4]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      error: 'Too many attempts. Please wait a little and try again.',
      retryAt: expect.stringMatching(/Z$/),
    });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await signIn(member, from('198.51.100.1'))).status).toBe(429);
    expect((await signIn(member, from('198.51.100.2'))).status).toBe(200);
  });

  it('is limited equally for unknown accounts', async () => {
    const unknown = { email: anEmail('nobody') };
    const answers = await guesses(14, unknown, from('198.51.100.3'));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 4]);
  });

  it('does not lock out a browser that has signed in before, even at the same address', async () => {
    const member = await aStaffMember(stack);
    const office = from('198.51.100.4');
    const cookie = cookiesOf(await signIn(member, office));
    for (let round = 0; round < 12; round += 1) await guesses(10, member, office);
    expect((await signIn(member, office)).status).toBe(429);
    expect((await signIn(member, { ...office, cookie })).status).toBe(200);
  });

  it('is possible twenty times in a browser that has signed in before, for that account only', async () => {
    const [member, other] = [await aStaffMember(stack), await aStaffMember(stack)];
    const cookie = cookiesOf(await signIn(member, from('198.51.100.5')));
    const answers = await guesses(24, member, { ...from('198.51.100.6'), cookie });
    expect([count(answers, 401), count(answers, 429)]).toEqual([20, 4]);
    const elsewhere = await guesses(14, other, { ...from('198.51.100.7'), cookie });
    expect([count(elsewhere, 401), count(elsewhere, 429)]).toEqual([10, 4]);
  });

  it('is limited to 100 tries per address across all accounts', async () => {
    const answers: Answer[] = [];
    for (let room = 0; room < 11; room += 1) answers.push(...(await strangers(10, from('198.51.100.8'))));
    expect([count(answers, 401), count(answers, 429)]).toEqual([100, 10]);
  });
});

describe('many guesses at the same moment', () => {
  it('are refused beyond a short queue, which known browsers do not wait in', async () => {
    const member = await aStaffMember(stack, { costly: true });
    const cookie = cookiesOf(await signIn(member, from('198.51.100.9')));
    stack.allowLogs(/"msg":"request failed"/);
    const crowd = Promise.all(
      Array.from({ length: 160 }, (_, index) =>
        signIn({ ...member, email: anEmail('nobody') }, from(`203.0.115.${index}`)),
      ),
    );
    const owner = signIn(member, { ...from('198.51.100.9'), cookie });
    const answers = await crowd;
    expect(count(answers, 401) + count(answers, 503)).toBe(160);
    const refused = answers.find(({ status }) => status === 503)!;
    expect(refused.body.error).toBe(
      'Many people are logging in at this moment. Please wait a few seconds and try again.',
    );
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await owner).status).toBe(200);
  });

  it('are counted for all strangers together, and not for known browsers', async () => {
    const member = await aStaffMember(stack);
    const cookie = cookiesOf(await signIn(member, from('198.51.100.10')));
    await countTimes(stack, 'loginsOverall', 'strangers', 3000);
    expect((await signIn(member, from('198.51.100.11'))).status).toBe(429);
    expect((await signIn(member, { ...from('198.51.100.10'), cookie })).status).toBe(200);
    await forgetCounts(stack, 'loginsOverall');
  });
});

describe('guessing a code with the right password', () => {
  it('is possible twenty times from all addresses, which do not count for the browser of the owner', async () => {
    const member = await aStaffMember(stack, { totp: true });
    const cookie = cookiesOf(await signIn(member, from('192.0.2.99'), codeOf(member.secret!)));
    const wrong = codeOf(member.secret!, 500);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => signIn(member, from(`192.0.2.${index}`), wrong)),
    );
    expect([count(answers, 401), count(answers, 429)]).toEqual([19, 5]);
    expect((await signIn(member, from('192.0.2.100'), codeOf(member.secret!, 1))).status).toBe(429);
    expect((await signIn(member, { ...from('192.0.2.100'), cookie }, codeOf(member.secret!, 1))).status).toBe(200);
  });
});

describe('forging a passkey with the right password', () => {
  it('is possible twenty times from all addresses, codes included, which do not count for the browser of the owner', async () => {
    const member = await withPasskey(stack, { totp: true });
    const forge = async (address: string) => {
      const headers = from(address);
      const { body } = await signIn(member, headers);
      const passkey = aPasskey(stack).prove(body.passkeyRequired);
      const { email, password } = member;
      return callsTo(stack).post('admin/login', { email, password, passkey }, headers);
    };
    const answers: Answer[] = [];
    for (let index = 0; index < 12; index += 1) answers.push(await forge(`192.0.2.${101 + index}`));
    for (let index = 0; index < 10; index += 1)
      answers.push(await signIn(member, from(`192.0.2.${121 + index}`), codeOf(member.secret!, 500)));
    expect([count(answers, 401), count(answers, 429)]).toEqual([19, 3]);
    expect((await passkeySignIn(callsTo(stack, from('192.0.2.140')), member)).status).toBe(429);
    expect((await passkeySignIn(member, member)).status).toBe(200);
  });

  it('is preceded by at most twenty tries of the password in a session', async () => {
    const { post } = await signedIn(stack, 'support', from('192.0.2.141'));
    const ask = (password: string) => post('admin/account/passkeys/options', { password });
    const answers = await Promise.all(Array.from({ length: 23 }, (_, index) => ask(`guess ${index}`)));
    expect([count(answers, 400), count(answers, 429)]).toEqual([20, 3]);
  });
});

describe('with STAFF_SECOND_FACTOR=administrators', () => {
  const SECOND_FACTOR_REQUIRED = {
    error: 'Add a passkey first. Administrators need one beside their password.',
    secondFactorRequired: true,
  };

  it('lets an administrator without a second factor only add one or sign out', async () => {
    const { get, post, email, name, password, ...calls } = await atBrowser(stack, 'administrator', from('203.0.113.1'));
    const staff = async () => (await get('/api/admin/check-auth')).body.staff;
    expect(await staff()).toEqual({ email, name, role: 'administrator', secondFactorRequired: true });
    for (const path of [
      'admin/audit',
      'admin/trial-signups',
      'admin/search?q=a',
      'incomplete-trials/json',
      'admin/docs-json',
    ])
      expect(await get(`/api/${path}`)).toMatchObject({ status: 403, body: SECOND_FACTOR_REQUIRED });
    expect(await post('admin/trials/1/erase', {})).toMatchObject({ status: 403, body: SECOND_FACTOR_REQUIRED });
    expect((await addPasskey({ get, post, ...calls }, password, aPasskey(stack))).status).toBe(200);
    expect(await staff()).toEqual({ email, name, role: 'administrator' });
    expect((await get('/api/admin/audit?limit=1')).status).toBe(200);
  });

  it('lets an administrator without a second factor sign out', async () => {
    const { get, post } = await signedIn(stack, 'administrator', from('203.0.113.2'));
    expect((await post('admin/logout', {})).status).toBe(200);
    expect((await get('/api/admin/audit')).status).toBe(401);
  });

  it('lets the first administrator sign in and add a passkey', async () => {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
    const answer = await signIn({ email, password }, from('203.0.113.3'));
    const calls = callsTo(stack, { cookie: cookiesOf(answer) });
    const passkey = aPasskey(stack);
    expect((await addPasskey(calls, password, passkey)).status).toBe(200);
    const again = await passkeySignIn(callsTo(stack, from('203.0.113.4')), { email, password, passkey });
    expect((await callsTo(stack, { cookie: cookiesOf(again) }).get('/api/admin/audit?limit=1')).status).toBe(200);
  });

  it('accepts an authenticator app, and requires nothing of support agents', async () => {
    const { totp, support } = {
      totp: await aStaffMember(stack, { totp: true }),
      support: await aStaffMember(stack, { role: 'support' }),
    };
    const cookie = cookiesOf(await signIn(totp, from('203.0.113.5'), codeOf(totp.secret!)));
    expect((await callsTo(stack, { cookie }).get('/api/admin/audit?limit=1')).status).toBe(200);
    const supportCookie = cookiesOf(await signIn(support, from('203.0.113.6')));
    expect((await callsTo(stack, { cookie: supportCookie }).get('/api/admin/trial-signups')).status).toBe(200);
  });

  it('keeps the last passkey of an administrator, and lets support agents remove theirs', async () => {
    const remove = async ({ get, post, password }: Awaited<ReturnType<typeof withPasskey>>) => {
      const [{ id }] = (await get('/api/admin/account/passkeys')).body;
      return post(`admin/account/passkeys/${id}/remove`, { password });
    };
    const administrator = await withPasskey(stack);
    expect((await remove(administrator)).status).toBe(409);
    expect((await addPasskey(administrator, administrator.password, aPasskey(stack))).status).toBe(200);
    expect((await remove(administrator)).status).toBe(200);
    expect((await remove(administrator)).status).toBe(409);
    expect((await remove(await withPasskey(stack, { totp: true }))).status).toBe(200);
    expect((await remove(await withPasskey(stack, { role: 'support' }))).status).toBe(200);
  });

  it('requires a new passkey after the command has removed the old ones', async () => {
    const { email, password } = await withPasskey(stack);
    await adminCommand(stack, ['drop-passkeys', email]);
    const cookie = cookiesOf(await signIn({ email, password }, from('203.0.113.7')));
    expect(await callsTo(stack, { cookie }).get('/api/admin/audit')).toMatchObject({
      status: 403,
      body: SECOND_FACTOR_REQUIRED,
    });
  });
});

describe('guessing the password of the database page', () => {
  it('is possible ten times from one address', async () => {
    const guess = (password: string) => callsTo(stack).post('admin/check-auth', { password }, from('198.51.100.9'));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`guess ${index}`)));
    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 2]);
    expect((await guess(ADMIN.ADMIN_DATABASE_PASSWORD)).status).toBe(429);
  });
});
