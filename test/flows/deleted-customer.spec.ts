/** A customer that is deleted in Stripe's dashboard: at the card, before the account is open, and of a member. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  aMember,
  anAgent,
  aVisitor,
  deleteAtStripe,
  firstMonthOf,
  idOf,
  journalOf,
  lifeOf,
  paysFirstMonth,
  stripe,
  typeCard,
  type Visitor,
} from '../builders/index.ts';
import { checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);
afterEach(() => stack.sandbox.heal());

const customerOf = async (visitor: Visitor): Promise<string> => (await visitor.stored())['stripe_customer_id'];
const deleteCustomer = async (visitor: Visitor) => deleteAtStripe(stack, `customers/${await customerOf(visitor)}`);
const inspected = async (id: number) => (await (await anAgent(stack)).inspects(id)).body;
const diagnosisOf = async ({ id }: Visitor) => (await inspected(id)).diagnosis;

describe('at the card form', () => {
  it('is replaced at the next press, with a new form that opens the account', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    const before = (await visitor.call('trial-setup-intent')).body.clientSecret;
    const gone = await customerOf(visitor);
    await deleteCustomer(visitor);
    const { status, body } = await visitor.call('trial-setup-intent');
    expect(status).toBe(200);
    expect(idOf(body.clientSecret)).not.toBe(idOf(before));
    expect(await customerOf(visitor)).not.toBe(gone);
    await visitor.agreesAndSavesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  });

  it('is replaced at the press for the page of Stripe', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-checkout-session');
    const gone = await customerOf(visitor);
    await deleteCustomer(visitor);
    expect(await visitor.call('trial-checkout-session')).toMatchObject({ status: 200, body: { success: true } });
    expect(await customerOf(visitor)).not.toBe(gone);
  });

  it('makes the server refuse a card that was just stored, and the page asks for it again', async () => {
    await stack.sandbox.webhooks.set('hold');
    const visitor = await aVisitor(stack).provesPhone();
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    await typeCard(stack, clientSecret);
    await deleteCustomer(visitor);
    await stack.sandbox.webhooks.set('normal');
    const answer = await visitor.call('update-payment-verified', { setupIntentId: idOf(clientSecret) });
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('enter your card again') } });
    expect(await visitor.stored()).toMatchObject({ state: 'billingInformation', stripe_customer_id: null });
    await visitor.agreesAndSavesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  });

  it('is no outage: a sweep forgets it, and the card is not called unknown', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    await deleteCustomer(visitor);
    await stack.sandbox.advance({ minutes: 90 });
    await eventually(async () => (await visitor.stored())['stripe_customer_id'] === null);
    expect(await visitor.stored()).toMatchObject({ card_unknown_since: null, setup_intent_id: null });
  });
});

describe('after the card was stored', () => {
  const storedButNotOpen = async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await visitor.agreesAndSavesCard();
    await eventually(async () => (await journalOf(stack, visitor.id)).notes.includes('opening attempt failed'));
    return visitor;
  };

  it('leads back to the card, by a mail and by what support reads, and another card opens the account', async () => {
    const visitor = await storedButNotOpen();
    await deleteCustomer(visitor);
    await stack.sandbox.heal();
    expect((await visitor.opensAccount()).body).toMatchObject({ success: false });
    expect(await visitor.stored()).toMatchObject({ state: 'billingInformation', stripe_customer_id: null });
    const [mail] = await stack.sandbox.mails(visitor.details.email, { subject: 'Your card could not be used' });
    expect(mail!.text).not.toContain('bank');
    const { tone, why } = await diagnosisOf(visitor);
    expect({ tone, why }).toEqual({
      tone: 'stuck',
      why: expect.stringContaining('The customer was deleted at the payment provider'),
    });
    await visitor.agreesAndSavesCard();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  });

  it('is not assumed during an outage: the account opens once Stripe answers again', async () => {
    const visitor = await storedButNotOpen();
    expect((await diagnosisOf(visitor)).why).not.toContain('deleted');
    expect(await visitor.stored()).toMatchObject({ state: 'openingAccount', stripe_customer_id: expect.any(String) });
    await stack.sandbox.heal();
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
  });
});

describe('of a member', () => {
  it('ends the subscription; /plan and the person’s page say so and name no card', async () => {
    const member = await aMember(stack);
    const { customer_id: customer, stripe_id: subscription } = await lifeOf(stack, member.id);
    await deleteAtStripe(stack, `customers/${customer}`);
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
    expect(await stripe(stack, `customers/${customer}`)).toMatchObject({ deleted: true });
    expect(await stripe(stack, `subscriptions/${subscription}`)).toMatchObject({ default_payment_method: null });
    await eventually(async () => (await lifeOf(stack, member.id)).card === null);
    expect(await inspected(member.id)).toMatchObject({
      diagnosis: { tone: 'ended', what: 'The subscription has ended and the account is closed.' },
      subscription: { card: null },
    });
    const subjects = (await stack.sandbox.mails(member.email, { count: 0 })).map((each) => each.subject);
    expect(subjects).toContain('Your subscription has ended');
    expect(subjects).not.toContain('Your card was removed');
  });

  it('keeps with what the payments were made', async () => {
    const member = await aMember(stack);
    await paysFirstMonth(stack, member);
    const paid = { status: 'paid', paid_in_cents: 1999, card: { brand: 'visa', last4: '4242' } };
    expect(await firstMonthOf(stack, member.id)).toMatchObject(paid);
    await deleteAtStripe(stack, `customers/${(await lifeOf(stack, member.id)).customer_id}`);
    await eventually(async () => (await lifeOf(stack, member.id)).account === 'closed');
    expect(await firstMonthOf(stack, member.id)).toMatchObject(paid);
  });
});
