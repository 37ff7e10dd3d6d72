/** Email and phone of a member, corrected by support and confirmed by their owner; the welcome sent again. */
import { describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  anEmail,
  aPhone,
  callsTo,
  formsOf,
  journalOf,
  lifeOf,
  storedAccount,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const post = (call: string, body: object) => callsTo(stack).post(call, body);
const confirm = (field: 'email' | 'phone', token: string, typed = {}) =>
  formsOf(stack)(`/plan/${field}?token=${token}`, typed);

const customerOf = async (id: number) => {
  const { customers } = await stack.sandbox.records();
  return customers.find(({ metadata }: any) => metadata.trial_id === String(id));
};
/** The token of the newest link of this kind that was mailed to the address. */
const tokenFor = async (to: string, field: 'email' | 'phone', count = 1): Promise<string> => {
  const [newest] = await stack.sandbox.mails(to, { count, subject: /^Please confirm your new/ });
  return new RegExp(String.raw`/plan/${field}\?token=([\w.-]+)`).exec(newest!.text)![1]!;
};

describe('the corrected email of a member', () => {
  it('replaces the old one after the member confirms it, and a mail to the old address says so', async () => {
    const [member, agent, email] = [await aMember(stack), await anAgent(stack), anEmail('new')];
    const answer = await agent.runs(member.id, 'correct-email', { email });
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'The new email is stored. A link goes to the new address.' },
    });
    expect(await storedAccount(stack, member.id)).toMatchObject({ email: member.email, new_email: email });
    const token = await tokenFor(email, 'email');

    expect(await confirm('email', token)).toMatchObject({ status: 200, heading: 'Your new email is confirmed' });
    expect(await storedAccount(stack, member.id)).toMatchObject({
      email,
      email_key: email.toLowerCase(),
      new_email: null,
    });
    await eventually(async () => (await customerOf(member.id)).email === email);
    await stack.sandbox.mails(member.email, { subject: /has a new email address/ });
    expect((await confirm('email', token)).status).toBe(200);
    const [welcome] = await stack.sandbox.mails(member.email, { subject: /^Welcome/ });
    const planToken = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)![1]!;
    expect((await post('plan', { token: planToken })).status).toBe(410);

    await agent.runs(member.id, 'send-plan-link');
    await stack.sandbox.mails(email, { subject: /plan/ });
    const administrator = await anAgent(stack, 'administrator');
    const { timeline } = (await administrator.inspects(member.id)).body;
    expect(timeline.find(({ name }: any) => name === 'email confirmed').previous).toEqual([
      { field: 'email', value: member.email },
    ]);
    expect((await journalOf(stack, member.id)).notes).toEqual(
      expect.arrayContaining(['email change requested', 'email confirmed']),
    );
  });

  it('is masked for support while it waits, and can be undone', async () => {
    const [member, agent, email] = [await aMember(stack), await anAgent(stack), anEmail('secret')];
    await agent.runs(member.id, 'correct-email', { email });
    const token = await tokenFor(email, 'email');
    const { newContact } = (await agent.inspects(member.id)).body;
    expect(newContact).toEqual({ email: expect.stringMatching(/^s•••@/), phone: null });
    expect((await agent.runs(member.id, 'undo-correction')).status).toBe(200);
    expect(await confirm('email', token)).toMatchObject({ status: 410, heading: 'This link no longer works' });
    expect(await storedAccount(stack, member.id)).toMatchObject({ email: member.email, new_email: null });
    expect((await agent.runs(member.id, 'undo-correction')).body.repeated).toBe(true);
    expect(await agent.runs((await aMember(stack)).id, 'undo-correction')).toMatchObject({
      status: 409,
      body: { error: 'No new email or phone waits for its owner.' },
    });
  });

  it('replaces an earlier correction, whose link ends', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    const [typo, right] = [anEmail('typo'), anEmail('right')];
    await agent.runs(member.id, 'correct-email', { email: typo });
    const old = await tokenFor(typo, 'email');
    await agent.runs(member.id, 'correct-email', { email: right });
    expect((await confirm('email', old)).status).toBe(410);
    expect((await confirm('email', await tokenFor(right, 'email'))).status).toBe(200);
    expect((await storedAccount(stack, member.id))!['email']).toBe(right);
  });

  it('is refused when another account has it, at the request and at the confirmation', async () => {
    const [member, other, agent] = [await aMember(stack), await aMember(stack), await anAgent(stack)];
    expect(await agent.runs(member.id, 'correct-email', { email: other.email })).toMatchObject({
      status: 409,
      body: { fields: { email: 'Account already exists for this email.' } },
    });
    const email = anEmail('contested');
    for (const { id } of [member, other]) await agent.runs(id, 'correct-email', { email });
    const mails = await stack.sandbox.mails(email, { count: 2, subject: /^Please confirm your new/ });
    const tokens = mails.map(({ text }) => /token=([\w.-]+)/.exec(text)![1]!);
    const answers = await Promise.all(tokens.map((token) => confirm('email', token)));
    const [used, taken] = answers.toSorted((one, two) => one.status - two.status);
    expect(used).toMatchObject({ status: 200, heading: 'Your new email is confirmed' });
    expect(taken!.status).toBe(409);
    expect(taken!.page('[role=alert]').text()).toContain('An account with this email or phone number already exists.');
    expect(taken!.page('#content form button').text()).toBe('Use this address');
  });

  it('is not stored for an account that is closed, or erased with the person', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    await agent.runs(member.id, 'correct-email', { email: anEmail('later') });
    await agent.erases(member.id);
    await eventually(async () => (await storedAccount(stack, member.id))!['email'].startsWith('erased-'));
    expect(await storedAccount(stack, member.id)).toMatchObject({ new_email: null, new_phone: null });
    expect((await agent.runs(member.id, 'correct-email', { email: anEmail() })).status).toBe(409);
  });
});

