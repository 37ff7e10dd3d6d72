/** Email and phone of a member, corrected by support and confirmed by their owner; the welcome sent again. @slow */
import { describe, expect, it } from 'vitest';
import type { QueueItem } from '@lampstand/contracts/back-office';
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
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
const post = (call: string, body: object) => callsTo(stack).post(call, body);
const confirm = (field: 'email' | 'phone' | 'keep-email', token: string, typed = {}) =>
  formsOf(stack)(`/plan/${field}?token=${token}`, typed);

const customerOf = async (id: number) => {
  const { customers } = await stack.sandbox.records();
  return customers.find(({ metadata }: any) => metadata.trial_id === String(id));
};
/** The token of the newest link of this kind that was mailed to the address. */
const tokenFor = async (to: string, field: 'email' | 'phone' | 'keep-email', count = 1): Promise<string> => {
  const subject = field === 'keep-email' ? 'A new email address for your account' : /^Please confirm your new/;
  const [newest] = await stack.sandbox.mails(to, { count, subject });
  return new RegExp(String.raw`/plan/${field}\?token=([\w.-]+)`).exec(newest!.text)![1]!;
};

describe('the corrected email of a member', () => {
  it('replaces the old one 72 hours after the request, once its link was used, and mails to the old address say so', async () => {
    const [member, agent, email] = [await aMember(stack), await anAgent(stack), anEmail('new')];
    const answer = await agent.runs(member.id, 'correct-email', { email });
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'The new email is stored. A link goes to the new address.' },
    });
    expect(await storedAccount(stack, member.id)).toMatchObject({ email: member.email, new_email: email });
    const token = await tokenFor(email, 'email');

    const early = await confirm('email', token);
    expect(early).toMatchObject({ status: 200, heading: 'Your new email is confirmed' });
    expect(early.page('main').text()).toMatch(/From \w+ \d+, \d{4} on, receipts/);
    await stack.sandbox.mails(member.email, { subject: 'A new email address for your account' });
    await stack.sandbox.advance({ days: 2, minutes: 23 * 60 });
    await settled(stack);
    expect(await storedAccount(stack, member.id)).toMatchObject({ email: member.email, new_email: email });
    await stack.sandbox.advance({ minutes: 61 });
    await eventually(async () => (await storedAccount(stack, member.id))!['email'] === email);
    expect(await storedAccount(stack, member.id)).toMatchObject({ email_key: email.toLowerCase(), new_email: null });
    await eventually(async () => (await customerOf(member.id)).email === email);
    await stack.sandbox.mails(member.email, { subject: /has a new email address/ });
    expect((await confirm('email', token)).status).toBe(200);
    const [welcome] = await stack.sandbox.mails(member.email, { subject: /^Welcome/ });
    const planToken = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)![1]!;
    expect((await post('plan', { token: planToken })).status).toBe(410);

    await (await anAgent(stack)).runs(member.id, 'send-plan-link');
    await stack.sandbox.mails(email, { subject: /plan/ });
    const administrator = await anAgent(stack, 'administrator');
    const { timeline } = (await administrator.inspects(member.id)).body;
    expect(timeline.find(({ name }: any) => name === 'email confirmed').previous).toEqual([
      { field: 'email', value: member.email },
    ]);
    expect((await journalOf(stack, member.id)).notes).toEqual(
      expect.arrayContaining(['email change requested', 'new email proven', 'email confirmed']),
    );
  });

  it('is masked for support while it waits, and can be undone', async () => {
    const [member, agent, email] = [await aMember(stack), await anAgent(stack), anEmail('secret')];
    await agent.runs(member.id, 'correct-email', { email });
    const token = await tokenFor(email, 'email');
    const { newContact } = (await agent.inspects(member.id)).body;
    expect(newContact).toEqual({
      email: expect.stringMatching(/^s•••@/),
      emailProven: false,
      emailFrom: expect.any(String),
      phone: null,
    });
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
    expect(await storedAccount(stack, member.id)).toMatchObject({
      email: member.email,
      new_email: right,
      new_email_proven_at: expect.any(Date),
    });
  });

  it('is refused by the owner of the old one with one press, which the work queue shows until it is corrected again', async () => {
    const [member, agent, email] = [await aMember(stack), await anAgent(stack), anEmail('thief')];
    await agent.runs(member.id, 'correct-email', { email });
    const [token, keep] = [await tokenFor(email, 'email'), await tokenFor(member.email, 'keep-email')];
    await confirm('email', token);
    expect((await callsTo(stack).get(`/plan/keep-email?token=${keep}`)).text).toContain('Keep my address');
    expect((await storedAccount(stack, member.id))!['new_email']).toBe(email);
    for (const _ of [1, 2])
      expect(await confirm('keep-email', keep, { answer: 'keep' })).toMatchObject({
        status: 200,
        heading: 'Your email stays',
      });
    expect(await storedAccount(stack, member.id)).toMatchObject({ email: member.email, new_email: null });
    expect((await confirm('email', token)).status).toBe(410);
    expect((await confirm('keep-email', keep, { answer: 'use' })).status).toBe(410);
    const refused = async () => (await agent.get('/api/admin/queue/emailRefused')).body.map(({ id }: QueueItem) => id);
    expect(await refused()).toContain(member.id);
    await agent.post(`admin/queue/emailRefused/${member.id}/done`, {});
    expect(await refused()).not.toContain(member.id);
    await stack.sandbox.advance({ days: 4 });
    await settled(stack);
    expect((await storedAccount(stack, member.id))!['email']).toBe(member.email);
  });

  it.each(['before', 'after'])(
    'counts at once when the owner of the old one lets it %s it is confirmed',
    async (when) => {
      const [member, agent, email] = [await aMember(stack), await anAgent(stack), anEmail('wanted')];
      await agent.runs(member.id, 'correct-email', { email });
      const confirms = async () => confirm('email', await tokenFor(email, 'email'));
      if (when === 'after') await confirms();
      const keep = await tokenFor(member.email, 'keep-email');
      expect(await confirm('keep-email', keep, { answer: 'use' })).toMatchObject({
        heading: 'The new email may be used',
      });
      if (when === 'before') await confirms();
      expect(await storedAccount(stack, member.id)).toMatchObject({ email, new_email: null });
      expect((await confirm('keep-email', keep, { answer: 'keep' })).status).toBe(410);
    },
  );

  it('counts at once when only the case of its letters differs, and the same mailbox gets no second mail', async () => {
    const [member, agent] = [await aMember(stack), await anAgent(stack)];
    const email = member.email.replace(/^./, (first) => first.toUpperCase());
    await agent.runs(member.id, 'correct-email', { email });
    await confirm('email', await tokenFor(email, 'email'));
    expect(await storedAccount(stack, member.id)).toMatchObject({ email, new_email: null });
    await settled(stack);
    expect(await stack.sandbox.mails(email, { count: 0, subject: 'A new email address for your account' })).toEqual([]);
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
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await confirm('keep-email', await tokenFor(other.email, 'keep-email'), { answer: 'use' });
    expect((await storedAccount(stack, other.id))!['email']).toBe(email);
    const refusals = await Promise.all(tokens.map((token) => confirm('email', token)));
    const taken = refusals.find(({ status }) => status === 409)!;
    expect(taken.page('[role=alert]').text()).toContain('An account with this email or phone number already exists.');
    expect(taken.page('#content form button').text()).toBe('Use this address');
    await stack.sandbox.advance({ days: 3, minutes: 1 });
    await eventually(async () => (await storedAccount(stack, member.id))!['new_email'] === null);
    expect((await storedAccount(stack, member.id))!['email']).toBe(member.email);
    expect((await journalOf(stack, member.id)).notes).toContain('new email taken');
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
