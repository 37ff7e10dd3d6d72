/** Trial requests: storing them, and the mails to the person and the staff. */
import { describe, expect, it } from '@jest/globals';
import {
  aKey,
  anApplication,
  columnsOf,
  callsTo,
  expectComplete,
  queueEffect,
  mailsSettled,
  WRONG_ANSWERS,
} from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { eventually, sharedStack, type Stack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const STAFF = 'support@lampstand.example';

const stack = inProcessStack();
const twoServers = sharedStack();

const submit = (body: object, headers: Record<string, string> = {}) =>
  callsTo(stack).post('trial-request', body, headers);
const rowsOf = (email: string, on: Stack = stack) => on.query('SELECT * FROM trial_requests WHERE email = $1', [email]);
/** Mails to the staff about requests of one church. */
const mailsToStaff = (churchName: string, count = 1, on: Stack = stack) =>
  on.sandbox.mails(STAFF, { count, subject: churchName });

describe('a trial request', () => {
  it('is stored as it was written, at the time of the product clock', async () => {
    await stack.sandbox.advance({ days: 3 });
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const body = anApplication();
    const { status, body: answer } = await submit({ ...body, id: 7, createdAt: '1999-01-01T00:00:00Z' });
    expect({ status, answer }).toEqual({ status: 201, answer: { success: true, id: expect.any(Number) } });
    const [row] = await rowsOf(body.email);
    expect(row).toMatchObject({ ...columnsOf(body), id: String(answer.id) });
    expect(Math.abs(row.created_at - Date.parse(now))).toBeLessThan(60_000);
  });

  it.each(WRONG_ANSWERS)('is refused and not stored when its %s is %j', async (field, value, message) => {
    const body = anApplication({ [field]: value });
    expect(await submit(body)).toMatchObject({
      status: 400,
      body: { error: 'Please check the marked fields and try again.', fields: { [field]: message } },
    });
    expect(await rowsOf(body.email)).toEqual([]);
  });

  it('is accepted as JSON from our own pages only', async () => {
    const form = await callsTo(stack).raw('trial-request', new URLSearchParams({ ...anApplication() }));
    expect(form.status).toBe(415);
    expect((await submit(anApplication(), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it.each([
    ['with the key of its form', () => ({ 'idempotency-key': aKey() })],
    ['without any key', () => ({})],
  ])('sent ten times at once to both servers %s is stored and mailed once', async (_how, headersOf) => {
    const body = anApplication({ churchName: `Church ${aKey()}` });
    const headers = headersOf();
    const answers = await atOnce(10, (index) =>
      callsTo({ url: twoServers.apiUrls[index % 2]! }).post('trial-request', body, headers),
    );
    const ids = answers.map((each) => each.body.id);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(ids).size).toBe(1);
    expect(await rowsOf(body.email, twoServers)).toHaveLength(1);
    await mailsSettled(twoServers, ids[0]);
    expect(await twoServers.sandbox.mails(body.email)).toHaveLength(1);
    expect(await mailsToStaff(body.churchName, 1, twoServers)).toHaveLength(1);
  });

  it('with a repeated key is the first one; another key makes a new one', async () => {
    const body = anApplication();
    const key = { 'idempotency-key': aKey() };
    const first = (await submit(body, key)).body.id;
    expect((await submit({ ...body, churchCity: 'Dallas' }, key)).body.id).toBe(first);
    expect((await submit(body, { 'idempotency-key': aKey() })).body.id).not.toBe(first);
  });
});

describe('the mail of a trial request', () => {
  it('confirms it to the person and repeats nothing that was typed', async () => {
    const { email } = await aRequest();
    const [mail] = await stack.sandbox.mails(email);
    expect(mail!.subject).toBe('We received your request to Lampstand');
    expectComplete(mail, 'will reply by email');
    expect(mail!.text).not.toMatch(/ruth/i);
  });

  it('shows the staff everything that was written, with the person as reply address', async () => {
    const body = await aRequest({
      firstName: '<i>Ruth</i>',
      phone: '+1 (918) 555-0142',
      churchName: `Hillside ${aKey()}`,
      whyInterested: 'We lead 800 students.\nCan you show us?',
    });
    const [mail] = (await mailsToStaff(body.churchName)) as any[];
    expect(mail.headers['reply-to']).toBe(body.email);
    expect(mail.subject).toBe(`Trial request of <i>Ruth</i> Okafor, ${body.churchName}`);
    expectComplete({ ...mail, html: mail.html.replaceAll('&lt;', '<').replaceAll('&gt;', '>') }, body.email);
    for (const fact of [
      '(918) 555-0142',
      'Director of Student Ministries',
      'Tulsa, OK',
      '500-1000',
      '5-10 years',
      'We lead 800 students.',
      'Can you show us?',
    ])
      expect(mail.text).toContain(fact);
    expect(mail.text).toMatch(/students\.\s*\n\s*Can you/);
    expect(mail.html).not.toContain('<i>Ruth');
  });

  it('is sent once when its job runs twice', async () => {
    const body = await aRequest({ churchName: `Church ${aKey()}` });
    await stack.sandbox.mails(body.email);
    for (const job of ['sendTrialRequestReceived', 'sendTrialRequestToStaff']) await queueEffect(stack, job, body.id);
    await mailsSettled(stack, body.id);
    expect(await stack.sandbox.mails(body.email)).toHaveLength(1);
    expect(await mailsToStaff(body.churchName)).toHaveLength(1);
  });

  it('goes to one person at most three times a day, and to the staff each time', async () => {
    const { email } = anApplication();
    const churchName = `Church ${aKey()}`;
    for (const churchCity of ['Tulsa', 'Norman', 'Enid', 'Yukon']) await aRequest({ email, churchName, churchCity });
    await mailsToStaff(churchName, 4);
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(email)).toHaveLength(3);
  });

  it('waits while the mail server is down and is then sent once', async () => {
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const body = await aRequest({ churchName: `Church ${aKey()}` });
    await eventually(async () => {
      const sql = `SELECT FROM pgboss.job WHERE data->>'subjectId' = $1 AND state = 'retry'`;
      return (await stack.query(sql, [String(body.id)])).length === 2;
    });
    await stack.sandbox.heal();
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(body.email)).toHaveLength(1);
    expect(await mailsToStaff(body.churchName)).toHaveLength(1);
  });
});

async function aRequest(given: Parameters<typeof anApplication>[0] = {}) {
  const body = anApplication(given);
  const answer = await submit(body);
  expect(answer.status).toBe(201);
  return { ...body, id: answer.body.id as number };
}
