/** One sign-up in two tabs that show two plans: the price on the screen of the press is the price subscribed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { planOf, TIER_IDS, type TierId } from '@lampstand/contracts';
import { aVisitor, idOf, stripe, typeCard, type Visitor } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(3_600_000);

const RUNS = Number(process.env['SOAK_RUNS'] ?? 200);
const AT_ONCE = 4;
const SLOWEST_MS = 400;

const delay = () => sleep(Math.random() * SLOWEST_MS);
const anyPlan = (but?: TierId): TierId => {
  const plans = TIER_IDS.filter((plan) => plan !== but);
  return plans[Math.floor(Math.random() * plans.length)]!;
};

describe('On two servers, with a delay before every call', () => {
  const stack = ownStack();

  const planAt = async ({ id }: Visitor): Promise<TierId | undefined> =>
    (await stack.query('SELECT plan FROM subscriptions WHERE id = $1', [id]))[0]?.plan;

  /** Chooses plans and asks for the account, as a forgotten tab may at any time. */
  async function otherTab(visitor: Visitor, pressed: TierId): Promise<void> {
    for (let calls = 0; calls < 6; calls += 1) {
      await delay();
      const selectedPlan = anyPlan(pressed);
      await (Math.random() < 0.7
        ? visitor.call('update-selected-plan', { selectedPlan })
        : visitor.opensAccount(selectedPlan));
    }
  }

  /** Presses the button of a page that shows `plan`, and does what the page does then. */
  async function pressingTab(visitor: Visitor, plan: TierId): Promise<void> {
    const { clientSecret } = (await visitor.call('trial-setup-intent')).body;
    const setupIntentId = idOf(clientSecret);
    await delay();
    expect(await visitor.agrees({ setupIntentId, selectedPlan: plan })).toMatchObject({ status: 200 });
    await delay();
    await typeCard(stack, clientSecret);
    await delay();
    await visitor.call('update-payment-verified', { setupIntentId });
    await delay();
    await visitor.opensAccount(plan);
  }

  async function run(): Promise<{ pressed: number; subscribed: number; receipt: number }> {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.call('update-selected-plan', { selectedPlan: anyPlan() });
    const plan = anyPlan();
    await Promise.all([pressingTab(visitor, plan), otherTab(visitor, plan)]);
    await eventually(async () => (await planAt(visitor)) !== undefined, { within: 60_000 });
    const [{ stripe_id: id }] = await stack.query('SELECT stripe_id FROM subscriptions WHERE id = $1', [visitor.id]);
    const receipt = await visitor.receipt();
    expect(receipt.text).toContain(`$${(receipt.amountInCents / 100).toFixed(2)} on`);
    const { items } = await stripe(stack, `subscriptions/${id}`);
    return {
      pressed: planOf(plan).amountInCents,
      subscribed: items.data[0].price.unit_amount,
      receipt: receipt.amountInCents,
    };
  }

  it(`the price shown at the press is subscribed and in the receipt, in ${RUNS} of ${RUNS} runs`, async () => {
    const prices: Awaited<ReturnType<typeof run>>[] = [];
    while (prices.length < RUNS)
      prices.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, RUNS - prices.length) }, run))));
    const wrong = prices.filter(({ pressed, subscribed, receipt }) => pressed !== subscribed || pressed !== receipt);
    console.log({ runs: prices.length, wrong: wrong.length });
    expect({ runs: prices.length, wrong }).toEqual({ runs: RUNS, wrong: [] });
  });
});
