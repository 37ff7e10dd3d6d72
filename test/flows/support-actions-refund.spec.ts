/** Refunds, made in Stripe's dashboard or by an administrator. */
import { describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  callsTo,
  chargeOf,
  firstMonthOf,
  lifeOf,
  type Member,
  paysFirstMonth,
  stripe,
} from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
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
