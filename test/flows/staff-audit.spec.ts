/** The audit log: what staff members did, and that nothing changes it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditRow } from '@lampstand/contracts/back-office';
import {
  aKey,
  anAgent,
  aStaffMember,
  aStoredApplication,
  aTrial,
  storedTrial,
  callsTo,
  codeOf,
  manyTrials,
  signedIn,
  anAuditEntry,
  auditEntries,
} from '../builders/index.ts';
import { found, literally, logFiles, tables } from '../invariants/leaks.ts';
import { ADMIN, eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);
const login = (body: object, headers: Record<string, string> = {}) => post('admin/login', body, headers);

let administrator: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  administrator = await signedIn(stack);
});

const audit = async (filter: Record<string, string>): Promise<AuditRow[]> =>
  (await administrator.get(`/api/admin/audit?${new URLSearchParams(filter).toString()}`)).body;

const entriesOf = async ({ email }: { email: string }) =>
  (await audit({ by: email })).map(({ action, detail }) => ('part' in detail ? `${action}: ${detail.part}` : action));

describe('the audit', () => {
  it('records every sign-in, refusal and sign-out, newest first', async () => {
    const member = await aStaffMember(stack, { totp: true });
    const { email, password, secret } = member;
    await login({ email, password: 'a long and wrong password' });
    await login({ email, password });
    await login({ email, password, totp: codeOf(secret!, 500) });
    const answer = await login({ email, password, totp: codeOf(secret!) });
    await post('admin/logout', {}, { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! });
    expect(await entriesOf(member)).toEqual([
      'signed out',
      'signed in',
      'sign-in refused: authenticator',
      'sign-in refused: authenticator missing',
      'sign-in refused: password',
    ]);
  });

  it('records time, address and request id', async () => {
    const { email, name, password } = await aStaffMember(stack, { role: 'support' });
    const { headers } = await login({ email, password }, { 'x-forwarded-for': '203.0.113.77' });
    const [row] = await audit({ by: email });
    expect(row).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      by: name,
      action: 'signed in',
      subject: null,
      about: null,
      colleague: null,
      detail: { browser: 'an unknown browser' },
      address: '203.0.113.77',
      requestId: headers.get('x-request-id'),
    });
  });

  it('accepts any text that a proxy passes on as an address', async () => {
    const { email, password } = await aStaffMember(stack);
    for (const forged of ['unknown', 'fe80::1%eth0', '1.2.3.4:5678', "'; DROP TABLE audit_log --"])
      expect((await login({ email, password }, { 'x-forwarded-for': forged })).status).toBe(200);
    expect((await audit({ by: email })).map(({ address }) => address)).toEqual([null, '1.2.3.4', 'fe80::1', null]);
  });

  it('records no email address for an unknown account', async () => {
    const typed = `my.password.by.mistake.${Date.now()}@church.example`;
    const { headers } = await login({ email: typed, password: 'a long and wrong password' });
    const rows = await audit({ action: 'sign-in refused', limit: '1000' });
    const row = rows.find(({ requestId }) => requestId === headers.get('x-request-id'));
    expect(row).toMatchObject({ by: null, detail: { part: 'password' } });
    expect(JSON.stringify(rows)).not.toContain(typed);
  });

  it('records the unlocking of the database page', async () => {
    const answers = await Promise.all(
      [ADMIN.ADMIN_DATABASE_PASSWORD, 'a guess'].map((password) => post('admin/check-auth', { password })),
    );
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const [index, action] of ['database page unlocked', 'database page refused'].entries()) {
      const rows = await audit({ action, limit: '1000' });
      expect(rows.map(({ requestId }) => requestId)).toContain(ids[index]);
    }
  });

  it('names the signed-in member who unlocks the database page', async () => {
    const { cookie, id, email, name } = await signedIn(stack, 'support');
    await post('admin/check-auth', { password: ADMIN.ADMIN_DATABASE_PASSWORD }, { cookie });
    await post('admin/check-auth', { password: 'a guess' }, { cookie });
    expect(await audit({ by: email, action: 'database page unlocked' })).toEqual([
      expect.objectContaining({ by: name }),
    ]);
    expect(await audit({ by: email, action: 'database page refused' })).toHaveLength(1);
    expect(id).toEqual(expect.any(Number));
  });

  it('is filtered by days of the organization, and by parts of the name and email', async () => {
    const { id, email, name } = await aStaffMember(stack);
    const key = aKey();
    // Central Time is UTC-6 in January.
    for (const [at, about] of [
      ['2026-01-05T05:59:59Z', `trial:${key}1`],
      ['2026-01-05T06:00:00Z', `trial:${key}12`],
      ['2026-01-07T05:59:59Z', `trial:${key}3`],
      ['2026-01-07T06:00:00Z', `trial:${key}2`],
    ] as const)
      await anAuditEntry(stack, { by: id, action: 'looked', about, at });
    const subjects = async (filter: Record<string, string>) => (await audit(filter)).map(({ subject }) => subject);
    const part = email.slice(0, -4).toUpperCase();
    expect(await subjects({ by: part, startDate: '2026-01-05', endDate: '2026-01-06' })).toEqual([
      `trial:${key}3`,
      `trial:${key}12`,
    ]);
    expect(await subjects({ by: name.toUpperCase(), endDate: '2026-01-04' })).toEqual([`trial:${key}1`]);
    expect((await administrator.get('/api/admin/audit?startDate=2026-01-06&endDate=2026-01-05')).status).toBe(400);
  });

  it('names whom and what an entry is about, and finds it by the name, the email and the number', async () => {
    const [agent, { id: colleagueId, name: colleague }] = [await anAgent(stack), await aStaffMember(stack)];
    const lastName = `Barnabas${aKey()}`.replaceAll(/\d/g, 'x');
    const trial = await aTrial(stack, { pastor: { firstName: 'Tobias', lastName } });
    const application = await aStoredApplication(stack, { given: { firstName: 'Tobias', lastName } });
    await agent.inspects(trial.id);
    await agent.runs(trial.id, 'mark-contacted');
    await agent.post(`admin/queue/signup/${trial.id}/assign`, { to: colleague });
    await agent.post(`admin/ambassadors/${application.id}/notes`, { text: 'Called on Monday.' });
    await administrator.post(`admin/staff/${colleagueId}/disable`, { password: administrator.password });
    const about = `Tobias ${lastName}`;
    expect(await audit({ subject: lastName.toUpperCase() })).toMatchObject([
      { action: 'note written', by: agent.name, about, subject: `application:${application.id}` },
      { action: 'queue handled', by: agent.name, about, colleague, subject: `trial:${trial.id}` },
      { action: 'support action', by: agent.name, about, colleague: null },
    ]);
    const { email } = await storedTrial(stack, trial.id);
    for (const subject of [email, String(trial.id), `trial:${trial.id}`])
      expect(await audit({ subject })).toHaveLength(2);
    expect(await audit({ subject: colleague.toLowerCase(), action: 'account disabled' })).toMatchObject([
      { about: colleague },
    ]);
  });

  it('names no one once the person is erased', async () => {
    const agent = await anAgent(stack);
    const lastName = `Barnabas${aKey()}`.replaceAll(/\d/g, 'x');
    const { id } = await aTrial(stack, { pastor: { lastName } });
    await agent.runs(id, 'mark-contacted');
    expect((await agent.erases(id)).status).toBe(200);
    await eventually(async () => (await storedTrial(stack, id)).email === '');
    expect(await audit({ subject: lastName })).toEqual([]);
    const entries = await audit({ subject: `trial:${id}` });
    expect(entries.length).toBeGreaterThan(2);
    expect(entries.filter((entry) => entry.about !== null)).toEqual([]);
    expect(JSON.stringify(entries)).not.toContain(lastName);
  });

  it('is paged, with each row once and the total number', async () => {
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
    'refuses %s',
    async (query) => {
      expect((await administrator.get(`/api/admin/audit?${query}`)).status).toBe(400);
    },
  );
});

describe('the database', () => {
  it.each([
    ['change', `UPDATE audit_log SET action = 'nothing'`],
    ['remove', 'DELETE FROM audit_log'],
    ['remove single', 'DELETE FROM audit_log WHERE id = -1'],
    ['empty', 'TRUNCATE audit_log'],
    ['empty by cascade the', 'TRUNCATE staff_accounts CASCADE'],
  ])('refuses to %s audit rows', async (_what, sql) => {
    await expect(stack.query(sql)).rejects.toThrow(/the audit log only grows/);
  });

  it('keeps the accounts that audit rows refer to', async () => {
    await expect(stack.query('DELETE FROM staff_accounts WHERE id = $1', [administrator.id])).rejects.toThrow(
      /foreign key/,
    );
  });
});

describe('a secret of the back office', () => {
  it('is in no log and in no table', async () => {
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

const church = `w${aKey()}`;
beforeAll(async () => {
  await manyTrials(stack, 120, { pastor: { churchName: church } });
});

const readsOf = async ({ id }: { id: number }) =>
  (await auditEntries(stack, { by: id }))
    .map(({ action, subject, detail }) => ({ action, subject, detail }))
    .filter(({ action }) => action !== 'signed in');

describe('the audit of reads', () => {
  it('has each search with its length and number of results, once per minute and list, never its text', async () => {
    const support = await signedIn(stack, 'support');
    for (const q of [church, `${church} w`, `${church} wx`]) {
      await support.get(`/api/admin/trial-signups?limit=50&q=${q}`);
      await support.get(`/api/admin/search?q=${q}`);
      await support.get(`/api/admin/funnel?q=${q}`);
    }
    await support.get('/api/admin/newsletter?limit=50&q=%20');
    const { length } = church;
    expect(await readsOf(support)).toEqual([
      { action: 'searched', subject: 'list:trial-signups', detail: { length, rows: 120 } },
      { action: 'searched', subject: 'list:find', detail: { length, rows: 20 } },
      { action: 'searched', subject: 'list:funnel', detail: { length, rows: 120 } },
    ]);
    expect(JSON.stringify(await auditEntries(stack))).not.toContain(church);
  });

  it('has each list of more than a page of rows with their number, but no single page', async () => {
    const administrator = await signedIn(stack);
    const path = `/api/admin/trial-signups?endDate=2100-01-01`;
    await administrator.get(`${path}&limit=50`);
    expect(await readsOf(administrator)).toEqual([]);
    const whole = await administrator.get(path);
    const { headers } = await administrator.get(`${path}&limit=60`);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')![1]!;
    await administrator.get(next.replace('limit=60', 'limit=10'));
    const entry = { action: 'list read', subject: 'list:trial-signups' };
    expect(await readsOf(administrator)).toEqual([
      { ...entry, detail: { rows: whole.body.length } },
      { ...entry, detail: { rows: 60 } },
    ]);
  });

  it('has the second page of a list', async () => {
    const support = await signedIn(stack, 'support');
    const { headers } = await support.get(`/api/admin/trial-signups?limit=50`);
    await support.get(/<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')![1]!);
    expect(await readsOf(support)).toEqual([
      { action: 'list read', subject: 'list:trial-signups', detail: { rows: 50 } },
    ]);
  });
});
