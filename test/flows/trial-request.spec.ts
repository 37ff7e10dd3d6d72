/** Trial requests: storing them, and the mails to the person and the staff. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Agent,
  aKey,
  anAgent,
  anApplication,
  anEmail,
  aStoredRequest,
  callsTo,
  columnsOf,
  expectComplete,
  mailsSettled,
  queueJob,
  retriesOf,
  readCsv,
  WRONG_ANSWERS,
  daysAgo,
  storedRequests,
} from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { randomInt } from 'node:crypto';

const STAFF = 'support@lampstand.example';
const stack = inProcessStack();
const twoServers = sharedStack();

const submit = (body: object, headers: Record<string, string> = {}) =>
  callsTo(stack).post('trial-request', body, headers);

/** Ends the pause between two mails to the staff, and waits for the one that names the request. */
async function mailToStaff({ email }: { email: string }) {
  await stack.sandbox.advance({ minutes: 11 });
  return eventually(async () => {
    const mails = (await stack.sandbox.mails(STAFF, { count: 0 })) as any[];
    return mails.find(({ text }) => text.includes(email));
  });
}

const toldAt = async ({ email }: { email: string }): Promise<number> =>
  (await storedRequests(stack, email))[0].staff_notified_at.getTime();

describe('a trial request', () => {
  it('is stored as it was written, at the time of the product clock', async () => {
    await stack.sandbox.advance({ days: 3 });
    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const body = anApplication();
    const { status, body: answer } = await submit({ ...body, id: 7, createdAt: '1999-01-01T00:00:00Z' });
    expect({ status, answer }).toEqual({ status: 201, answer: { success: true, id: expect.any(Number) } });
    const [row] = await storedRequests(stack, body.email);
    expect(row).toMatchObject({ ...columnsOf(body), id: String(answer.id) });
    expect(Math.abs(row.created_at - Date.parse(now))).toBeLessThan(60_000);
  });

  it.each(WRONG_ANSWERS)('is refused and not stored when its %s is %j', async (field, value, message) => {
    const body = anApplication({ [field]: value });
    expect(await submit(body)).toMatchObject({
      status: 400,
      body: { error: 'Please check the marked fields and try again.', fields: { [field]: message } },
    });
    expect(await storedRequests(stack, body.email)).toEqual([]);
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
    expect(await storedRequests(twoServers, body.email)).toHaveLength(1);
    await mailsSettled(twoServers, ids[0]);
    expect(await twoServers.sandbox.mails(body.email)).toHaveLength(1);
  });

  it('with a repeated key is the first one; another body is refused, another key makes a new one', async () => {
    const body = anApplication();
    const key = { 'idempotency-key': aKey() };
    const first = (await submit(body, key)).body.id;
    expect((await submit(body, key)).body.id).toBe(first);
    expect((await submit({ ...body, churchCity: 'Dallas' }, key)).status).toBe(422);
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

  it('shows the staff everything that was written, with links as text, under a subject of ours', async () => {
    const body = await aRequest({
      firstName: '<i>Ruth</i>',
      phone: '+1 (918) 555-0142',
      churchName: `Hillside ${aKey()}`,
      whyInterested: 'We lead 800 students.\nCan you show us https://evil.example/login?',
    });
    const mail = await mailToStaff(body);
    expect(mail.headers['reply-to']).toContain(STAFF);
    expect(mail.subject).toBe('New trial requests');
    expectComplete({ ...mail, html: mail.html.replaceAll('&lt;', '<').replaceAll('&gt;', '>') }, body.email);
    for (const fact of [
      '(918) 555-0142',
      'Director of Student Ministries',
      'Tulsa, OK',
      '500-1000',
      '5-10 years',
      'We lead 800 students.',
      'Can you show us https[:]//evil[.]example/login?',
    ])
      expect(mail.text).toContain(fact);
    expect(mail.text).toMatch(/students\.\s*\n\s*Can you/);
    expect(mail.html).not.toContain('<i>Ruth');
  });

  it('to the staff goes out once in ten minutes, with all requests since the last', async () => {
    const first = await aRequest();
    await mailToStaff(first);
    const others = [];
    for (const _ of Array(22).keys()) others.push(await aRequest());
    const mail = await mailToStaff(others[0]!);
    expect(mail.text.match(/Hillside Fellowship/g)).toHaveLength(20);
    expect(mail.text).toContain('And 2 more.');
    const times = new Set(await Promise.all(others.map(toldAt)));
    expect(times.size).toBe(1);
    expect([...times][0]! - (await toldAt(first))).toBeGreaterThanOrEqual(600_000);
  });

  it('is sent once when its job runs twice', async () => {
    const body = await aRequest();
    const { messageId } = await mailToStaff(body);
    await stack.sandbox.mails(body.email);
    await queueJob(stack, 'sendTrialRequestReceived', body.id);
    await queueJob(stack, 'sendTrialRequestToStaff', await toldAt(body));
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(body.email)).toHaveLength(1);
    const sent = await stack.sandbox.mails(STAFF);
    expect(sent.filter((mail) => mail.messageId === messageId)).toHaveLength(1);
  });

  it('goes to one person at most three times a day', async () => {
    const { email } = anApplication();
    for (const churchCity of ['Tulsa', 'Norman', 'Enid', 'Yukon']) await aRequest({ email, churchCity });
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(email)).toHaveLength(3);
  });

  it('waits while the mail server is down and is then sent once', async () => {
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const body = await aRequest();
    await eventually(async () => (await retriesOf(stack, { key: body.id })).length === 1);
    await stack.sandbox.heal();
    await expectNoViolations(stack);
    expect(await stack.sandbox.mails(body.email)).toHaveLength(1);
  });
});

