/** Mails as they were sent: read by staff, sent again, kept encrypted, and deleted with the person. @slow */
import { describe, expect, it } from 'vitest';
import {
  type Agent,
  aMember,
  anAgent,
  anEmail,
  aStoredApplication,
  callsTo,
  undoEnds,
  changeTrial,
  sentMailsOf,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();

const mailsIn = async (agent: Agent, id: number): Promise<any[]> =>
  (await agent.inspects(id)).body.timeline.filter(({ kind }: any) => kind === 'mail');
const keyOf = async (agent: Agent, id: number, kind: string): Promise<string> =>
  (await mailsIn(agent, id)).find(({ name }) => name === kind).mailKey;
const read = (agent: Agent, key: string) => agent.get(`/api/admin/mails/${encodeURIComponent(key)}`);
const sendAgain = (agent: Agent, key: string) => agent.post(`admin/mails/${encodeURIComponent(key)}/send`, {});
const welcomesTo = (email: string, count = 1) => stack.sandbox.mails(email, { count, subject: /^Welcome/ });
const copiesOf = async (id: number) => (await sentMailsOf(stack, id)).filter(({ copy }) => copy !== null);

describe('a mail that was sent', () => {
  it('is read in its words from the timeline, without what makes its links work', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack, 'administrator')];
    const [sent] = await welcomesTo(member.email);
    const { status, body } = await read(agent, await keyOf(agent, member.id, 'welcome'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ to: member.email, subject: sent!.subject, outcome: 'sent', mayBeSentAgain: true });
    expect(sent!.text).toMatch(/\/plan\?token=/);
    expect(body.text).toContain(`${stack.url}/plan`);
    expect(body.text).not.toContain('token=');
    expect(await agent.audited(`trial:${member.id}`)).toContain('mail read');
  });

  it('is masked for support', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    await welcomesTo(member.email);
    const answer = await read(agent, await keyOf(agent, member.id, 'welcome'));
    expect(answer.body.to).toMatch(/•/);
    expect(answer.text).not.toContain(member.email);
  });

  it('is stored encrypted', async () => {
    const member = await aMember(stack);
    await welcomesTo(member.email);
    await eventually(async () => (await copiesOf(member.id)).length >= 2);
    for (const { copy } of await copiesOf(member.id)) {
      expect(copy.toString('latin1')).not.toContain('token');
      expect(copy.toString('latin1')).not.toContain(member.email);
    }
  });
});

describe('the mail of a decision', () => {
  it('is read as it was sent, by support without the words of its reviewer', async () => {
    const [reviewer, support] = [await anAgent(stack, 'administrator'), await anAgent(stack)];
    const { id, email } = await aStoredApplication(stack, { given: { email: anEmail('ruth') } });
    const words = 'Your students (all 12)\nare lucky.';
    await reviewer.post(`admin/ambassadors/${id}/approve`, { words });
    await undoEnds(stack, id);
    const [sent] = await stack.sandbox.mails(email, { subject: /^Our decision/ });
    const key = await eventually(async () => {
      const { timeline } = (await reviewer.get(`/api/admin/ambassadors/${id}`)).body;
      return timeline.find(({ mailKey }: any) => mailKey?.startsWith('application-decision'))?.mailKey;
    });
    expect((await read(reviewer, key)).body.text).toContain('Your students (all 12)\n\nare lucky.');
    expect(sent!.text).toContain('Your students (all 12)\n\nare lucky.');
    await sendAgain(reviewer, key);
    const again = await eventually(async () => {
      const { timeline } = (await reviewer.get(`/api/admin/ambassadors/${id}`)).body;
      return timeline.find(({ name }: any) => name === 'sent-again')?.mailKey;
    });
    for (const each of [key, again]) {
      const { text } = (await read(support, each)).body;
      expect(text).toContain('[Personal words, hidden.]');
      expect(text).toMatch(/welcome aboard/i);
      expect(text).not.toMatch(/students \(|are lucky/);
    }
  });
});

describe('sending a mail again', () => {
  it('mails the same words once a minute, to the present address, and the timeline says so', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    const [first] = await welcomesTo(member.email);
    const email = anEmail('present');
    await changeTrial(stack, member.id, { pastor: { email } });
    const key = await keyOf(agent, member.id, 'welcome');
    const answers = await Promise.all([sendAgain(agent, key), sendAgain(agent, key)]);
    expect(answers.map(({ status, body }) => `${status} ${body.repeated ?? 'sent'}`).toSorted()).toEqual([
      '200 sent',
      '200 true',
    ]);
    const [again] = await welcomesTo(email);
    expect(again).toMatchObject({ subject: first!.subject, text: first!.text, html: first!.html });
    const entry = await eventually(async () =>
      (await mailsIn(agent, member.id)).find(({ name }) => name === 'sent-again'),
    );
    expect(entry.detail).toEqual({ outcome: 'sent', mail: 'welcome' });
    expect((await read(agent, entry.mailKey)).body.mayBeSentAgain).toBe(false);
    expect(await agent.audited(`trial:${member.id}`)).toContain('mail sent again');
  });

  it('is refused for a link that may have ended, and for a mail without a copy', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    const saved = await keyOf(agent, member.id, 'signup-saved');
    expect(await sendAgain(agent, saved)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/link/) },
    });
    expect((await sendAgain(agent, 'welcome:1')).status).toBe(404);
    expect((await read(agent, 'staff-password-link:1')).status).toBe(404);
  });
});

describe('an erased person', () => {
  it('leaves no copy of a mail', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    await welcomesTo(member.email);
    const key = await eventually(() => keyOf(agent, member.id, 'welcome'));
    await agent.erases(member.id);
    await eventually(async () => (await copiesOf(member.id)).length === 0);
    expect((await read(agent, key)).status).toBe(404);
    expect((await callsTo(stack).get(`/api/admin/mails/${encodeURIComponent(key)}`)).status).toBe(401);
  });
});
