/** Support changes a plan, retries an invoice, refunds a payment and mails a receipt. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  type Agent,
  anUnpaidMember,
  lifeOf,
  storesAnotherCard,
  countTimes,
  anEmail,
  callsTo,
  chargeOf,
  firstMonthOf,
  type Member,
  paysFirstMonth,
  stripe,
  deleteAtStripe,
} from '../builders/index.ts';
import { atOnce, settled, advanceAndSettle, checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { hash } from 'node:crypto';
import { SUPPORT_ACTION_DIALOGS } from '../../apps/web/app/back-office/inspector/support-action-dialogs.ts';

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

checkInvariantsAfterEach(stack);

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const refundMailsOf = async ({ email }: Member) =>
  (await stack.sandbox.mails(email, { count: 0, subject: /^Your refund/ })).toReversed();
const refundedOf = async ({ id }: Member) => (await firstMonthOf(stack, id))?.['refunded_in_cents'];

async function aPayingMember() {
  const member = await aMember(stack);
  await paysFirstMonth(stack, member);
  return { ...member, charge: await chargeOf(stack, member) };
}

describe('a refund made in Stripe', () => {
  it('is known by its webhook, and each part is mailed once to the member', async () => {
    const member = await aPayingMember();
    await stripe(stack, 'refunds', { charge: member.charge.id, amount: '500' });
    await eventually(async () => (await refundedOf(member)) === 500);
    await settled(stack);
    await stripe(stack, 'refunds', { charge: member.charge.id });
    await eventually(async () => (await refundedOf(member)) === 1999);
    await stack.sandbox.webhooks.duplicate();
    await settled(stack);
    const payment = await firstMonthOf(stack, member.id);
    expect(payment).toMatchObject({ status: 'paid', paid_in_cents: 1999, card: { brand: 'visa', last4: '4242' } });
    expect((await lifeOf(stack, member.id)).state).toBe('active');
    const { number } = payment!;
    const mails = await refundMailsOf(member);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your refund of $5.00 for invoice ${number}`,
      `Your refund of $14.99 for invoice ${number}`,
    ]);
    expect(plain(mails[0]!.text)).toContain(
      `we refunded $5.00 of invoice ${number} to your Visa ending 4242. Banks need 5 to 10 business days.`,
    );
  });

  it('is shown on the plan page and in the back office, whose timeline says it', async () => {
    const member = await aPayingMember();
    await stripe(stack, 'refunds', { charge: member.charge.id, amount: '500' });
    await eventually(async () => (await refundMailsOf(member)).length === 1);
    const [mail] = await refundMailsOf(member);
    const [, token] = /\/plan\?token=([\w.-]+)/.exec(mail!.text)!;
    const { body: plan } = await callsTo(stack).post('plan', { token });
    expect(plan.invoices).toMatchObject([{ status: 'paid', amountInCents: 1999, refundedInCents: 500 }]);
    const { body: trial } = await (await anAgent(stack)).inspects(member.id);
    expect(trial.subscription.payments).toContainEqual(
      expect.objectContaining({ status: 'paid', refundedInCents: 500 }),
    );
    expect(trial.timeline.filter(({ name }: any) => name === 'refunded')).toMatchObject([
      { detail: { invoice: plan.invoices[0].number, from: 0, to: 500 } },
    ]);
  });

  it('is known of an invoice from before the member began another subscription, too', async () => {
    const member = await aPayingMember();
    const {
      stripe_id,
      customer_id: customer,
      price_id: price,
      payment_method_id: card,
    } = await lifeOf(stack, member.id);
    await deleteAtStripe(stack, `subscriptions/${stripe_id}`);
    const next = await stripe(stack, 'subscriptions', {
      customer,
      default_payment_method: card,
      'items[0][price]': price,
      'metadata[trial_id]': String(member.id),
    });
    await eventually(async () => (await lifeOf(stack, member.id)).stripe_id === next.id);
    await settled(stack);
    await stripe(stack, 'refunds', { charge: member.charge.id });
    const { payments } = await eventually(async () => {
      const life = await lifeOf(stack, member.id);
      return life.payments.some((each: any) => each.refunded_in_cents === 1999) && life;
    });
    expect(payments.filter((each: any) => each.status === 'paid' && each.amount_in_cents > 0)).toHaveLength(2);
    await eventually(async () => (await refundMailsOf(member)).length === 1);
  });

  it('that the bank sends back is none any more', async () => {
    const member = await aMember(stack, { card: '4000000000005126' });
    await paysFirstMonth(stack, member);
    const { id: charge } = await chargeOf(stack, member);
    await stripe(stack, 'refunds', { charge });
    await eventually(async () => (await refundedOf(member)) === 1999);
    await advanceAndSettle(stack)({ minutes: 5 });
    await eventually(async () => (await refundedOf(member)) === 0);
    expect(await refundMailsOf(member)).toHaveLength(1);
  });
});

describe('a refund by an administrator', () => {
  let administrator: Agent;
  beforeAll(async () => {
    administrator = await anAgent(stack, 'administrator');
  });
  const refundsOf = async ({ charge }: { charge: { id: string } }) =>
    (await stripe(stack, `refunds?charge=${charge.id}`)).data as Record<string, any>[];
  const paid = async (member: Member) => (await firstMonthOf(stack, member.id))!;
  const wanted = async (member: Member, given: object = {}) => ({
    payment: (await paid(member))['id'],
    amount: '5.00',
    reason: 'duplicate',
    ...given,
  });

  it('is made once for clicks at the same time, with its reason, and mails the member what its dialog has named', async () => {
    const member = await aPayingMember();
    const body = await wanted(member, { note: 'She was charged for two accounts.' });
    const { body: trial } = await administrator.inspects(member.id);
    const [named] = SUPPORT_ACTION_DIALOGS.refund.mails({ trial, input: body, product: '', day: String });
    const shown = await administrator.sees(member.id, 'refund');
    const answers = await atOnce(3, () => administrator.runs(member.id, 'refund', body, shown));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ body: answer }) => answer.repeated)).toHaveLength(2);
    expect((await administrator.runs(member.id, 'refund', body, shown)).body).toMatchObject({ repeated: true });
    expect(await refundsOf(member)).toMatchObject([{ amount: 500, reason: 'duplicate' }]);
    await settled(stack);
    const mails = await refundMailsOf(member);
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([named]);
    expect(await refundedOf(member)).toBe(500);
    const { timeline } = (await administrator.inspects(member.id)).body;
    expect(timeline.filter(({ name }: any) => name === 'refund asked')).toMatchObject([
      { actor: administrator.name, detail: { amountInCents: 500, reason: 'duplicate' } },
    ]);
    expect(timeline.filter(({ kind }: any) => kind === 'staff-note')).toMatchObject([
      { text: expect.stringMatching(/^Refund of \$5\.00 of invoice .*: She was charged for two accounts\.$/) },
    ]);
    expect(await administrator.audited(`trial:${member.id}`)).toContain('support action refund');
  });

  it('of more than is left is refused, and of the rest is possible after the end of the subscription', async () => {
    const member = await aPayingMember();
    const runs = async (given: object) => administrator.runs(member.id, 'refund', await wanted(member, given));
    for (const amount of ['0', '0.00', '-1', '5.001', 'all', ''])
      expect(await runs({ amount })).toMatchObject({
        status: 400,
        body: { fields: { amount: 'Please enter an amount, for example 19.99' } },
      });
    expect(await runs({ amount: '20' })).toMatchObject({
      status: 400,
      body: { fields: { amount: 'At most $19.99 can be refunded.' } },
    });
    await deleteAtStripe(stack, `subscriptions/${(await lifeOf(stack, member.id)).stripe_id}`);
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
    expect((await runs({ amount: '4.99' })).status).toBe(200);
    expect((await runs({ amount: '15' })).status).toBe(200);
    expect(await runs({ amount: '1' })).toMatchObject({ status: 409, body: { error: 'Nothing is left to refund.' } });
    expect((await refundsOf(member)).map(({ amount }) => amount)).toEqual([1500, 499]);
  });

  it('is refused when the payment is that of another member', async () => {
    const [one, other] = [await aPayingMember(), await aPayingMember()];
    const body = await wanted(other);
    expect((await administrator.runs(one.id, 'refund', body)).status).toBe(409);
    expect(await refundsOf(other)).toEqual([]);
  });

  it('is not made twice when the answer of Stripe is lost', async () => {
    const member = await aPayingMember();
    const body = await wanted(member);
    await stack.sandbox.fault({ match: 'POST /v1/refunds', mode: 'execute-then-drop', times: 0 });
    expect((await administrator.runs(member.id, 'refund', body)).status).toBe(503);
    await stack.sandbox.heal();
    expect(await administrator.runs(member.id, 'refund', body)).toMatchObject({
      status: 200,
      body: { repeated: true },
    });
    expect(await refundsOf(member)).toHaveLength(1);
  });

  it('can be made after Stripe has failed, whose answer it repeats under the same key', async () => {
    const member = await aPayingMember();
    const body = await wanted(member);
    await stack.sandbox.fault({ match: 'POST /v1/refunds', mode: '500', times: 0 });
    expect((await administrator.runs(member.id, 'refund', body)).status).toBe(503);
    await stack.sandbox.heal();
    expect((await administrator.runs(member.id, 'refund', body)).body).toMatchObject({
      message: '$5.00 are refunded.',
    });
    expect(await refundsOf(member)).toHaveLength(1);
  });
});

describe('the receipt for another person', () => {
  it('is mailed once, names who asked for it, and opens no plan; the address is on no list', async () => {
    const member = await aPayingMember();
    const agent = await anAgent(stack);
    const email = anEmail('treasurer');
    await stripe(stack, 'refunds', { charge: member.charge.id, amount: '500' });
    await eventually(async () => (await refundedOf(member)) === 500);
    const { id: payment, number } = (await firstMonthOf(stack, member.id))!;
    const answers = await atOnce(2, () => agent.runs(member.id, 'email-receipt', { payment, email }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.repeated)).toHaveLength(1);
    await settled(stack);
    const mails = await stack.sandbox.mails(email, { count: 0 });
    expect(mails.map(({ subject }) => subject)).toEqual([`Receipt for invoice ${number}`]);
    expect(plain(mails[0]!.text)).toContain('Mary Ann Lee asked us to send you this receipt.');
    for (const words of ['$19.99', 'Visa ending 4242', '$5.00 of it is refunded.'])
      expect(mails[0]!.text).toContain(words);
    expect(mails[0]!.text + mails[0]!.html).not.toContain('/plan');
    const { timeline } = (await agent.inspects(member.id)).body;
    expect(timeline.filter(({ name }: any) => name === 'receipt copy requested')).toMatchObject([
      { actor: agent.name, detail: { invoice: number } },
    ]);
    expect(timeline.some(({ name }: any) => name === 'receipt-copy')).toBe(true);
    expect(JSON.stringify(timeline)).not.toContain(email);
  });

  it('has a limit for each address', async () => {
    const member = await aPayingMember();
    const { id: payment } = (await firstMonthOf(stack, member.id))!;
    const email = anEmail('treasurer');
    await countTimes(stack, 'supportMailsPerEmail', hash('sha256', email, 'base64url'), 10);
    expect((await (await anAgent(stack)).runs(member.id, 'email-receipt', { payment, email })).status).toBe(429);
  });
});
