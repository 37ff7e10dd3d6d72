/** Members with an open invoice, without a change of the clock. */
import { eventually, type Stack } from '../support/index.ts';
import { CARDS, stripe } from './cards.ts';
import { aMember, lifeOf, type Member } from './visitor.ts';

/** A member whose trial has ended and whose card is declined: an invoice of $19.99 is open. */
export async function anUnpaidMember(stack: Stack): Promise<Member> {
  const member = await aMember(stack, { card: CARDS.declinesLater });
  const { stripe_id } = await lifeOf(stack, member.id);
  await stripe(stack, `subscriptions/${stripe_id}`, { trial_end: 'now' });
  await eventually(async () => (await lifeOf(stack, member.id)).state === 'pastDue', { within: 30_000 });
  return member;
}

/** Another card pays the invoices of a member from now on. */
export async function storesAnotherCard(stack: Stack, { id }: Member): Promise<void> {
  const { stripe_id, customer_id: customer } = await lifeOf(stack, id);
  const { id: card } = await stripe(stack, 'payment_methods/pm_card_visa/attach', { customer });
  await stripe(stack, `subscriptions/${stripe_id}`, { default_payment_method: card });
}
