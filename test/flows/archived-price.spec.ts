/** A price, or its product, that is archived in Stripe's dashboard: the plan stays on sale, and members keep their price. */
import { planOf, type TierId } from '@lampstand/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { aMember, anAgent, aVisitor, callsTo, lifeOf, planTokenOf, soldPrices, stripe } from '../builders/index.ts';
import { checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);
afterEach(() => stack.sandbox.webhooks.set('normal'));

const priceOf = async (tier: TierId) => stripe(stack, `prices/${(await soldPrices(stack, tier))[0]!['id']}`);
const archivePrice = async (tier: TierId) => stripe(stack, `prices/${(await priceOf(tier)).id}`, { active: 'false' });
const archiveProduct = async (tier: TierId) =>
  stripe(stack, `products/${(await priceOf(tier)).product}`, { active: 'false' });
const plan = (name: string, body: object) => callsTo(stack).post(name ? `plan/${name}` : 'plan', body);

it.each<[string, (tier: TierId) => Promise<unknown>]>([
  ['a price', archivePrice],
  ['a product', archiveProduct],
])('%s that is archived is replaced as soon as Stripe reports it', async (_what, archive) => {
  const member = await aMember(stack, { plan: 'tier_50_99' });
  const before = await priceOf('tier_50_99');
  await archive('tier_50_99');
  await eventually(async () => (await priceOf('tier_50_99')).id !== before.id);
  const sold = await priceOf('tier_50_99');
  expect(sold).toMatchObject({ active: true, lookup_key: 'tier_50_99', unit_amount: before.unit_amount });
  expect(await stripe(stack, `products/${sold.product}`)).toMatchObject({ active: true });
  expect((await stripe(stack, `prices/${before.id}`)).active).toBe(false);
  expect((await lifeOf(stack, member.id)).subscriptions).toMatchObject([
    { status: 'trialing', items: { data: [{ price: { id: before.id } }] } },
  ]);
  expect((await plan('', { token: await planTokenOf(stack, member) })).body).toMatchObject({ plan: 'tier_50_99' });
});

describe.each<[string, (tier: TierId) => Promise<unknown>]>([
  ['price', archivePrice],
  ['product', archiveProduct],
])('while the report about an archived %s is lost', (_what, archive) => {
  it('a member sees the amount of the plan and changes to it', async () => {
    const token = await planTokenOf(stack, await aMember(stack));
    await stack.sandbox.webhooks.set('drop');
    await archive('tier_20_49');
    const preview = await plan('preview', { token, selectedPlan: 'tier_20_49' });
    expect(preview).toMatchObject({ status: 200, body: { monthlyInCents: planOf('tier_20_49').amountInCents } });
    await archive('tier_100_199');
    expect(await plan('change', { token, selectedPlan: 'tier_100_199' })).toMatchObject({
      status: 200,
      body: { plan: 'tier_100_199' },
    });
  });

  it('support changes a plan', async () => {
    const member = await aMember(stack);
    const agent = await anAgent(stack);
    await stack.sandbox.webhooks.set('drop');
    await archive('tier_200_499');
    expect((await agent.runs(member.id, 'change-plan', { plan: 'tier_200_499' })).status).toBe(200);
  });

  it('a sign-up whose card is stored opens its account', async () => {
    stack.allowLogs(/"queue":"openAccount".*PriceUnavailable/);
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('update-selected-plan', { selectedPlan: 'tier_500_plus' });
    await stack.sandbox.webhooks.set('drop');
    await archive('tier_500_plus');
    await visitor.agreesAndSavesCard('tier_500_plus');
    expect((await visitor.opensAccount('tier_500_plus')).body).toEqual({ success: true });
    const [{ items }] = (await lifeOf(stack, visitor.id)).subscriptions;
    expect(items.data[0].price).toMatchObject({ active: true, unit_amount: planOf('tier_500_plus').amountInCents });
  });
});
