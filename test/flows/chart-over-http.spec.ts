import { describe, expect, it } from '@jest/globals';
import {
  aCheckout,
  anEmail,
  aPhone,
  anOpenCardForm,
  aStoredCard,
  aTrial,
  aVisitor,
  callsTo,
  journalOf,
  typeCard,
} from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { post } = callsTo(stack);

const lastMove = async (id: number) => {
  const [row] = await stack.query(
    `SELECT event, from_state, to_state, actor FROM workflow_journal WHERE subject_id = $1 AND seq IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    [id],
  );
  return `${row.actor}: ${row.from_state} ${row.event} ${row.to_state}`;
};
const moved = (id: number, move: string) => eventually(async () => (await lastMove(id)) === move);

describe('every move that a call makes', () => {
  it('saves the sign-up of a visitor', async () => {
    const visitor = aVisitor(stack);
    expect(await visitor.signsUp()).toMatchObject({ status: 201, body: { success: true } });
    expect(await lastMove(visitor.id)).toBe('visitor: registration signup.saved phoneVerification');
  });

  it('changes the number before it is proven', async () => {
    const { id } = await aTrial(stack);
    await post('verify-phone', { trialId: id, phone: aPhone() });
    expect(await lastMove(id)).toBe('visitor: phoneVerification phone.changed phoneVerification');
  });

  it.each(['phoneVerification', 'billingInformation', 'openingAccount'] as const)(
    'corrects the e-mail and sends the link in %s',
    async (state) => {
      const { id } = await aTrial(stack, { state });
      const email = anEmail();
      await post('update-email', { trialId: id, email });
      expect(await lastMove(id)).toBe(`visitor: ${state} email.corrected ${state}`);
      expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    },
  );

  it.each(['phoneVerification', 'billingInformation', 'openingAccount'] as const)(
    'sends the link in %s when it is asked for',
    async (state) => {
      const { id, email } = await aTrial(stack, { state });
      await post('send-resume-link', { trialId: id });
      expect(await lastMove(id)).toBe(`visitor: ${state} link.requested ${state}`);
      expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    },
  );

  it('proves a phone', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    expect(await lastMove(visitor.id)).toBe('visitor: phoneVerification phone.verified billingInformation');
  });

  it('learns that a proven phone has an account', async () => {
    const latecomer = aVisitor(stack);
    await latecomer.signsUp();
    await aVisitor(stack, { phone: latecomer.phone }).becomesMember();
    await latecomer.asksForCode();
    expect(await latecomer.typesCode()).toMatchObject({ status: 200, body: { success: true, userExists: true } });
    expect(await lastMove(latecomer.id)).toBe('visitor: phoneVerification account.existed alreadyMember');
  });

  it('keeps a plan', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await post('update-selected-plan', { trialId: id, selectedPlan: 'tier_50_99' });
    expect(await lastMove(id)).toBe('visitor: billingInformation plan.selected billingInformation');
  });

  it('ends a second sign-up whose e-mail got an account, when it asks for the card form', async () => {
    const email = anEmail();
    const second = await aVisitor(stack, { email }).provesPhone();
    await aVisitor(stack, { email }).becomesMember();
    expect(await second.call('trial-setup-intent')).toMatchObject({ status: 409, body: { userExists: true } });
    expect(await lastMove(second.id)).toBe('visitor: billingInformation account.existed alreadyMember');
  });

  it('takes a card the browser reports, and opens the account', async () => {
    const visitor = await aVisitor(stack).becomesMember();
    const { events } = await journalOf(stack, visitor.id);
    expect(events).toEqual(['signup.saved', 'phone.verified', 'card.saved', 'account.opened']);
    expect(await lastMove(visitor.id)).toBe('job: openingAccount account.opened success');
  });

  it('takes a card that a hosted checkout stored', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('trial-setup-intent');
    const { stripe_customer_id: customer } = await visitor.stored();
    const sessionId = await aCheckout(stack, visitor.id, customer);
    expect(await post('trial-checkout-complete', { sessionId })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await moved(visitor.id, 'job: openingAccount account.opened success');
  });

  it('takes a card that only the webhook reports', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.typesCard();
    await moved(visitor.id, 'job: openingAccount account.opened success');
  });

  it('learns while opening that another sign-up was first, and lets the card go', async () => {
    const email = anEmail();
    await aVisitor(stack, { email }).becomesMember();
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email } });
    const card = await aStoredCard(stack, id);
    await stack.query('UPDATE trial_signups SET stripe_customer_id = $2, setup_intent_id = $3 WHERE id = $1', [
      id,
      card.customerId,
      card.setupIntentId,
    ]);
    const answer = await post('create-account', { trialId: id, selectedPlan: 'tier_1_19' });
    expect(answer).toMatchObject({ status: 200, body: { success: false, userExists: true } });
    expect(await lastMove(id)).toBe('job: openingAccount account.existed alreadyMember');
    await eventually(async () => (await journalOf(stack, id)).notes.includes('card released'));
    const { customers } = await stack.sandbox.ledger();
    expect(
      customers.some(
        (customer: { id: string; deleted?: true }) => customer.id === card.customerId && !customer.deleted,
      ),
    ).toBe(false);
  });

  it.each(['alreadyMember', 'cancelled'] as const)('lets a card go that comes late, in %s', async (state) => {
    const { id } = await aTrial(stack, { state });
    const form = await anOpenCardForm(stack, id);
    await stack.query('UPDATE trial_signups SET stripe_customer_id = $2 WHERE id = $1', [id, form.customerId]);
    await typeCard(stack, form.clientSecret);
    await moved(id, `job: ${state} card.saved ${state}`);
    await eventually(async () => (await journalOf(stack, id)).notes.includes('card released'));
  });
});
