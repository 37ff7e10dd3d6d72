/** The state transitions that calls, webhooks and workers cause. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Subscription } from '../../apps/api/src/billing/billing.entities.ts';
import { SyncSubscription } from '../../apps/api/src/billing/index.ts';
import {
  aCheckout,
  aMember,
  anEmail,
  aPhone,
  anOpenCardForm,
  aTrial,
  aVisitor,
  callsTo,
  deleteAtStripe,
  journalOf,
  lifeOf,
  stripe,
  typeCard,
  aLinkedCard,
  changeTrial,
  lastEventOf,
  storedSubscription,
} from '../builders/index.ts';
import { anEngine } from '../builders/in-process.ts';
import { settled } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);

const untilMoved = (id: number, transition: string) =>
  eventually(async () => (await lastEventOf(stack, id)) === transition);

describe('a transition over HTTP', () => {
  it('saves a sign-up', async () => {
    const visitor = aVisitor(stack);
    expect(await visitor.signsUp()).toMatchObject({ status: 201, body: { success: true } });
    expect(await lastEventOf(stack, visitor.id)).toBe('visitor: registration signup.saved phoneVerification');
  });

  it('changes the phone number before it is verified', async () => {
    const { id, cookie } = await aTrial(stack);
    await post('verify-phone', { trialId: id, phone: aPhone() }, { cookie });
    expect(await lastEventOf(stack, id)).toBe('visitor: phoneVerification phone.changed phoneVerification');
  });

  it.each(['phoneVerification', 'billingInformation', 'openingAccount'] as const)(
    'corrects the email in %s and sends the link',
    async (state) => {
      const { id, cookie } = await aTrial(stack, { state });
      const email = anEmail();
      await post('update-email', { trialId: id, email }, { cookie });
      expect(await lastEventOf(stack, id)).toBe(`visitor: ${state} email.corrected ${state}`);
      expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    },
  );

  it.each(['phoneVerification', 'billingInformation', 'openingAccount'] as const)(
    'requests the link in %s and sends it',
    async (state) => {
      const { id, email } = await aTrial(stack, { state });
      await post('send-resume-link', { trialId: id });
      expect(await lastEventOf(stack, id)).toBe(`visitor: ${state} link.requested ${state}`);
      expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    },
  );

  it('verifies a phone', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    expect(await lastEventOf(stack, visitor.id)).toBe('visitor: phoneVerification phone.verified billingInformation');
  });

  it('ends a sign-up whose verified phone has an account', async () => {
    const latecomer = aVisitor(stack);
    await latecomer.signsUp();
    await aVisitor(stack, { phone: latecomer.phone }).becomesMember();
    await latecomer.asksForCode();
    expect(await latecomer.typesCode()).toMatchObject({ status: 200, body: { success: true, userExists: true } });
    expect(await lastEventOf(stack, latecomer.id)).toBe('visitor: phoneVerification account.existed alreadyMember');
  });

  it('selects a plan', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await post('update-selected-plan', { trialId: id, selectedPlan: 'tier_50_99' });
    expect(await lastEventOf(stack, id)).toBe('visitor: billingInformation plan.selected billingInformation');
  });

  it('ends a second sign-up at the card form when its email has an account', async () => {
    const email = anEmail();
    const second = await aVisitor(stack, { email }).provesPhone();
    await aVisitor(stack, { email }).becomesMember();
    expect(await second.call('trial-setup-intent')).toMatchObject({ status: 409, body: { userExists: true } });
    expect(await lastEventOf(stack, second.id)).toBe('visitor: billingInformation account.existed alreadyMember');
  });

  it('deletes the customer of an ended sign-up, also when its id could not be stored', async () => {
    const email = anEmail();
    const second = await aVisitor(stack, { email }).provesPhone();
    const customer = await stripe(stack, 'customers', { email, 'metadata[trial_id]': String(second.id) });
    await aVisitor(stack, { email }).becomesMember();
    expect(await second.call('trial-setup-intent')).toMatchObject({ status: 409 });
    await eventually(async () => (await stripe(stack, `customers/${customer.id}`)).deleted === true);
  });

  it('saves the card that the browser reports and opens the account', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    const { events } = await journalOf(stack, visitor.id);
    expect(events).toEqual(['signup.saved', 'phone.verified', 'card.saved', 'account.opened']);
    expect(await lastEventOf(stack, visitor.id)).toBe('job: openingAccount account.opened success');
  });

  it('saves the card of a Stripe checkout and opens the account', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    const { stripe_customer_id: customer } = await visitor.stored();
    const sessionId = await aCheckout(stack, visitor.id, customer);
    expect(await post('trial-checkout-complete', { sessionId })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await untilMoved(visitor.id, 'job: openingAccount account.opened success');
  });

  it('saves the card that only the webhook reports and opens the account', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await untilMoved(visitor.id, 'job: openingAccount account.opened success');
  });

  it('ends a sign-up while opening when its email has an account, and releases the card', async () => {
    const email = anEmail();
    await aVisitor(stack, { email }).becomesMember();
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email } });
    const card = await aLinkedCard(stack, id);
    const answer = await post('create-account', { trialId: id, selectedPlan: 'tier_1_19' });
    expect(answer).toMatchObject({ status: 200, body: { success: false, userExists: true } });
    expect(await lastEventOf(stack, id)).toBe('job: openingAccount account.existed alreadyMember');
    await eventually(async () => (await journalOf(stack, id)).notes.includes('card released'));
    const { customers } = await stack.sandbox.records();
    expect(
      customers.some(
        (customer: { id: string; deleted?: true }) => customer.id === card.customerId && !customer.deleted,
      ),
    ).toBe(false);
  });

  it.each(['alreadyMember', 'cancelled'] as const)('releases a card that is saved late, in %s', async (state) => {
    const { id } = await aTrial(stack, { state });
    const form = await anOpenCardForm(stack, id);
    await changeTrial(stack, id, { columns: { stripe_customer_id: form.customerId } });
    await typeCard(stack, form.clientSecret);
    await untilMoved(id, `job: ${state} card.saved ${state}`);
    await eventually(async () => (await journalOf(stack, id)).notes.includes('card released'));
  });
});

describe('a sync of a subscription', () => {
  let engine: Awaited<ReturnType<typeof anEngine>>;
  beforeAll(async () => (engine = await anEngine(stack)) && undefined);
  afterAll(() => engine.close());

  /** Syncs our copy with a provider that reports `status`, and else what we have stored. */
  async function syncWith(status: string, id: number, whileRead = () => {}): Promise<unknown> {
    const { trial_ends_at: trialEndsAt, period_ends_at: periodEndsAt, ...row } = await lifeOf(stack, id);
    const {
      price_id: priceId,
      cancel_at: cancelAt,
      card,
      payment_method_id: paymentMethodId,
    } = row as Record<string, any>;
    const { monthly_in_cents: monthlyInCents, next_charge: nextCharge } = row as Record<string, any>;
    const findSubscription = async () => {
      whileRead();
      const money = { id: row['stripe_id'], priceId, card, paymentMethodId, monthlyInCents, nextCharge, pause: null };
      return { ...money, status, trialEndsAt, periodEndsAt, cancelAt, invoices: [] };
    };
    const sync = new SyncSubscription(
      engine.dataSource.getRepository(Subscription),
      engine.workflow,
      { findSubscription } as never,
      {} as never,
      {} as never,
      engine.clock,
    );
    return sync.execute(id);
  }

  it('is repeated soon when the trial ends while it is under way', async () => {
    const { id } = await aMember(stack);
    // If another sync writes meanwhile, this one starts over, with the moved clock.
    await settled(stack);
    const begun = engine.clock.at;
    await syncWith('trialing', id, () => (engine.clock.at = new Date(begun.getTime() + 31 * 86_400_000)));
    engine.clock.at = begun;
    const { check_at: checkAt } = await storedSubscription(stack, id);
    expect((checkAt as Date).getTime()).toBeLessThanOrEqual(begun.getTime() + 86_400_000);
  });

  it('refuses a status after its end, and changes nothing', async () => {
    const { id } = await aMember(stack);
    const { stripe_id: subscription } = await lifeOf(stack, id);
    await deleteAtStripe(stack, `subscriptions/${subscription}`);
    const stored = () => storedSubscription(stack, id);
    await eventually(async () => (await stored())['state'] === 'canceled');
    // The provider has sent several events, and the sync for each of them writes the row.
    await settled(stack);
    const before = await stored();
    await expect(syncWith('active', id)).rejects.toMatchObject({
      name: 'IllegalTransition: subscription-life in canceled takes no became.active',
    });
    expect(await stored()).toEqual(before);
    await syncWith('canceled', id);
    expect(await stored()).toMatchObject({ state: 'canceled', journal_seq: before['journal_seq'] });
  });

  it('refuses a status that no state stands for', async () => {
    const { id } = await aMember(stack);
    await expect(syncWith('frozen', id)).rejects.toThrow('a status that is not known here: frozen');
    expect((await lifeOf(stack, id)).state).toBe('trialing');
  });
});
