/** Payments that a cardholder disputes at the bank. */
import { describe, expect, it } from 'vitest';
import { civilDay } from '@lampstand/contracts';
import {
  aMember,
  anAgent,
  callsTo,
  chargeOf,
  deleteAtStripe,
  firstMonthOf,
  lifeOf,
  type Member,
  paysFirstMonth,
  planTokenOf,
  stripe,
} from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);

const stateOf = async ({ id }: Member) => (await firstMonthOf(stack, id))?.['dispute']?.state;
const becomes = (member: Member, state: string) => eventually(async () => (await stateOf(member)) === state);
const answer = (dispute: string, text: string) =>
  stripe(stack, `disputes/${dispute}`, { 'evidence[uncategorized_text]': text });

/** A member whose only payment was disputed a minute after it. */
async function aDisputedMember() {
  const member = await aMember(stack, { card: '4000000000000259' });
  await paysFirstMonth(stack, member);
  await advanceAndSettle(stack)({ minutes: 5 });
  const { id: charge } = await chargeOf(stack, member);
  const { data } = await stripe(stack, `disputes?charge=${charge}`);
  return { ...member, dispute: data[0].id as string, answerBy: new Date(data[0].evidence_details.due_by * 1000) };
}

const planOf = async (member: Member) =>
  (await callsTo(stack).post('plan', { token: await planTokenOf(stack, member) })).body;
const inspectedBy = async (role: 'support' | 'administrator', { id }: Member) =>
  (await (await anAgent(stack, role)).inspects(id)).body;
const queuedOf = async ({ id }: Member) => {
  const { body } = await (await anAgent(stack)).get('/api/admin/queue/disputed');
  return body.find((item: any) => item.id === id);
};

describe('a disputed payment', () => {
  it('is known by its webhook, with the day of the answer, to the member, to staff and to the queue', async () => {
    const member = await aDisputedMember();
    await becomes(member, 'needsResponse');
    expect((await lifeOf(stack, member.id)).state).toBe('active');
    const plan = await planOf(member);
    expect(plan).toMatchObject({ status: 'active', invoices: [{ status: 'paid', dispute: 'needsResponse' }] });
    expect(plan.nextCharge.amountInCents).toBe(1999);
    const trial = await inspectedBy('support', member);
    const answerBy = member.answerBy.toISOString();
    expect(trial.subscription.payments).toContainEqual(
      expect.objectContaining({ dispute: expect.objectContaining({ id: member.dispute, answerBy }) }),
    );
    const { number } = (await firstMonthOf(stack, member.id))!;
    expect(trial.timeline.filter(({ name }: any) => name === 'disputed')).toMatchObject([
      { detail: { invoice: number, state: 'needsResponse', answerBy } },
    ]);
    expect(await queuedOf(member)).toMatchObject({
      answer: {
        by: civilDay(member.answerBy, 'America/Chicago'),
        page: expect.stringContaining(`/disputes/${member.dispute}`),
      },
    });
  });

  it('is not refunded while it is open, nor once it is lost, and the reason is said', async () => {
    const member = await aDisputedMember();
    await becomes(member, 'needsResponse');
    const administrator = await anAgent(stack, 'administrator');
    const why = async () => {
      const { supportActions } = (await administrator.inspects(member.id)).body;
      return supportActions.find(({ name }: any) => name === 'refund');
    };
    expect(await why()).toMatchObject({
      possible: false,
      why: 'The payment is disputed at the bank. It is decided there, not by a refund.',
    });
    await stripe(stack, `disputes/${member.dispute}/close`, {});
    await becomes(member, 'lost');
    expect(await why()).toMatchObject({
      possible: false,
      why: 'The dispute of the payment was lost: the bank has given it back.',
    });
    const receipt = (await administrator.inspects(member.id)).body.supportActions.find(
      ({ name }: any) => name === 'email-receipt',
    );
    expect(receipt).toMatchObject({ possible: false, why: 'No invoice is paid.' });
  });

  it('leaves the queue when staff answer it, and the timeline says when it is won', async () => {
    const member = await aDisputedMember();
    await eventually(async () => queuedOf(member));
    await answer(member.dispute, 'They took part every week.');
    await becomes(member, 'underReview');
    expect(await queuedOf(member)).toBeUndefined();
    const other = await aDisputedMember();
    await becomes(other, 'needsResponse');
    await answer(other.dispute, 'winning_evidence');
    await becomes(other, 'won');
    expect(await planOf(other)).toMatchObject({ invoices: [{ status: 'paid', dispute: 'won' }] });
    const { number } = (await firstMonthOf(stack, other.id))!;
    const { timeline, supportActions } = await inspectedBy('administrator', other);
    expect(timeline.findLast(({ name }: any) => name === 'disputed').detail).toMatchObject({
      invoice: number,
      state: 'won',
    });
    expect(supportActions.find(({ name }: any) => name === 'refund')).toMatchObject({ possible: true });
  });

  it('is lost without an answer in time, and the plan page does not call it paid', async () => {
    const member = await aDisputedMember();
    await advanceAndSettle(stack)({ days: 9 });
    await becomes(member, 'lost');
    expect(await planOf(member)).toMatchObject({ status: 'active', invoices: [{ dispute: 'lost' }] });
    expect(await queuedOf(member)).toBeUndefined();
  });

  it('is known after the end of the subscription, and of a deleted customer', async () => {
    const member = await aDisputedMember();
    await becomes(member, 'needsResponse');
    const { customer_id } = await lifeOf(stack, member.id);
    await deleteAtStripe(stack, `customers/${customer_id}`);
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
    await settled(stack);
    expect(await stateOf(member)).toBe('needsResponse');
    await stripe(stack, `disputes/${member.dispute}/close`, {});
    await becomes(member, 'lost');
  });
});
