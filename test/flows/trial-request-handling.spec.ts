/** Trial requests in the back office: taken, answered by mail, noted and closed. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { anAgent, aKey, anEmail, aStoredRequest, type Agent, readCsv } from '../builders/index.ts';
import { atOnce } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

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

async function aRequest(churchName = 'Hillside') {
  const id = randomInt(2 ** 42, 2 ** 43);
  const email = anEmail('ruth');
  await aStoredRequest(stack, { id, email, firstName: 'Ruth', churchName });
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
    const taken = { status: 409, body: { error: `${winner.email} has taken this request.` } };
    for (const call of ['take', 'mark-answered', 'close', 'answers'])
      expect(await act(loser, call, { text: 'Hello' })).toMatchObject(taken);
    expect(await act(support, 'release')).toMatchObject(taken);
    expect(await read()).toMatchObject({ state: 'new', owner: winner.email, answers: [] });
    expect(await act(winner, 'take')).toMatchObject(DONE);
    expect(await winner.audited(`request:${id}`)).toHaveLength(1);
    expect(await act(loser, 'release')).toMatchObject(DONE);
    expect(await read()).toMatchObject({ owner: null });
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
      owner: support.email,
      answeredBy: support.email,
      answeredAt: expect.any(String),
      answers: [{ by: support.email, text, outcome: 'sent' }],
    });
    expect(detail.subject).toBe(mail.subject);
    const lines = detail.timeline.map(({ kind, name, actor }: any) => `${actor}: ${kind} ${name}`);
    expect(lines).toEqual([
      'visitor: event request.sent',
      `${support.email}: event request.answer`,
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
      owner: maria.email,
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
      maria.email,
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
  it('is filtered by state, the open ones oldest first, on screen and in the file', async () => {
    const church = `Queue of ${aKey()}`;
    const requests = [await aRequest(church), await aRequest(church), await aRequest(church)] as const;
    const [closed, answered, fresh] = requests;
    for (const [place, { id }] of requests.entries())
      await stack.query(`UPDATE trial_requests SET created_at = now() - make_interval(days => $2) WHERE id = $1`, [
        id,
        9 - place,
      ]);
    await closed.act(maria, 'close');
    await answered.act(john, 'mark-answered');
    const q = encodeURIComponent(church);
    const ids = async (state: string) =>
      (await maria.get(`${LIST}?q=${q}&state=${state}`)).body.map(({ id }: any) => id);
    expect(await ids('open')).toEqual([answered.id, fresh.id]);
    expect(await ids('new')).toEqual([fresh.id]);
    expect(await ids('answered')).toEqual([answered.id]);
    expect(await ids('closed')).toEqual([closed.id]);
    const all = (await maria.get(`${LIST}?q=${q}`)).body;
    expect(all.map(({ id }: any) => id)).toEqual([fresh.id, answered.id, closed.id]);
    expect(all[1]).toMatchObject({ state: 'answered', owner: john.email, answeredAt: expect.any(String) });
    expect((await maria.get(`${LIST}?state=gone`)).status).toBe(400);
    const { text } = await maria.get(`${LIST}/export?q=${q}&state=answered`);
    const [head, row] = readCsv(text);
    expect(head!.slice(1, 3)).toEqual(['Status', 'Owner']);
    expect(head![3]).toMatch(/^Answered \(/);
    expect(row!.slice(1, 3)).toEqual(['Answered', john.email]);
    expect(row![3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });
});