async function aRequest(given: Parameters<typeof anApplication>[0] = {}) {
  const body = anApplication(given);
  const answer = await submit(body);
  expect(answer.status).toBe(201);
  return { ...body, id: answer.body.id as number };
}

describe('In the back office', () => {
  const stack = sharedStack();
  let support: Agent;
  let maria: Agent;
  let john: Agent;

  beforeAll(async () => {
    [support, maria, john] = await Promise.all([
      anAgent(stack, 'support'),
      anAgent(stack, 'administrator'),
      anAgent(stack, 'administrator'),
    ]);
  });

  const LIST = '/api/admin/trial-requests';
  const DONE = { status: 200, body: { success: true } };

  async function aRequest(churchName = 'Hillside', sentDaysAgo = 0) {
    const id = randomInt(2 ** 42, 2 ** 43);
    const email = anEmail('ruth');
    const columns = { created_at: await daysAgo(stack, sentDaysAgo) };
    await aStoredRequest(stack, { id, email, firstName: 'Ruth', churchName }, columns);
    const act = (agent: Agent, call: string, body = {}) => agent.post(`admin/trial-requests/${id}/${call}`, body);
    const read = async (agent = maria) => (await agent.get(`${LIST}/${id}`)).body;
    return { id, email, act, read };
  }

  describe('a trial request', () => {
    it('is assigned to one of two simultaneous agents; the other gets a 409 with the owner', async () => {
      const { id, act, read } = await aRequest();
      expect(await read()).toMatchObject({ state: 'new', owner: null, actions: ['take', 'mark-answered', 'close'] });
      const answers = await atOnce(2, (index) => act([maria, john][index]!, 'take'));
      const winner = [maria, john][answers.findIndex(({ status }) => status === 200)]!;
      const loser = winner === maria ? john : maria;
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      const taken = { status: 409, body: { error: `${winner.name} has taken this request.` } };
      for (const call of ['take', 'mark-answered', 'close', 'answers'])
        expect(await act(loser, call, { text: 'Hello' })).toMatchObject(taken);
      expect(await act(support, 'release')).toMatchObject(taken);
      expect(await read()).toMatchObject({ state: 'new', owner: winner.name, answers: [] });
      expect(await act(winner, 'take')).toMatchObject(DONE);
      expect(await winner.audited(`request:${id}`)).toHaveLength(1);
      expect(await act(loser, 'release')).toMatchObject(DONE);
      expect(await read()).toMatchObject({ owner: null });
    });

    it('is not answered with an empty text, and the refusal says what an answer is', async () => {
      const { act } = await aRequest();
      expect(await act(support, 'answers', { text: ' ' })).toMatchObject({
        status: 400,
        body: { fields: { text: 'Please write an answer of at most 5,000 characters' } },
      });
    });

    it('is answered once by a mail whose replies go to support', async () => {
      const { email, act, read } = await aRequest();
      const text = 'We would love to <talk>.\n\nIs Tuesday at 2 PM fine?';
      for (const { status } of await atOnce(3, () => act(support, 'answers', { text }))) expect(status).toBe(201);
      const [mail] = (await stack.sandbox.mails(email, { subject: /^Re: We received your request/ })) as any[];
      expect(mail.text).toContain('We would love to <talk>.');
      expect(mail.text).toContain('Is Tuesday at 2 PM fine?');
      expect(mail.headers['reply-to']).toContain('support@');
      await eventually(async () => (await read()).answers[0]?.outcome === 'sent');
      const detail = await read();
      expect(detail).toMatchObject({
        state: 'answered',
        owner: support.name,
        answeredBy: support.name,
        answeredAt: expect.any(String),
        answers: [{ by: support.name, text, outcome: 'sent' }],
      });
      expect(detail.subject).toBe(mail.subject);
      const lines = detail.timeline.map(({ kind, name, actor }: any) => `${actor}: ${kind} ${name}`);
      expect(lines).toEqual([
        'visitor: event request.sent',
        `${support.name}: event request.answer`,
        'job: mail trial-request-answer',
      ]);
      expect(await stack.sandbox.mails(email, { subject: /^Re:/, count: 1 })).toHaveLength(1);
    });

    it('is marked as answered, closed and reopened, with its history', async () => {
      const { act, read } = await aRequest();
      for (const action of ['mark-answered', 'mark-answered', 'close', 'close'])
        expect(await act(maria, action)).toMatchObject(DONE);
      const closed = await read();
      expect(closed).toMatchObject({
        state: 'closed',
        owner: maria.name,
        mayAnswer: false,
        actions: ['release', 'reopen'],
      });
      expect(Date.parse(closed.closedAt)).toBeGreaterThanOrEqual(Date.parse(closed.answeredAt));
      expect(await act(maria, 'answers', { text: 'Hello' })).toMatchObject({
        status: 409,
        body: { error: 'This request is closed. Reopen it first.' },
      });
      await act(maria, 'reopen');
      expect((await act(maria, 'notes', { text: 'They rang.' })).status).toBe(201);
      const { timeline, ...reopened } = await read();
      expect(reopened).toMatchObject({ state: 'answered', closedAt: null, answeredAt: closed.answeredAt });
      expect(timeline.map(({ name }: any) => name)).toEqual([
        'request.sent',
        'request.mark-answered',
        'request.close',
        'request.reopen',
        maria.name,
      ]);
    });

    it('that was marked as answered by mistake waits for an answer again, with its history', async () => {
      const { act, read } = await aRequest();
      await act(maria, 'mark-answered');
      expect((await read()).actions).toEqual(['release', 'unmark-answered', 'close']);
      for (const _ of [1, 2]) expect(await act(maria, 'unmark-answered')).toMatchObject(DONE);
      const { timeline, ...waiting } = await read();
      expect(waiting).toMatchObject({ state: 'new', owner: maria.name, answeredAt: null, answeredBy: null });
      expect(timeline.map(({ name }: any) => name)).toEqual([
        'request.sent',
        'request.mark-answered',
        'request.unmark-answered',
      ]);
    });

    it('is masked for support agents', async () => {
      const { email, read } = await aRequest();
      expect(await read(support)).toMatchObject({
        masked: true,
        email: expect.stringMatching(/^r•••@/),
        whyInterested: null,
      });
      expect(JSON.stringify(await read(support))).not.toContain(email);
      expect(await read()).toMatchObject({ masked: false, email });
    });

    it.each(['1', 'x'])('has no page for the id %s', async (id) => {
      const missing = { status: 404, body: { error: 'There is no trial request with this id.' } };
      expect(await maria.get(`${LIST}/${id}`)).toMatchObject(missing);
      for (const call of ['take', 'notes', 'answers'])
        expect(await maria.post(`admin/trial-requests/${id}/${call}`, { text: 'x' })).toMatchObject(missing);
    });

    it('knows no other action, and refuses an empty answer', async () => {
      const { act } = await aRequest();
      for (const action of ['erase', 'constructor']) expect((await act(maria, action)).status).toBe(404);
      expect((await act(maria, 'answers', { text: ' ' })).status).toBe(400);
    });
  });

  describe('the list of trial requests', () => {
    it('is filtered by state, the ones without an answer oldest first, on screen and in the file', async () => {
      const church = `Queue of ${aKey()}`;
      const closed = await aRequest(church, 9);
      const answered = await aRequest(church, 8);
      const fresh = await aRequest(church, 7);
      await closed.act(maria, 'close');
      await answered.act(john, 'mark-answered');
      const q = encodeURIComponent(church);
      const ids = async (state: string) =>
        (await maria.get(`${LIST}?q=${q}&state=${state}`)).body.map(({ id }: any) => id);
      const newest = await aRequest(church, 6);
      expect(await ids('open')).toEqual([fresh.id, newest.id]);
      await newest.act(maria, 'close');
      expect(await ids('new')).toEqual([fresh.id]);
      expect(await ids('answered')).toEqual([answered.id]);
      expect(await ids('closed')).toEqual([newest.id, closed.id]);
      const all = (await maria.get(`${LIST}?q=${q}`)).body;
      expect(all.map(({ id }: any) => id)).toEqual([newest.id, fresh.id, answered.id, closed.id]);
      expect(all[2]).toMatchObject({ state: 'answered', owner: john.name, answeredAt: expect.any(String) });
      expect((await maria.get(`${LIST}?state=gone`)).status).toBe(400);
      const { text } = await maria.get(`${LIST}/export?q=${q}&state=answered`);
      const [head, row] = readCsv(text);
      expect(head!.slice(1, 3)).toEqual(['Status', 'Owner']);
      expect(head![3]).toMatch(/^Answered \(/);
      expect(row!.slice(1, 3)).toEqual(['Answered', john.name]);
      expect(row![3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    });
  });
});
