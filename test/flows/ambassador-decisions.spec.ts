/** Decisions with their mail as it was shown, and the ten seconds in which they can be undone. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { anAgent, aKey, aStoredApplication, type Agent, journalOf, undoEnds } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
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

  it.each([
    ['approve', 'inReview'],
    ['decline', 'submitted'],
  ] as const)('is sent as it was shown, in the original words: %s', async (action, state) => {
    const { id, email } = await aStoredApplication(stack, { state });
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
    expect(await read(maria, id)).toMatchObject({ mails: null, actions: [], taken: { words: 'Written to Ruth.' } });
    expect(await read(support, id)).toMatchObject({ mails: null, taken: { words: '', by: maria.email } });
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
    expect(await read(maria, id)).toMatchObject({ state: 'inReview', decidedAt: null });
    expect(await act(john, id, 'undo')).toMatchObject({ status: 200, body: { success: true } });
    expect(await read(maria, id)).toMatchObject({
      state: 'inReview',
      taken: null,
      actions: ['approve', 'decline', 'withdraw'],
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
    expect((await read(maria, id)).taken).toMatchObject({ decision: 'approve', by: john.email });
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
    const taken = { error: `This application is decided already: approved by ${maria.email}.` };
    for (const action of ['approve', 'decline', 'withdraw'])
      expect(await act(john, id, action)).toMatchObject({ status: 409, body: taken });
    expect(await act(maria, id, 'approve')).toMatchObject({ status: 200 });
    await undoEnds(stack, id);
    await reaches(id, 'approved');
    for (const action of ['approve', 'decline'])
      expect(await act(john, id, action)).toMatchObject({ status: 409, body: taken });
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
