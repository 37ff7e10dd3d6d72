import { describe, expect, it } from 'vitest';
import {
  aKey,
  anApplication,
  aStoredApplication,
  callsTo,
  columnsOf,
  expectComplete,
  queueJob,
  retriesOf,
  journalOf,
  mailsSettled,
  WRONG_ANSWERS,
  journalRowsOf,
  storedApplication,
  storedApplications,
} from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const twoServers = sharedStack();

const submit = (body: object, headers: Record<string, string> = {}) =>
  callsTo(stack).post('ambassador-application', body, headers);

describe('an ambassador application', () => {
  it('is stored as it was written, at the time of the product clock, and ignores unknown fields', async () => {
    await stack.sandbox.advance({ days: 3 });
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const body = anApplication({ whyInterested: 'Line one of my reasons.\r\nLine two.' });
    const { status, body: answer } = await submit({ ...body, state: 'approved', id: 7, decidedAt: now });
    expect({ status, answer }).toEqual({ status: 201, answer: { success: true, id: expect.any(Number) } });
    const row = await storedApplication(stack, answer.id);
    expect(row).toMatchObject({
      ...columnsOf({ ...body, whyInterested: 'Line one of my reasons.\nLine two.' }),
      state: 'submitted',
      journal_seq: 1,
      decided_at: null,
    });
    expect(Math.abs(row['created_at'] - Date.parse(now))).toBeLessThan(60_000);
  });

  it('adds one row to the journal, without personal data', async () => {
    const { body, headers } = await submit(anApplication());
    const rows = await journalRowsOf(stack, body.id);
    expect(rows.filter(({ seq }) => seq !== null)).toMatchObject([
      {
        flow: 'ambassador-application',
        version: '1',
        seq: 1,
        event: 'application.submitted',
        from_state: 'draft',
        to_state: 'submitted',
        actor: 'visitor',
        request_id: headers.get('x-request-id'),
        detail: {},
      },
    ]);
  });

  it.each(WRONG_ANSWERS)('is refused and not stored when its %s is %j', async (field, value, message) => {
    const body = anApplication({ position: aKey(), [field]: value });
    expect(await submit(body)).toMatchObject({
      status: 400,
      body: { error: 'Please check the marked fields and try again.', fields: { [field]: message } },
    });
    expect(await storedApplications(stack, { email: body.email })).toEqual([]);
  });

  it('is accepted as JSON from our own pages only', async () => {
    const form = await callsTo(stack).raw('ambassador-application', new URLSearchParams({ ...anApplication() }));
    expect(form.status).toBe(415);
    expect((await submit(anApplication(), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it.each([
    ['with the key of its form', () => ({ 'idempotency-key': aKey() })],
    ['without any key', () => ({})],
  ])('sent ten times at once to both servers %s is stored, journaled and confirmed once', async (_how, headersOf) => {
    const body = anApplication();
    const headers = headersOf();
    const answers = await atOnce(10, (index) =>
      callsTo({ url: twoServers.apiUrls[index % 2]! }).post('ambassador-application', body, headers),
    );
    const ids = answers.map((each) => each.body.id);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(ids).size).toBe(1);
    expect(await storedApplications(twoServers, { email: body.email })).toHaveLength(1);
    await twoServers.sandbox.mails(body.email);
    await mailsSettled(twoServers, ids[0]);
    expect(await twoServers.sandbox.mails(body.email)).toHaveLength(1);
    expect((await journalOf(twoServers, ids[0])).events).toEqual(['application.submitted']);
  });

  it('with a repeated key is the first one; another body is refused, another key or another day makes a new one', async () => {
    const body = anApplication();
    const key = { 'idempotency-key': aKey() };
    const first = (await submit(body, key)).body.id;
    expect((await submit(body, key)).body.id).toBe(first);
    expect((await submit({ ...body, churchCity: 'Dallas' }, key)).status).toBe(422);
    expect((await storedApplication(stack, first))['church_city']).toBe(body.churchCity);
    const others = [await submit(body, { 'idempotency-key': aKey() }), await submit(body)];
    await stack.sandbox.advance({ days: 1 });
    others.push(await submit(body));
    expect(new Set([first, ...others.map((each) => each.body.id)]).size).toBe(4);
  });
});

describe('the confirmation mail', () => {
  it('says what happens next and repeats nothing that was typed', async () => {
    const { email } = await aSubmission({ firstName: '<b>Ruth</b>' });
    const [mail] = await stack.sandbox.mails(email);
    expect(mail!.subject).toBe('We received your Lampstand ambassador application');
    expectComplete(mail, 'reviews yours within 5-7 business days', 'an email with our decision', 'onboarding');
    expect(mail!.html).not.toContain('Ruth');
  });

  it('is sent once when its job runs twice, and is noted in the journal', async () => {
    const { id, email } = await aSubmission();
    await stack.sandbox.mails(email);
    await queueJob(stack, 'sendApplicationReceived', id);
    await mailsSettled(stack, id);
    const [mail, ...more] = await stack.sandbox.mails(email);
    expect(more).toEqual([]);
    expect(mail!.messageId).toBe(`<application-received.${id}@lampstand.example>`);
    expect((await journalOf(stack, id)).notes).toEqual(['mail sent']);
  });

  it('goes to one address at most three times a day; the application is stored anyway', async () => {
    const { email } = anApplication();
    for (const churchCity of ['Tulsa', 'Norman', 'Enid']) await aSubmission({ email, churchCity });
    await stack.sandbox.mails(email, { count: 3 });
    const fourth = await aSubmission({ email: email.toUpperCase(), churchCity: 'Yukon' });
    await mailsSettled(stack, fourth.id);
    expect(await stack.sandbox.mails(email)).toHaveLength(3);
    expect((await journalOf(stack, fourth.id)).notes).toEqual(['mail capped']);
  });

  it('waits while the mail server is down and is then sent once', async () => {
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const body = anApplication();
    const { status, body: answer } = await submit(body);
    expect(status).toBe(201);
    await retried(answer.id);
    expect(await stack.sandbox.mails(body.email, { count: 0 })).toEqual([]);
    await stack.sandbox.heal();
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(body.email)).toHaveLength(1);
    expect((await journalOf(stack, answer.id)).notes).toEqual(['mail sent']);
  });
});

describe('the decision mail', () => {
  it.each([
    ['approved', 'would love to have you', 'onboarding'],
    ['declined', 'not able to offer you a place', 'apply again later'],
  ] as const)('is sent once to an applicant who was %s', async (state, ...contents) => {
    const { id, email } = await aStoredApplication(stack, { state });
    await queueJob(stack, 'sendDecision', id);
    const [mail] = await stack.sandbox.mails(email);
    expect(mail!.subject).toBe('Our decision on your Lampstand ambassador application');
    expectComplete(mail, ...contents);
    expect(mail!.html).toMatch(/<h1[^>]*>.*Ruth.*<\/h1>/s);
    await queueJob(stack, 'sendDecision', id);
    await mailsSettled(stack, id);
    expect(await stack.sandbox.mails(email)).toHaveLength(1);
    expect((await journalOf(stack, id)).notes).toEqual(['mail sent']);
  });

  it.each(['submitted', 'withdrawn'] as const)('is not sent for an application that is %s', async (state) => {
    const { id, email } = await aStoredApplication(stack, { state });
    await queueJob(stack, 'sendDecision', id);
    await mailsSettled(stack, id);
    expect(await stack.sandbox.mails(email, { count: 0 })).toEqual([]);
  });
});

async function aSubmission(given: Parameters<typeof anApplication>[0] = {}) {
  const { email, ...rest } = anApplication(given);
  const { body } = await submit({ email, ...rest });
  return { id: body.id as number, email };
}

const retried = (id: number) => eventually(async () => (await retriesOf(stack, { key: id })).length > 0);
