/** Reading and deciding applications: the list, owners, notes, decisions and their mails. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Decision, DECISIONS } from '@lampstand/contracts/back-office';
import { AMBASSADOR_STATES, type AmbassadorState } from '@lampstand/workflows';
import {
  type Agent,
  aKey,
  anAgent,
  anApplication,
  aStoredApplication,
  callsTo,
  journalOf,
  undoEnds,
  daysAgo,
} from '../builders/index.ts';
import { atOnce, settled } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
let support: Agent;
let administrator: Agent;

beforeAll(async () => {
  [support, administrator] = await Promise.all([anAgent(stack, 'support'), anAgent(stack, 'administrator')]);
});

const act = (id: number, action: string, agent = administrator) => agent.post(`admin/ambassadors/${id}/${action}`, {});
const read = (id: number, agent = administrator) => agent.get(`/api/admin/ambassadors/${id}`);
const stateOf = async (id: number): Promise<string> => (await read(id)).body.state;
const reaches = (id: number, state: string) => eventually(async () => (await stateOf(id)) === state);
const STORED = AMBASSADOR_STATES.filter((state) => state !== 'draft');

const RESULT: Record<Decision, AmbassadorState> = { approve: 'approved', decline: 'declined' };

const CASES = STORED.flatMap((state) => DECISIONS.map((action) => ({ state, action })));

describe('a decision', () => {
  it.each(CASES)('$action in the state $state is allowed or refused as specified', async ({ state, action }) => {
    const { id } = await aStoredApplication(stack, { state });
    const open = state === 'submitted';
    expect((await read(id)).body.mails !== null).toBe(open);
    const answer = await act(id, action);
    const to = RESULT[action];
    if (open) {
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      await undoEnds(stack, id);
      await reaches(id, to);
      expect(await administrator.audited(`application:${id}`)).toEqual([`decision ${action}`]);
    } else {
      const error = 'This application is decided already.';
      expect(answer).toMatchObject(to === state ? { status: 200 } : { status: 409, body: { error } });
      expect(await stateOf(id)).toBe(state);
      expect(await administrator.audited(`application:${id}`)).toEqual([]);
    }
  });
});

describe('the review', () => {
  it.each([
    ['approve', 'approved'],
    ['decline', 'declined'],
  ])('goes from the form to the decision mail: %s', async (action, state) => {
    const body = anApplication();
    const { id } = (await callsTo(stack).post('ambassador-application', body)).body;
    expect((await read(id)).body).toMatchObject({ state: 'submitted', decidedAt: null });
    await administrator.post(`admin/ambassadors/${id}/notes`, { text: 'Spoke with the church.' });
    await act(id, action);
    await undoEnds(stack, id);
    await stack.sandbox.mails(body.email, { subject: /^Our decision/ });
    // The mail server has the mail before its row is settled.
    await settled(stack);
    const detail = (await read(id)).body;
    expect(detail).toMatchObject({
      state,
      decidedAt: expect.any(String),
      mails: null,
      whyInterested: body.whyInterested,
    });
    const lines = detail.timeline.map(({ kind, name, actor }: any) => `${actor}: ${kind} ${name}`);
    expect(
      lines.filter((line: string) => line.startsWith(`${administrator.name}: `) && !line.includes('staff-note')),
    ).toEqual([`${administrator.name}: note decision taken`, `${administrator.name}: event application.${state}`]);
    expect(lines).toContain(`${administrator.name}: staff-note ${administrator.name}`);
    expect(lines).toContain('job: mail application-decision');
  });

  it('ends in one decision and one mail when two administrators decide at once on two servers', async () => {
    const { id, email } = await aStoredApplication(stack);
    const answers = await atOnce(6, (index) => act(id, index % 2 ? 'approve' : 'decline'));
    const { taken } = (await read(id)).body;
    const winner = taken.decision === 'approve' ? 1 : 0;
    expect(answers.map(({ status }) => status)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => (index % 2 === winner ? 200 : 409)),
    );
    await undoEnds(stack, id);
    await stack.sandbox.mails(email, { subject: /^Our decision/ });
    await settled(stack);
    expect(await stack.sandbox.mails(email, { count: 0, subject: /^Our decision/ })).toHaveLength(1);
    expect((await journalOf(stack, id)).events.filter((event) => /approved|declined/.test(event))).toHaveLength(1);
  });

  it('masks the applicant for support agents, who may add notes but not decide', async () => {
    const { id, email, phone } = await aStoredApplication(stack);
    const { body } = await read(id, support);
    expect(body).toMatchObject({
      masked: true,
      email: `${email[0]}•••@church.example`,
      phone: `(•••) •••-${phone.slice(-4)}`,
    });
    expect((await read(id)).body).toMatchObject({ masked: false, email, phone });
    expect((await act(id, 'approve', support)).status).toBe(403);
    expect((await support.post(`admin/ambassadors/${id}/notes`, { text: 'They rang.' })).status).toBe(201);
    expect(await stateOf(id)).toBe('submitted');
  });

  it.each(['1', 'x'])('answers 404 for the application %s', async (id) => {
    const missing = { status: 404, body: { error: 'There is no application with this id.' } };
    expect(await administrator.get(`/api/admin/ambassadors/${id}`)).toMatchObject(missing);
    expect(await administrator.post(`admin/ambassadors/${id}/approve`, {})).toMatchObject(missing);
    expect(await administrator.post(`admin/ambassadors/${id}/notes`, { text: 'x' })).toMatchObject(missing);
  });

  it('answers 404 for an unknown action', async () => {
    const { id } = await aStoredApplication(stack);
    for (const action of ['promote', 'constructor']) expect((await act(id, action)).status).toBe(404);
  });
});

describe('the queue', () => {
  const church = `Queue of ${aKey()}`;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    for (const state of STORED)
      ids[state] = (await aStoredApplication(stack, { state, given: { churchName: church } })).id;
    const at = await daysAgo(stack, 7);
    ids['older'] = (await aStoredApplication(stack, { given: { churchName: church }, at })).id;
  });

  const listed = async (query: string) => {
    const answer = await administrator.get(`/api/admin/ambassadors?q=${encodeURIComponent(church)}${query}`);
    expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length));
    return answer.body;
  };

  it('lists open applications, oldest first, with the days they have waited and their due date', async () => {
    const rows = await listed('&state=open');
    expect(rows.map(({ id }: any) => id)).toEqual([ids['older'], ids['submitted']]);
    // A week has five, without a holiday.
    expect([4, 5]).toContain(rows[0].businessDays);
    expect(rows[0].dueBy).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(rows[1].businessDays).toBe(0);
  });

  it('filters by state, and lists all without a filter, newest first', async () => {
    for (const state of ['approved', 'declined'])
      expect((await listed(`&state=${state}`)).map(({ id }: any) => id)).toEqual([ids[state]]);
    const all = await listed('');
    expect(all).toHaveLength(STORED.length + 1);
    expect(all.at(-1).id).toBe(ids['older']);
  });

  it('lists the last decision first among the approved ones', async () => {
    const word = aKey();
    const apply = async (days: number) =>
      aStoredApplication(stack, { given: { churchName: word }, at: await daysAgo(stack, days) });
    const [older, newer] = [await apply(3), await apply(2)];
    for (const { id } of [newer, older]) {
      await act(id, 'approve');
      await undoEnds(stack, id);
      await reaches(id, 'approved');
    }
    const { body } = await administrator.get(`/api/admin/ambassadors?state=approved&q=${word}`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([older.id, newer.id]);
  });

  it('refuses an unknown state', async () => {
    expect((await administrator.get('/api/admin/ambassadors?state=draft')).status).toBe(400);
  });

  it('is masked for support agents', async () => {
    const { body } = await support.get(`/api/admin/ambassadors?q=${encodeURIComponent(church)}`);
    for (const { email, phone } of body)
      expect([email, phone].join()).toMatch(/^.•••@church\.example,\(•••\) •••-\d{4}$/);
  });
});

describe('A decision', () => {
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

  const DECISION = /^Our decision/;

  const act = (agent: Agent, id: number, action: string, body = {}) =>
    agent.post(`admin/ambassadors/${id}/${action}`, body);

  const read = async (agent: Agent, id: number) => (await agent.get(`/api/admin/ambassadors/${id}`)).body;
  const reaches = (id: number, state: string) => eventually(async () => (await read(maria, id)).state === state);

  const open = async (word: string) =>
    (await maria.get(`/api/admin/ambassadors?state=open&q=${word}`)).body.map(({ id }: { id: number }) => id);

  describe('the mail of a decision', () => {
    const sentTo = async ({ id, email }: { id: number; email: string }) => {
      await undoEnds(stack, id);
      const [mail] = await stack.sandbox.mails(email, { subject: DECISION });
      return mail!;
    };

    it.each(DECISIONS)('is sent as it was shown, in the original words: %s', async (action) => {
      const { id, email } = await aStoredApplication(stack);
      const { subject, before, words, after } = (await read(maria, id)).mails[action];
      expect((await act(maria, id, action, { words })).status).toBe(200);
      const mail = await sentTo({ id, email });
      expect(mail.subject).toBe(subject);
      expect(mail.text.trim()).toBe(`${before}${words}${after}`.trim());
      expect((await read(maria, id)).taken.words).toBe('');
    });

    it('is sent in the original words to a call without words', async () => {
      const { id, email } = await aStoredApplication(stack);
      const { before, words, after } = (await read(maria, id)).mails.approve;
      await act(maria, id, 'approve');
      expect((await sentTo({ id, email })).text.trim()).toBe(`${before}${words}${after}`.trim());
    });

    it('is sent in the changed words and no others, as text also where they look like HTML, inside the same frame', async () => {
      const { id, email } = await aStoredApplication(stack);
      const { before, words, after } = (await read(maria, id)).mails.approve;
      const changed = 'We loved <b>your</b> story & "camp".\n\n<script>alert(1)</script>\n\nCall us: 555 0100';
      await act(maria, id, 'approve', { words: changed });
      const { text, html } = await sentTo({ id, email });
      expect(text.trim()).toBe(`${before}${changed}${after}`.trim());
      expect(text).not.toContain(words.slice(0, 40));
      expect(html).toContain('We loved &lt;b&gt;your&lt;/b&gt; story &amp; &quot;camp&quot;.</p>');
      expect(html).not.toContain('<script>');
      expect(html).toContain('mailto:');
      expect((await read(maria, id)).taken.words).toBe(changed);
    });

    it('is shown only to administrators, and only before the decision', async () => {
      const { id } = await aStoredApplication(stack);
      expect((await read(support, id)).mails).toBeNull();
      await act(maria, id, 'decline', { words: 'Written to Ruth.' });
      expect(await read(maria, id)).toMatchObject({ mails: null, taken: { words: 'Written to Ruth.' } });
      expect(await read(support, id)).toMatchObject({ mails: null, taken: { words: '', by: maria.name } });
    });

    it('takes at most 4,000 characters, and not none', async () => {
      const { id } = await aStoredApplication(stack);
      for (const words of ['x'.repeat(4001), '', ' \n '])
        expect((await act(maria, id, 'approve', { words })).status).toBe(400);
      expect((await read(maria, id)).taken).toBeNull();
      expect((await act(maria, id, 'approve', { words: 'x'.repeat(4000) })).status).toBe(200);
    });

    it('forgets the changed words of a decision that is undone', async () => {
      const { id, email } = await aStoredApplication(stack);
      const { words } = (await read(maria, id)).mails.approve;
      await act(maria, id, 'approve', { words: 'Only this.' });
      await act(maria, id, 'undo');
      await act(maria, id, 'approve');
      const { text } = await sentTo({ id, email });
      expect(text).toContain(words);
      expect(text).not.toContain('Only this.');
    });
  });

  describe('a decision', () => {
    it('can be undone for ten seconds, in which nothing is recorded or mailed', async () => {
      const { id, email } = await aStoredApplication(stack);
      const { now } = await stack.sandbox.call('clock');
      const { body } = await act(maria, id, 'approve', { words: 'Welcome.' });
      const left = Date.parse(body.undoUntil) - Date.parse(now);
      expect(left).toBeGreaterThan(8_000);
      expect(left).toBeLessThan(20_000);
      expect(await read(maria, id)).toMatchObject({ state: 'submitted', decidedAt: null });
      expect(await act(john, id, 'undo')).toMatchObject({ status: 200, body: { success: true } });
      expect(await read(maria, id)).toMatchObject({
        state: 'submitted',
        taken: null,
        mails: { approve: expect.any(Object) },
      });
      expect((await journalOf(stack, id)).notes).toEqual(['decision taken', 'decision undone']);
      expect(await maria.audited(`application:${id}`)).toEqual(['decision approve']);
      expect(await john.audited(`application:${id}`)).toEqual(['decision undo']);
      await settled(stack);
      expect(await stack.sandbox.mails(email, { count: 0, subject: DECISION })).toEqual([]);
    });

    it('can be taken anew after it was undone, and only the last one is mailed', async () => {
      const { id, email } = await aStoredApplication(stack);
      await act(maria, id, 'decline');
      await act(maria, id, 'undo');
      await act(john, id, 'approve');
      await undoEnds(stack, id);
      await reaches(id, 'approved');
      expect((await read(maria, id)).taken).toMatchObject({ decision: 'approve', by: john.name });
      const mails = await stack.sandbox.mails(email, { subject: DECISION });
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toContain('first call');
    });

    it('cannot be undone later, before or after it is recorded', async () => {
      const { id } = await aStoredApplication(stack);
      const late = { status: 409, body: { error: 'It is too late to undo this decision.' } };
      expect(await act(maria, id, 'undo')).toMatchObject(late);
      await act(maria, id, 'approve');
      await undoEnds(stack, id);
      expect(await act(maria, id, 'undo')).toMatchObject(late);
      await reaches(id, 'approved');
      expect(await act(maria, id, 'undo')).toMatchObject(late);
    });

    it('names its reviewer to a second one, while it is pending and afterwards', async () => {
      const { id } = await aStoredApplication(stack);
      await act(maria, id, 'approve');
      const taken = { error: `This application is decided already: approved by ${maria.name}.` };
      for (const action of DECISIONS) expect(await act(john, id, action)).toMatchObject({ status: 409, body: taken });
      expect(await act(maria, id, 'approve')).toMatchObject({ status: 200 });
      await undoEnds(stack, id);
      await reaches(id, 'approved');
      for (const action of DECISIONS) expect(await act(john, id, action)).toMatchObject({ status: 409, body: taken });
      expect(await act(maria, id, 'approve')).toMatchObject({ status: 200 });
    });

    it('leaves the list of open applications at once, and an undone one returns', async () => {
      const word = aKey();
      const { id } = await aStoredApplication(stack, { given: { churchName: `Church of ${word}` } });
      expect(await open(word)).toEqual([id]);
      await act(maria, id, 'decline');
      expect(await open(word)).toEqual([]);
      await act(maria, id, 'undo');
      expect(await open(word)).toEqual([id]);
    });
  });
});