describe('the corrected phone of a member', () => {
  it('is used once a code was entered that went to it', async () => {
    const [member, agent, phone] = [await aMember(stack), await anAgent(stack), aPhone()];
    await agent.runs(member.id, 'correct-phone', { phone });
    expect(await storedAccount(stack, member.id)).toMatchObject({ phone: member.phone, new_phone: phone });
    const token = await tokenFor(member.email, 'phone');
    const sms = { channel: 'sms' };
    expect((await confirm('phone', token, sms)).page('[role=status]').text()).toBe('The code is on its way.');
    expect((await confirm('phone', token, sms)).page('[role=status]').text()).toMatch(/still good/);
    const wrong = await confirm('phone', token, { code: '000000' });
    expect(wrong.status).toBe(400);
    expect(wrong.page('#code-error').text()).toBe('Please check the code and try again');
    const code = await stack.sandbox.smsCode(phone);
    for (const _ of [1, 2])
      expect(await confirm('phone', token, { code })).toMatchObject({ heading: 'Your new phone is confirmed' });
    expect(await storedAccount(stack, member.id)).toMatchObject({ phone, new_phone: null });
    await eventually(async () => (await customerOf(member.id)).phone === `+1${phone}`);
  });
});

describe('the welcome mail', () => {
  it('is sent again during the trial, once for parallel clicks, and not after it', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    await stack.sandbox.mails(member.email, { subject: /^Welcome/ });
    const answers = await Promise.all([1, 2, 3].map(() => agent.runs(member.id, 'resend-welcome')));
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    await stack.sandbox.mails(member.email, { subject: /^Welcome/, count: 2 });
    await stack.sandbox.advance({ days: 31 });
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'active');
    expect(await (await anAgent(stack)).runs(member.id, 'resend-welcome')).toMatchObject({
      status: 409,
      body: { error: 'The free trial is over. Send the plan link instead.' },
    });
  });
});
