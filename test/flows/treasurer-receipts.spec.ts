/** A second address for receipts: entered by the member, confirmed and stopped by its owner. @slow */
import { describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  anEmail,
  callsTo,
  chargeOf,
  formsOf,
  type Member,
  paysFirstMonth,
  planTokenOf,
  storedAccount,
  storedTrial,
  stripe,
} from '../builders/index.ts';
import { checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);

const CONFIRM = /^Receipts of .*: please confirm your address$/;
const presses = (page: 'confirm-receipts' | 'stop-receipts', token: string) =>
  formsOf(stack)(`/plan/${page}?token=${token}`);
const tokenIn = ({ text }: { text: string }, page: string): string =>
  new RegExp(String.raw`/plan/${page}\?token=([\w.-]+)`).exec(text)![1]!;

const enters = (token: string, email: string) => callsTo(stack).post('plan/receipts', { token, email });
const removes = (token: string) => callsTo(stack).post('plan/receipts/remove', { token });
/** The token of the newest of `count` links to confirm the address. */
const confirmTokenOf = async (email: string, count = 1) =>
  tokenIn((await stack.sandbox.mails(email, { subject: CONFIRM, count }))[0]!, 'confirm-receipts');
const mailsTo = async (email: string) => {
  await settled(stack);
  return (await stack.sandbox.mails(email, { count: 0 })).toReversed();
};
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

/** A member with a second address for receipts that its owner has confirmed. */
async function aMemberWithTreasurer() {
  const [member, email] = [await aMember(stack), anEmail('treasurer')];
  const token = await planTokenOf(stack, member);
  await enters(token, email);
  expect(await presses('confirm-receipts', await confirmTokenOf(email))).toMatchObject({ status: 200 });
  return { member, email, token };
}

const refunds = async (member: Member) =>
  stripe(stack, 'refunds', { charge: (await chargeOf(stack, member)).id, amount: '500' });

describe('a second address for receipts', () => {
  it('gets nothing but the link before it is confirmed', async () => {
    const [member, email] = [await aMember(stack), anEmail('treasurer')];
    const token = await planTokenOf(stack, member);
    expect((await enters(token, email)).body.receipts).toEqual({ email, isConfirmed: false });
    const confirm = await confirmTokenOf(email);
    expect((await callsTo(stack).get(`/plan/confirm-receipts?token=${confirm}`)).text).toContain(
      'Send me the receipts',
    );
    await paysFirstMonth(stack, member);
    await refunds(member);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(CONFIRM)]);
    expect(mails[0]!.text + mails[0]!.html).not.toContain('/plan?token=');
    expect(mails[0]!.text).not.toContain(member.email);
  });

  it('gets each receipt and refund once after that, without a link to the plan', async () => {
    const { member, email, token } = await aMemberWithTreasurer();
    expect((await callsTo(stack).post('plan', { token })).body.receipts).toEqual({ email, isConfirmed: true });
    const staff = await anAgent(stack, 'administrator');
    expect((await staff.inspects(member.id)).body.receiptsEmail).toEqual({ email, isConfirmed: true });
    await paysFirstMonth(stack, member);
    await settled(stack);
    await refunds(member);
    await stack.sandbox.mails(email, { subject: /^Your refund of \$5\.00/ });
    await stack.sandbox.webhooks.duplicate();
    const [, ...mails] = await mailsTo(email);
    const own = (await subjectsTo(member.email)).filter((subject) => /invoice/.test(subject));
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(own.toSorted());
    const { church_name: church } = await storedTrial(stack, member.id);
    for (const to of [email, member.email]) {
      const [receipt] = await stack.sandbox.mails(to, { subject: /^Receipt for invoice/ });
      expect(receipt!.text).toContain(church);
      expect(receipt!.text).toMatch(/Paid with:? +Visa ending 4242/);
    }
    for (const { text, html } of mails) {
      expect(text + html).not.toContain('/plan?token=');
      expect(text.replaceAll(/\s+/g, ' ')).toContain('Mary Ann Lee asked us to send you this');
      expect(text).toContain('/plan/stop-receipts?token=');
    }
  });

  it('is removed by the link in a receipt, also when it is pressed twice', async () => {
    const { member, email } = await aMemberWithTreasurer();
    await paysFirstMonth(stack, member);
    const [receipt] = await stack.sandbox.mails(email, { subject: /^Receipt for invoice/ });
    const stop = tokenIn(receipt!, 'stop-receipts');
    expect((await callsTo(stack).get(`/plan/stop-receipts?token=${stop}`)).text).toContain('Stop these receipts');
    expect(await storedAccount(stack, member.id)).toMatchObject({ receipts_email: email });
    for (let time = 0; time < 2; time += 1)
      expect(await presses('stop-receipts', stop)).toMatchObject({ status: 200, heading: 'No more receipts' });
    expect(await storedAccount(stack, member.id)).toMatchObject({ receipts_email: null });
    const before = await subjectsTo(email);
    await refunds(member);
    await stack.sandbox.mails(member.email, { subject: /^Your refund/ });
    expect(await subjectsTo(email)).toEqual(before);
  });

  it('is confirmed by the link to the newest address only', async () => {
    const { member, email: first, token } = await aMemberWithTreasurer();
    const second = anEmail('second');
    await enters(token, second);
    const confirm = await confirmTokenOf(second);
    expect((await presses('confirm-receipts', await confirmTokenOf(first))).status).toBe(410);
    await presses('confirm-receipts', confirm);
    expect((await presses('confirm-receipts', confirm)).status).toBe(200);
    await paysFirstMonth(stack, member);
    await stack.sandbox.mails(second, { subject: /^Receipt for invoice/ });
    expect(await subjectsTo(first)).toEqual([expect.stringMatching(CONFIRM)]);
  });

  it('can be removed by the member, and its link confirms nothing then', async () => {
    const [member, email] = [await aMember(stack), anEmail('treasurer')];
    const token = await planTokenOf(stack, member);
    await enters(token, email);
    const confirm = await confirmTokenOf(email);
    for (let time = 0; time < 2; time += 1) expect((await removes(token)).body).toMatchObject({ receipts: null });
    expect((await presses('confirm-receipts', confirm)).status).toBe(410);
    expect((await presses('confirm-receipts', `${confirm}x`)).status).toBe(410);
    await paysFirstMonth(stack, member);
    expect(await subjectsTo(email)).toEqual([expect.stringMatching(CONFIRM)]);
  });

  it('cannot be the address of the account', async () => {
    const member = await aMember(stack);
    const token = await planTokenOf(stack, member);
    expect(await enters(token, member.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { error: 'This is the address of your account, where your receipts go already.' },
    });
    expect((await storedAccount(stack, member.id))!['receipts_email']).toBeNull();
  });

  it('gets three links a day, whoever enters it', async () => {
    const email = anEmail('treasurer');
    const tokens = [];
    for (let count = 0; count < 4; count += 1) tokens.push(await planTokenOf(stack, await aMember(stack)));
    const answers = [];
    for (const token of tokens) answers.push((await enters(token, email)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect(await subjectsTo(email)).toHaveLength(3);
  });

  it('is erased with the member', async () => {
    const { member, email } = await aMemberWithTreasurer();
    const administrator = await anAgent(stack, 'administrator');
    await administrator.erases(member.id);
    await eventually(async () => (await storedTrial(stack, member.id)).email === '', { within: 40_000 });
    expect(await storedAccount(stack, member.id)).toMatchObject({
      receipts_email: null,
      receipts_email_at: null,
      receipts_email_proven_at: null,
    });
    expect(await subjectsTo(email)).toHaveLength(1);
  });
});
