/** The accounts of the team, managed by administrators. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import type { StaffRow } from '@lampstand/contracts/back-office';
import {
  anEmail,
  aStaffMember,
  aStaffName,
  aTrial,
  auditOf,
  callsTo,
  signedIn,
  withPasskey,
  auditEntries,
} from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const PASSWORD = 'a password of some length';
const INVALID = { error: 'This link was used already or has expired. Ask an administrator for a new one.' };

const post = (call: string, body: object) => callsTo(stack).post(call, body);
const login = (email: string, password: string) => post('admin/login', { email, password });

type Administrator = Awaited<ReturnType<typeof signedIn>>;
let administrator: Administrator;
beforeAll(async () => {
  administrator = await signedIn(stack);
});

const rowOf = async (email: string) => {
  const { body } = await administrator.get('/api/admin/staff');
  return (body as StaffRow[]).find((row) => row.email === email)!;
};
const change = (id: number, name: string, body: object = {}, by = administrator) =>
  by.post(`admin/staff/${id}/${name}`, { password: by.password, ...body });
const invite = (email: string, name = aStaffName()) =>
  administrator.post('admin/staff', { email, name, role: 'support', password: administrator.password });

/** The token of the newest link that was mailed to the address. */
const tokenFor = async (email: string, count = 1): Promise<string> => {
  const [newest] = await stack.sandbox.mails(email, { count, subject: / back office$/ });
  return /\/admin\/password\?token=([\w.-]+)/.exec(newest!.text)![1]!;
};

describe('an invitation', () => {
  it('is mailed with a link that sets the password once', async () => {
    const email = anEmail('staff');
    const name = aStaffName();
    expect(await invite(email.toUpperCase(), name)).toMatchObject({ status: 201, body: { success: true } });
    const invited = await rowOf(email);
    expect(invited).toMatchObject({ name, role: 'support', state: 'invited', sessions: 0, signedInAt: null });
    const token = await tokenFor(email);
    expect(await post('admin/password-link', { token })).toMatchObject({ status: 200, body: { email } });

    const weak = await post('admin/password', { token, password: 'fourteen chars' });
    expect(weak).toMatchObject({
      status: 400,
      body: { fields: { password: 'A password has 15 to 200 characters.' } },
    });
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await post('admin/password', { token, password: PASSWORD })).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect(await rowOf(email)).toMatchObject({ state: 'active', sessions: 1, signedInAt: expect.any(String) });
    for (const call of ['admin/password-link', 'admin/password'])
      expect(await post(call, { token, password: `${PASSWORD}, another` })).toMatchObject({
        status: 410,
        body: INVALID,
      });
    expect(await auditOf(stack, invited.id)).toEqual(['sign-in refused: password', 'password changed', 'signed in']);
  });

  it('sets one password when its link is used twice at the same moment', async () => {
    const email = anEmail('staff');
    await invite(email);
    const token = await tokenFor(email);
    const passwords = [`${PASSWORD}, the first`, `${PASSWORD}, the second`];
    const answers = await Promise.all(passwords.map((password) => post('admin/password', { token, password })));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 410]);
  });

  it('works for 7 days, and can be sent again', async () => {
    const email = anEmail('staff');
    await invite(email);
    const token = await tokenFor(email);
    await stack.sandbox.advance({ days: 7, minutes: 1 });
    administrator = await signedIn(stack);
    expect((await post('admin/password', { token, password: PASSWORD })).status).toBe(410);
    expect((await change((await rowOf(email)).id, 'send-password-link')).status).toBe(200);
    const newer = await tokenFor(email, 2);
    expect((await post('admin/password', { token: newer, password: PASSWORD })).status).toBe(200);
  });

  it('is shown with who sent it and until when it works, and can be ended', async () => {
    const email = anEmail('staff');
    await invite(email);
    const [{ id, link }, token] = [await rowOf(email), await tokenFor(email)];
    expect(link).toMatchObject({ by: administrator.name });
    expect(Date.parse(link!.until) - Date.parse(link!.since)).toBe(7 * 86_400_000);
    expect((await change(id, 'end-sessions')).status).toBe(200);
    expect(await rowOf(email)).toMatchObject({ state: 'invited', link: null });
    expect(await post('admin/password', { token, password: PASSWORD })).toMatchObject({ status: 410, body: INVALID });
    const entries = await auditEntries(stack, { about: `staff:${id}` });
    expect(entries.map(({ action }) => action)).toEqual(['account created', 'password link sent', 'sessions ended']);
  });

  it('that went to a wrong mailbox does not open the account that is enabled later as an administrator', async () => {
    const email = anEmail('staff');
    await invite(email);
    const [{ id }, token] = [await rowOf(email), await tokenFor(email)];
    for (const name of ['disable', 'enable', 'change-role'])
      expect((await change(id, name, { role: 'administrator' })).status).toBe(200);
    expect((await post('admin/password', { token, password: PASSWORD })).status).toBe(410);
    await change(id, 'send-password-link');
    const newer = await tokenFor(email, 2);
    expect((await post('admin/password', { token: newer, password: PASSWORD })).status).toBe(200);
  });

  it.each([
    ['for an address that has an account', 409, {}, { email: 'There is an account with this email already.' }],
    [
      'with a wrong password of the administrator',
      400,
      { password: 'wrong' },
      { password: 'This is not your password' },
    ],
    ['without a name', 400, { name: ' ', email: 'new@church.example' }, { name: expect.any(String) }],
    ['without a role', 400, { role: 'king', email: 'new@church.example' }, { role: expect.any(String) }],
  ])('is refused %s', async (_why, status, body, fields) => {
    const { email } = await aStaffMember(stack);
    const given = { email, name: aStaffName(), role: 'support', password: administrator.password, ...body };
    expect(await administrator.post('admin/staff', given)).toMatchObject({ status, body: { fields } });
  });
});

