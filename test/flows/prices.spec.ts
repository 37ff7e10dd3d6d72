/** The plan that the pricing page recommends, and prices that are archived in Stripe's dashboard. @slow */
import { describe, expect, it, afterEach } from 'vitest';
import { civilDay, longDate, planFor, OPEN_QUESTIONS, TRIAL_DAYS, planOf, type TierId } from '@lampstand/contracts';
import { load } from 'cheerio';
import { shownText } from '../site/built-page.ts';
import { inProcessStack } from '../support/own-stack.ts';
import {
  aMember,
  anAgent,
  aVisitor,
  callsTo,
  lifeOf,
  planTokenOf,
  retryNow,
  soldPrices,
  stripe,
} from '../builders/index.ts';
import { checkInvariantsAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';

const stack = inProcessStack();

const ask = async (path: string) => {
  const response = await fetch(stack.url + path);
  const $ = load(await response.text());
  $('[hidden]').remove();
  return { status: response.status, headers: response.headers, $, text: shownText($('main')) };
};

describe('how many take part in a normal month', () => {
  it.each([
    [1, 'Starter', '$19.99', '$19.99'],
    [19, 'Starter', '$19.99', '$1.05'],
    [20, 'Growth', '$39.99', '$2.00'],
    [40, 'Growth', '$39.99', '$1.00'],
    [99, '50-99 active users', '$79.99', '$0.81'],
    [499, '200-499 active users', '$179.99', '$0.36'],
  ])('%i people: %s for %s, %s each', async (people, plan, price, each) => {
    const { status, $, text } = await ask(`/pricing?people=${people}`);
    expect(status).toBe(200);
    expect(text).toContain(`${plan}, ${price} a month`);
    expect(text).toContain(`With ${people} who take part, that's ${each} a person`);
    expect($('#people').attr('value')).toBe(String(people));
    const start = $('[data-answer] a');
    expect(shownText(start)).toBe('Start with this plan');
    expect(start.attr('href')).toBe(`/trial?plan=${planFor(people).id}`);
    const fitting = $('[aria-label=Plans] article:contains("Fits")');
    expect(fitting.length).toBe(1);
    expect(shownText(fitting)).toMatch(new RegExp(`${plan}.*Fits ${people} people`));
  });

  it('with 500 or more, a talk is offered, and no plan is marked', async () => {
    const { $, text } = await ask('/pricing?people=1200');
    expect(text).toContain("1,200 people: let's talk");
    expect($('[aria-label=Plans] article:contains("Fits")').length).toBe(0);
    expect($('[data-answer] a').attr('href')).toBe('/trial-request');
  });

  it('states the first charge of a sign-up today, by the clock', async () => {
    const dayIn = (days: number) => longDate(civilDay(new Date(Date.now() + days * 86_400_000), 'America/Chicago'));
    const days = () => [dayIn(0), dayIn(TRIAL_DAYS)];
    const before = days();
    const { text } = await ask('/pricing?people=30');
    const [, today, charge] = /Sign up today, (.+?), and nothing is charged before (.+?)\./.exec(text)!;
    // Midnight may pass while the page is asked for.
    expect([before, days()]).toContainEqual([today, charge]);
  });

  it.each(['', 'many', '0', '-3', '3.5', '9999999', '<b>'])('"%s" is no number: the page says so', async (typed) => {
    const { status, $, text } = await ask(`/pricing?people=${encodeURIComponent(typed)}`);
    expect(status).toBe(400);
    expect(text).toContain('Please enter a number, for example 30');
    expect($('#people').attr('aria-invalid')).toBe('true');
    expect($('#people').attr('value')).toBe(typed);
    expect(text).not.toMatch(/a person\. The plan covers/);
  });

  it('is kept from caches and search engines', async () => {
    const { headers } = await ask('/pricing?people=30');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });
});

describe('the sheet for the treasurer', () => {
  it('has the plan, the cost by month, year and person, and all prices', async () => {
    const { text } = await ask('/pricing/treasurer?people=40');
    for (const part of [
      'Growth, $39.99 a month',
      '$479.88',
      '$1.00 a month, for 40',
      '$19.99',
      '$179.99',
      'Contact Us',
    ])
      expect(text).toContain(part);
  });

  it('says how to pay, who gets receipts, who can cancel and what is refunded, and asks where only we know', async () => {
    const { text, $ } = await ask('/pricing/treasurer');
    for (const part of ['By card', 'second address', 'The person who signed up', 'refund part of a month'])
      expect(text).toContain(part);
    for (const { page, title } of Object.values(OPEN_QUESTIONS))
      if (page === '/pricing/treasurer') expect(text).toContain(`Ask us ${title}.`);
    expect($('dd a[href^="mailto:support@lampstand.example?subject="]').length).toBeGreaterThan(0);
  });

  it('without a number has all prices and no plan', async () => {
    const { text } = await ask('/pricing/treasurer');
    expect(text).toContain('$39.99');
    expect(text).not.toContain('Your plan');
  });
});

describe('Archived prices', () => {
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

  describe.each<[string, { tags?: string }, (tier: TierId) => Promise<unknown>]>([
    ['price', {}, archivePrice],
    ['product', { tags: 'thorough' }, archiveProduct],
  ])('while the report about an archived %s is lost', (_what, tags, archive) => {
    it('a member sees the amount of the plan and changes to it', tags, async () => {
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

    it('support changes a plan', tags, async () => {
      const member = await aMember(stack);
      const agent = await anAgent(stack);
      await stack.sandbox.webhooks.set('drop');
      await archive('tier_200_499');
      expect((await agent.runs(member.id, 'change-plan', { plan: 'tier_200_499' })).status).toBe(200);
    });

    it('a sign-up whose card is stored opens its account', tags, async () => {
      stack.allowLogs(/"queue":"openAccount".*PriceUnavailable/);
      const visitor = await aVisitor(stack).provesPhone();
      await visitor.call('update-selected-plan', { selectedPlan: 'tier_500_plus' });
      await stack.sandbox.webhooks.set('drop');
      await archive('tier_500_plus');
      await visitor.agreesAndSavesCard('tier_500_plus');
      await eventually(async () => (await retryNow(stack), (await visitor.stored())['state'] === 'success'));
      expect((await visitor.opensAccount('tier_500_plus')).body).toEqual({ success: true });
      const [{ items }] = (await lifeOf(stack, visitor.id)).subscriptions;
      expect(items.data[0].price).toMatchObject({ active: true, unit_amount: planOf('tier_500_plus').amountInCents });
    });
  });
});
