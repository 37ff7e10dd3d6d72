/** A support agent changes the plan of a member, and charges an open invoice again. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  type Agent,
  anUnpaidMember,
  lifeOf,
  storesAnotherCard,
  countTimes,
} from '../builders/index.ts';
import { atOnce, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack);
});

const CHANGE = { plan: 'tier_20_49' };
const chargesOf = async (id: number) => {
  const { stripe_id } = await lifeOf(stack, id);
  const { invoices } = await stack.sandbox.records();
  return invoices.filter(({ parent }: any) => parent.subscription_details.subscription === stripe_id);
};

describe('changing the plan', () => {
  it('changes it once for clicks at the same time, and one mail tells the member', async () => {
    const { id, email } = await aMember(stack);
    const answers = await atOnce(3, () => agent.runs(id, 'change-plan', CHANGE));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await agent.runs(id, 'change-plan', CHANGE)).body).toMatchObject({
      repeated: true,
      message: 'The member has this plan already.',
    });
    expect(await lifeOf(stack, id)).toMatchObject({ plan: 'tier_20_49', state: 'trialing' });
    await settled(stack);
    expect(await stack.sandbox.mails(email, { count: 0, subject: /^Your plan is now Growth/ })).toHaveLength(1);
    const { body } = await agent.inspects(id);
    expect(body.timeline.filter(({ name }: any) => name === 'plan changed')).toMatchObject([
      { detail: { from: 'tier_1_19', to: 'tier_20_49' } },
    ]);
    expect(await agent.audited(`trial:${id}`)).toEqual(Array(4).fill('support action change-plan'));
  });

  it('is refused while Stripe does not answer, and a plan that does not exist is refused', async () => {
    const { id } = await aMember(stack);
    expect(await agent.runs(id, 'change-plan', { plan: 'tier_free' })).toMatchObject({
      status: 400,
      body: { fields: { plan: 'Please select a plan' } },
    });
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions/*', mode: '500', times: 0 });
    expect((await agent.runs(id, 'change-plan', CHANGE)).status).toBe(503);
    expect((await lifeOf(stack, id)).plan).toBe('tier_1_19');
    await stack.sandbox.heal();
    // A job of the webhook that reads the new plan first notes the change as its own.
    await stack.sandbox.webhooks.set('hold');
    expect((await agent.runs(id, 'change-plan', CHANGE)).body).toMatchObject({ message: 'The plan is changed.' });
    await stack.sandbox.webhooks.set('normal');
    await stack.sandbox.webhooks.deliver();
    await settled(stack);
    expect((await lifeOf(stack, id)).plan).toBe('tier_20_49');
    const { body } = await agent.inspects(id);
    expect(body.timeline.filter(({ name }: any) => name === 'plan changed')).toMatchObject([{ actor: agent.name }]);
  });
});

describe('retrying an invoice', () => {
  it('says why the card was declined, and charges once when the card works again', async () => {
    const member = await anUnpaidMember(stack);
    const { id, email } = member;
    const declined = await agent.runs(id, 'retry-invoice');
    expect(declined).toMatchObject({
      status: 402,
      body: { error: expect.stringMatching(/^The card was declined\. The bank gave no reason\./) },
    });
    expect((await agent.runs(id, 'retry-invoice')).status).toBe(402);

    await storesAnotherCard(stack, member);
    const answers = await atOnce(3, () => agent.runs(id, 'retry-invoice'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // A sync that began before the payment may store its older reading first.
    await eventually(async () => {
      const { state, payments } = await lifeOf(stack, id);
      return state === 'active' && payments.some((each: any) => each.paid_in_cents === 1999);
    });
    expect((await chargesOf(id)).filter(({ amount_paid }: any) => amount_paid > 0)).toHaveLength(1);
    const notes = (await agent.inspects(id)).body.timeline.filter(({ name }: any) => name === 'invoice retried');
    expect(notes.map(({ detail }: any) => detail.code)).toEqual(['generic_decline', 'generic_decline', undefined]);
    await settled(stack);
    expect(await stack.sandbox.mails(email, { count: 0, subject: /^Receipt for invoice/ })).toHaveLength(1);
  });

  it('is refused without an unpaid invoice, and repeats a lost answer of Stripe without a second charge', async () => {
    const offered = async (id: number) =>
      (await agent.inspects(id)).body.supportActions.find(({ name }: any) => name === 'retry-invoice');
    const inTrial = await aMember(stack);
    expect(await offered(inTrial.id)).toMatchObject({ possible: false, why: 'No invoice is unpaid.' });
    expect((await agent.runs(inTrial.id, 'retry-invoice')).body).toMatchObject({
      repeated: true,
      message: 'No invoice is unpaid.',
    });
    const member = await anUnpaidMember(stack);
    const { id } = member;
    expect(await offered(id)).toMatchObject({ possible: true });
    await storesAnotherCard(stack, member);
    await stack.sandbox.fault({ match: 'POST /v1/invoices/*/pay', mode: 'execute-then-drop', times: 2 });
    expect((await agent.runs(id, 'retry-invoice')).status).toBe(503);
    await stack.sandbox.heal();
    expect((await agent.runs(id, 'retry-invoice')).body).toMatchObject({ success: true });
    expect((await chargesOf(id)).filter(({ amount_paid }: any) => amount_paid > 0)).toHaveLength(1);
  });

  it('has a limit per subscription', async () => {
    const { id } = await anUnpaidMember(stack);
    await countTimes(stack, 'invoiceRetriesPerSubscription', id, 10);
    expect((await agent.runs(id, 'retry-invoice')).status).toBe(429);
  });
});
