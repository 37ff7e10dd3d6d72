/** What a member agreed to and what was changed since, as a list with days and amounts. */
import { describe, expect, it } from 'vitest';
import { anAgent, aVisitor, callsTo, lifeOf, storesAnotherCard, stripe, deleteAtStripe } from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);
const after = advanceAndSettle(stack);
const plan = (name: string, body: object) => callsTo(stack).post(name ? `plan/${name}` : 'plan', body);
const day = (at: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }).format(at);

/** A member who pressed the button of the page: the consent is recorded. */
async function aMemberWithConsent() {
  const visitor = await (await aVisitor(stack).provesPhone()).agreesAndSavesCard();
  expect((await visitor.opensAccount()).body).toMatchObject({ success: true });
  const [welcome] = await stack.sandbox.mails(visitor.details.email, { subject: /^Welcome/ });
  const [, token] = /\/plan\?token=([\w.-]+)/.exec(welcome!.text)!;
  return { id: visitor.id, email: visitor.details.email, phone: visitor.phone, token };
}

describe('the agreements of a member', () => {
  it('list each change made by the member or at Stripe, with its day and amount, on /plan and in the back office', async () => {
    const member = await aMemberWithConsent();
    const { token } = member;
    const first = await lifeOf(stack, member.id);
    await plan('change', { token, selectedPlan: 'tier_20_49' });
    await storesAnotherCard(stack, member);
    await stack.sandbox.mails(member.email, { subject: /^Your new card/ });
    await stripe(stack, `subscriptions/${first.stripe_id}`, {
      trial_end: String(Math.floor(first.trial_ends_at.getTime() / 1000) + 7 * 86_400),
    });
    await stack.sandbox.mails(member.email, { subject: /^Your free trial now ends on/ });
    const moved = (await lifeOf(stack, member.id)).trial_ends_at;
    await plan('cancel', { token });
    await plan('keep', { token });
    await deleteAtStripe(stack, `subscriptions/${first.stripe_id}`);
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled');
    await after({ minutes: 5 });

    const { agreements, churchName } = (await plan('', { token })).body;
    expect(churchName).toBe('Grace Chapel');
    const signedOn = day(first.created_at);
    expect(agreements.map(({ what }: any) => what)).toEqual([
      `You agreed to the Starter plan (1-19 active users): $19.99 a month, first on ${day(first.trial_ends_at)}, from Visa ending 4242. Nothing was charged on the day you agreed.`,
      'The plan was changed from the Starter plan (1-19 active users) to the Growth plan (20-49 active users), $39.99 a month.',
      'Another card was stored to pay for the plan.',
      `The end of the free trial was moved from ${day(first.trial_ends_at)} to ${day(moved)}.`,
      `The plan was canceled, to end on ${day(moved)}.`,
      'The cancellation was undone.',
      'The subscription ended. Nothing is charged after that.',
    ]);
    expect(new Set(agreements.map((each: any) => each.day))).toEqual(new Set([signedOn]));
    expect(agreements[0].text.words).toContain('$19.99');
    const agent = await anAgent(stack);
    expect((await agent.get(`/api/admin/trials/${member.id}`)).body.agreements).toEqual(agreements);
  });
});
