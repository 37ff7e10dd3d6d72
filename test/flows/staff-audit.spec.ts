import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRow } from '@lampstand/contracts/back-office';
import { aStaffMember, callsTo, codeOf, signedIn } from '../builders/index.ts';
import { found, literally, logFiles, tables } from '../invariants/leaks.ts';
import { ADMIN, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);
const login = (body: object, headers: Record<string, string> = {}) => post('admin/login', body, headers);

let administrator: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  administrator = await signedIn(stack);
});

const audit = async (filter: Record<string, string>): Promise<AuditRow[]> =>
  (await administrator.get(`/api/admin/audit?${new URLSearchParams(filter).toString()}`)).body;

const told = async ({ email }: { email: string }) =>
  (await audit({ by: email })).map(({ action, detail }) => ('part' in detail ? `${action}: ${detail.part}` : action));

describe('the audit', () => {
  it('tells of every sign-in, every refusal and every sign-out, newest first', async () => {
    const member = await aStaffMember(stack, { totp: true });
    const { email, password, secret } = member;
    await login({ email, password: 'a long and wrong password' });
    await login({ email, password });
    await login({ email, password, totp: codeOf(secret!, 500) });
    const answer = await login({ email, password, totp: codeOf(secret!) });
    await post('admin/logout', {}, { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! });
    expect(await told(member)).toEqual([
      'signed out',
      'signed in',
      'sign-in refused: authenticator',
      'sign-in refused: authenticator missing',
      'sign-in refused: password',
    ]);
  });

  it('tells when, from where and in which request', async () => {
    const { email, password } = await aStaffMember(stack, { role: 'support' });
    const { headers } = await login({ email, password }, { 'x-forwarded-for': '203.0.113.77' });
    const [row] = await audit({ by: email });
    expect(row).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      by: email,
      action: 'signed in',
      subject: null,
      detail: {},
      address: '203.0.113.77',
      requestId: headers.get('x-request-id'),
    });
  });

  it('bears whatever a careless proxy passes on as an address', async () => {
    const { email, password } = await aStaffMember(stack);
    for (const forged of ['unknown', 'fe80::1%eth0', '1.2.3.4:5678', "'; DROP TABLE audit_log --"])
      expect((await login({ email, password }, { 'x-forwarded-for': forged })).status).toBe(200);
    expect((await audit({ by: email })).map(({ address }) => address)).toEqual([null, '1.2.3.4', 'fe80::1', null]);
  });

  it('of a stranger keeps no address of theirs and no name', async () => {
    const typed = `my.password.by.mistake.${Date.now()}@church.example`;
    const { headers } = await login({ email: typed, password: 'a long and wrong password' });
    const rows = await audit({ action: 'sign-in refused', limit: '50' });
    const row = rows.find(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(row).toMatchObject({ by: null, detail: { part: 'password' } });
    expect(JSON.stringify(rows)).not.toContain(typed);
  });

  it('tells of the database page', async () => {
    const answers = await Promise.all(
      [ADMIN.ADMIN_DATABASE_PASSWORD, 'a guess'].map((password) => post('admin/check-auth', { password })),
    );
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const [index, action] of ['database page unlocked', 'database page refused'].entries()) {
      const rows = await audit({ action, limit: '20' });
      expect(rows.map(({ requestId }) => requestId)).toContain(ids[index]);
    }
  });

  it('comes page by page, each row once, with the number of all of them', async () => {
    const { email, password } = await aStaffMember(stack);
    for (const _ of Array(5)) await login({ email, password });
    const seen: number[] = [];
    let path: string | undefined = `/api/admin/audit?by=${encodeURIComponent(email.toUpperCase())}&limit=2`;
    for (let pages = 0; path; pages += 1) {
      const { body, headers } = await administrator.get(path);
      seen.push(...(body as AuditRow[]).map(({ id }) => id));
      expect(headers.get('x-total-count')).toBe('5');
      expect(pages).toBeLessThan(3);
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one));
    expect(seen).toHaveLength(5);
  });

  it.each(['limit=0', 'limit=1001', 'limit=two', 'cursor=;--', 'limit=1&limit=2', `action=${'x'.repeat(201)}`])(
    'takes no %s',
    async (query) => {
      expect((await administrator.get(`/api/admin/audit?${query}`)).status).toBe(400);
    },
  );
});

describe('the database', () => {
  it.each([
    ['change', `UPDATE audit_log SET action = 'nothing'`],
    ['remove', 'DELETE FROM audit_log'],
    ['remove one by one', 'DELETE FROM audit_log WHERE id = -1'],
    ['empty', 'TRUNCATE audit_log'],
    ['empty behind its back', 'TRUNCATE staff_accounts CASCADE'],
  ])('lets nobody %s what was told', async (_what, sql) => {
    await expect(stack.query(sql)).rejects.toThrow(/the audit log only grows/);
  });

  it('keeps the accounts it tells of', async () => {
    await expect(stack.query('DELETE FROM staff_accounts WHERE id = $1', [administrator.id])).rejects.toThrow(
      /foreign key/,
    );
  });
});

describe('what opens the back office', () => {
  it('stands in no log and in no table', async () => {
    const { email, password, secret, cookie } = { ...(await aStaffMember(stack, { totp: true })), cookie: '' };
    await login({ email, password: `${password} wrong` });
    const totp = codeOf(secret!);
    const answer = await login({ email, password, totp });
    const tokens = answer.headers.getSetCookie().map((each) => each.split(/[=;]/)[1]!);
    expect(tokens).toHaveLength(2);
    await callsTo(stack).get('/api/admin/audit', { cookie: `${cookie}staff=${tokens[0]}` });
    await post('admin/check-auth', { password: ADMIN.ADMIN_DATABASE_PASSWORD });
    const secrets = literally([password, ...tokens, ADMIN.ADMIN_DATABASE_PASSWORD, ADMIN.ADMIN_PASSWORD]);
    expect(found([...(await logFiles(stack)), ...(await tables(stack))], secrets)).toEqual([]);
    expect(found(await logFiles(stack), literally([secret!, email]))).toEqual([]);
  });
});
