/** Payments that are paused in Stripe's dashboard, and a trial that Stripe pauses for want of a card. @thorough */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  callsTo,
  lifeOf,
  type Member,
  paysFirstMonth,
  planTokenOf,
  stripe,
} from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);
const after = advanceAndSettle(stack);

const change = async (member: Member, params: Record<string, string>) =>
  stripe(stack, `subscriptions/${(await lifeOf(stack, member.id)).stripe_id}`, params);
const viewOf = async (member: Member) =>
  (await callsTo(stack).post('plan', { token: await planTokenOf(stack, member) })).body;
const inspected = async ({ id }: Member) => (await (await anAgent(stack)).inspects(id)).body;
const paid = async ({ id }: Member) =>
  (await lifeOf(stack, id)).payments.reduce((sum: number, each: any) => sum + each.paid_in_cents, 0);
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const untilPaused = async ({ id }: Member, pause: object | null) =>
  eventually(async () => isDeepStrictEqual((await lifeOf(stack, id))['pause'], pause));

describe('paused payments', () => {
  it('of a trial without an end promise and make no charge, and go on when they are resumed', async () => {
    const member = await aMember(stack);
    await change(member, { 'pause_collection[behavior]': 'void' });
    await untilPaused(member, { until: null });
    expect(await viewOf(member)).toMatchObject({ status: 'trialing', pause: { until: null }, nextCharge: null });
    await after({ days: 23, minutes: 5 });
    const [notice] = await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in 7 days' });
    expect(plain(notice!.text)).toContain('Your payments are paused');
    expect(notice!.text).not.toContain('$19.99');
    await after({ days: 8 });
    expect(await lifeOf(stack, member.id)).toMatchObject({ state: 'active', account: 'active' });
    expect((await inspected(member)).diagnosis).toMatchObject({
      tone: 'waiting',
      what: 'The account is open, and its payments are paused.',
    });
    expect(await paid(member)).toBe(0);
    await change(member, { pause_collection: '' });
    await untilPaused(member, null);
    expect((await viewOf(member)).nextCharge).toMatchObject({ amountInCents: 1999 });
    await after({ days: 32 });
    expect(await paid(member)).toBe(1999);
    expect((await lifeOf(stack, member.id)).journal.map(({ note }: any) => note)).toEqual(
      expect.arrayContaining(['payments paused', 'payments resumed']),
    );
  });

  it('with an end name it, and go on by themselves', async () => {
    const member = await aMember(stack);
    await paysFirstMonth(stack, member);
    const { period_ends_at: end } = await lifeOf(stack, member.id);
    const until = new Date((Math.round(end.getTime() / 1000) + 5 * 86_400) * 1000);
    const resumes = String(until.getTime() / 1000);
    await change(member, {
      'pause_collection[behavior]': 'mark_uncollectible',
      'pause_collection[resumes_at]': resumes,
    });
    await untilPaused(member, { until: until.toISOString() });
    expect(await viewOf(member)).toMatchObject({ nextCharge: null, pause: { until: until.toISOString() } });
    expect((await inspected(member)).standing.sentence).toMatch(/^Payments paused until /);
    await after({ days: 32 });
    expect(await paid(member)).toBe(1999);
    expect(await viewOf(member)).toMatchObject({ status: 'active', openInvoice: null });
    await after({ days: 5 });
    await untilPaused(member, null);
    await after({ days: 30 });
    expect(await paid(member)).toBe(3998);
  });

  it('that end before the next payment leave it announced', async () => {
    const member = await aMember(stack);
    const { trial_ends_at: end } = await lifeOf(stack, member.id);
    const resumes = Math.round(end.getTime() / 1000) - 86_400;
    await change(member, { 'pause_collection[behavior]': 'void', 'pause_collection[resumes_at]': String(resumes) });
    await untilPaused(member, { until: new Date(resumes * 1000).toISOString() });
    expect((await viewOf(member)).nextCharge).toMatchObject({ amountInCents: 1999 });
  });
});

describe('a trial that Stripe pauses, because it has no card', () => {
  it('leaves the account open and owes nothing, until it is resumed with a card', async () => {
    const member = await aMember(stack);
    const { customer_id: customer, stripe_id: id } = await lifeOf(stack, member.id);
    await change(member, { 'trial_settings[end_behavior][missing_payment_method]': 'pause' });
    const { default_payment_method: card } = await stripe(stack, `subscriptions/${id}`);
    await stripe(stack, `payment_methods/${card}/detach`, {});
    await after({ days: 31 });
    await untilPaused(member, { until: null });
    expect(await lifeOf(stack, member.id)).toMatchObject({ state: 'active', account: 'active' });
    expect(await viewOf(member)).toMatchObject({ status: 'active', nextCharge: null, openInvoice: null });
    const { id: added } = await stripe(stack, 'payment_methods/pm_card_visa/attach', { customer });
    await change(member, { default_payment_method: added });
    await stripe(stack, `subscriptions/${id}/resume`, {});
    await eventually(async () => (await paid(member)) === 1999);
    await untilPaused(member, null);
  });
});