describe('a name', () => {
  it('is that of one account: a second is refused, in an invitation and as one’s own', async () => {
    const [{ name }, other] = [await aStaffMember(stack), await signedIn(stack, 'support')];
    const refused = {
      status: 409,
      body: { fields: { name: 'A colleague has this name. Add a last name or an initial.' } },
    };
    expect(await invite(anEmail('staff'), name)).toMatchObject(refused);
    expect(await other.post('admin/account/name', { name })).toMatchObject(refused);
    expect((await other.get('/api/admin/check-auth')).body.staff).toMatchObject({ name: other.name });
  });

  it('is changed by its owner, and shown for what was done before', async () => {
    const member = await signedIn(stack, 'support');
    const { id } = await aTrial(stack);
    await member.post(`admin/trials/${id}/notes`, { text: 'Called on Monday.' });
    const name = aStaffName();
    for (const _ of [1, 2]) expect((await member.post('admin/account/name', { name })).status).toBe(200);
    expect((await member.get('/api/admin/check-auth')).body.staff).toMatchObject({ name, email: member.email });
    const { timeline } = (await member.get(`/api/admin/trials/${id}`)).body;
    expect(timeline.at(-1)).toMatchObject({ kind: 'staff-note', actor: name });
    expect((await auditOf(stack, member.id)).filter((entry) => entry === 'name changed')).toHaveLength(1);
  });
});

describe('an account', () => {
  it('gets another role, and its sessions end', async () => {
    const member = await signedIn(stack, 'support');
    expect((await change(member.id, 'change-role', { role: 'administrator' })).status).toBe(200);
    expect((await member.get('/api/admin/check-auth')).body).toEqual({ isAuthenticated: false });
    expect(await rowOf(member.email)).toMatchObject({ role: 'administrator', sessions: 0 });
  });

  it('is disabled, which also ends its links, and enabled', async () => {
    const member = await signedIn(stack, 'support');
    expect((await rowOf(member.email)).link).toBeNull();
    await change(member.id, 'send-password-link');
    const token = await tokenFor(member.email);
    expect((await rowOf(member.email)).link).toMatchObject({ by: administrator.name });
    expect((await change(member.id, 'disable')).status).toBe(200);
    expect((await member.get('/api/admin/search')).status).toBe(401);
    expect((await login(member.email, member.password)).status).toBe(401);
    expect((await post('admin/password', { token, password: PASSWORD })).status).toBe(410);
    expect(await rowOf(member.email)).toMatchObject({ changes: ['enable'], link: null });
    expect((await change(member.id, 'disable')).status).toBe(409);
    await change(member.id, 'enable');
    expect((await login(member.email, member.password)).status).toBe(200);
  });

  it.each(['change-role', 'disable', 'reset-sign-in', 'end-sessions'])(
    'has no link that was mailed before %s, also once it is enabled again',
    async (name) => {
      const member = await signedIn(stack, 'support');
      await change(member.id, 'send-password-link');
      const token = await tokenFor(member.email);
      expect((await change(member.id, name, { role: 'administrator' })).status).toBe(200);
      if (name === 'disable') await change(member.id, 'enable');
      for (const call of ['admin/password-link', 'admin/password'])
        expect(await post(call, { token, password: PASSWORD })).toMatchObject({ status: 410, body: INVALID });
    },
  );

  it('loses its password and second factors after the loss of all devices, and gets a link', async () => {
    const { id, email, password } = await withPasskey(stack);
    expect(await rowOf(email)).toMatchObject({ passkeys: 1, authenticator: false });
    await change(id, 'reset-sign-in');
    expect((await login(email, password)).status).toBe(401);
    const token = await tokenFor(email);
    expect((await post('admin/password', { token, password: PASSWORD })).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('has its sessions ended', async () => {
    const member = await signedIn(stack, 'support');
    expect((await administrator.post(`admin/staff/${member.id}/end-sessions`, {})).status).toBe(200);
    expect((await member.get('/api/admin/search')).status).toBe(401);
  });

  it('is not changed by its owner, or by a wrong password', async () => {
    expect(await change(administrator.id, 'change-role', { role: 'support' })).toMatchObject({
      status: 409,
      body: { error: 'Another administrator has to change your account.' },
    });
    const { id } = await aStaffMember(stack, { role: 'support' });
    for (const name of ['change-role', 'send-password-link', 'disable', 'enable'])
      expect((await change(id, name, { role: 'administrator', password: 'wrong' })).status).toBe(400);
    expect((await change(999_999, 'disable')).status).toBe(404);
  });

  it('remains when two administrators disable each other at the same moment', async () => {
    const [one, other] = [await signedIn(stack), await signedIn(stack)];
    const answers = await Promise.all([change(one.id, 'disable', {}, other), change(other.id, 'disable', {}, one)]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 401]);
  });

  it('has each change in the audit log, with who made it', async () => {
    const by = await signedIn(stack);
    const { id } = await aStaffMember(stack, { role: 'support' });
    for (const name of ['change-role', 'send-password-link', 'disable', 'enable'])
      expect((await change(id, name, { role: 'administrator' }, by)).status).toBe(200);
    const entries = await auditEntries(stack, { by: by.id, about: `staff:${id}` });
    expect(entries.map(({ action }) => action)).toEqual([
      'role changed',
      'password link sent',
      'account disabled',
      'account enabled',
    ]);
  });
});
