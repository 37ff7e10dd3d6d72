/**
 * A member's 14 months, with everything that can be changed about money in Stripe's dashboard changed there. At each stage all that
 * mails, /plan and the person's page say is compared with the ledger, and written to test-results/life/stages.md with pictures.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import {
  aVisitor,
  deleteAtStripe,
  forgetCounts,
  lifeOf,
  type Member,
  storesAnotherCard,
  stripe,
} from '../builders/index.ts';
import { StaffBrowser } from '../drivers/staff-browser.ts';
import { DESKTOP, expect, PHONE, planLink, planTest as test } from '../drivers/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually, type Stack } from '../support/index.ts';

const RESULTS = 'test-results/life';
const ZONE = 'America/Chicago';
const AMOUNT = /\$\d[\d,]*\.\d\d/g;
const DATE =
  /(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/g;

const longDay = (at: number | Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: ZONE }).format(at);
const inDollars = (cents: number) => `$${(Math.abs(cents) / 100).toFixed(2)}`;
const unique = (found: string[] | null) => [...new Set(found ?? [])];

/** Every amount and day that the ledger has, or will have, of a customer: what a true text may name. */
async function ledgerOf(stack: Stack, { id }: Member): Promise<{ amounts: Set<string>; days: Set<string> }> {
  const { customer_id: customer } = await lifeOf(stack, id);
  const records = await stack.sandbox.records();
  const own = (table: string) => (records[table] ?? []).filter((each: any) => each.customer === customer);
  const [subscriptions, invoices] = [own('subscriptions'), own('invoices')];
  const lines = invoices.flatMap(({ lines }: any) => lines.data);
  const previews = await Promise.all(
    subscriptions
      .filter(({ ended_at }: any) => ended_at === null)
      .map(({ id }: any) => stripe(stack, 'invoices/create_preview', { subscription: id })),
  );
  const amounts = [
    ...[...invoices, ...previews].flatMap(({ amount_due, amount_paid, total }: any) => [
      amount_due,
      amount_paid,
      total,
    ]),
    ...[...lines, ...previews.flatMap(({ lines }: any) => lines?.data ?? [])].map(({ amount }: any) => amount),
    ...(records['prices'] ?? []).map(({ unit_amount }: any) => unit_amount),
    ...[...invoices, ...previews].flatMap(({ total_discount_amounts: off }: any) =>
      (off ?? []).map(({ amount }: any) => amount),
    ),
    ...(await stripe(stack, 'refunds?limit=100')).data.map(({ amount }: any) => amount),
    0,
  ].filter((amount) => typeof amount === 'number');
  const seconds = [
    ...subscriptions.flatMap((each: any) => [
      each.created,
      each.trial_end,
      each.cancel_at,
      each.canceled_at,
      each.ended_at,
      each.pause_collection?.resumes_at,
      ...each.items.data.flatMap((item: any) => [item.current_period_start, item.current_period_end]),
    ]),
    ...invoices.flatMap(({ created, next_payment_attempt, status_transitions }: any) => [
      created,
      next_payment_attempt,
      ...Object.values(status_transitions ?? {}),
    ]),
    ...lines.flatMap(({ period }: any) => [period.start, period.end]),
  ].filter((each): each is number => typeof each === 'number');
  return { amounts: new Set(amounts.map(inDollars)), days: new Set(seconds.map((each) => longDay(each * 1000))) };
}

test(
  '14 months of a member: no mail, page or staff screen names an amount or a day that the ledger does not have',
  {
    tag: '@thorough',
  },
  async ({ plan, page, stack, anotherDevice }) => {
    test.setTimeout(1_200_000);
    await mkdir(RESULTS, { recursive: true });
    const visitor = await (await aVisitor(stack).provesPhone()).agreesAndSavesCard('tier_20_49');
    await visitor.opensAccount('tier_20_49');
    const member: Member = { id: visitor.id, email: visitor.details.email, phone: visitor.phone };
    const office = await anotherDevice();
    const agent = new StaffBrowser(office, stack);
    /** Amounts and days that were true once stay true in mails, agreements and the timeline. */
    const known = { amounts: new Set<string>(), days: new Set<string>() };
    const untrue: string[] = [];
    const rows = ['| Stage | Where | What it says |', '|---|---|---|'];
    const seen = new Set<string>();
    const subscription = async () => (await lifeOf(stack, member.id)).stripe_id as string;
    const change = async (params: Record<string, string>) =>
      stripe(stack, `subscriptions/${await subscription()}`, params);
    const learn = async () => {
      const { now } = (await stack.sandbox.call('clock')) as { now: string };
      const ledger = await ledgerOf(stack, member);
      for (const amount of ledger.amounts) known.amounts.add(amount);
      for (const day of [...ledger.days, longDay(new Date(now))]) known.days.add(day);
    };
    /** Day by day, as webhooks come on the day of what they report. */
    const pass = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        await learn();
        await stack.sandbox.advance({ days: 1 });
        await settled(stack);
      }
      await stack.sandbox.advance({ minutes: 75 });
    };

    let link = { href: '', until: 0 };
    /** A link to the plan that works; few are mailed a day. */
    async function freshLink(): Promise<string> {
      const { now } = (await stack.sandbox.call('clock')) as { now: string };
      if (Date.parse(now) < link.until) return link.href;
      // Limits are by real time.
      await forgetCounts(stack, 'planMailsPerEmail');
      link = { href: await planLink(stack, member.email), until: Date.parse(now) + 25 * 86_400_000 };
      return link.href;
    }

    async function says(stage: string, where: string, text: string): Promise<void> {
      const plain = text.replaceAll(/\s+/g, ' ').trim();
      rows.push(`| ${stage} | ${where} | ${plain.replaceAll('|', '/')} |`);
      for (const amount of unique(plain.match(AMOUNT)))
        if (!known.amounts.has(amount)) untrue.push(`${stage}, ${where}: ${amount} in "${plain.slice(0, 4000)}"`);
      for (const day of unique(plain.match(DATE)))
        if (!known.days.has(day)) untrue.push(`${stage}, ${where}: ${day} in "${plain.slice(0, 4000)}"`);
    }

    async function stage(name: string): Promise<void> {
      await settled(stack);
      await learn();
      for (const { messageId, subject, text } of (await stack.sandbox.mails(member.email, { count: 0 })).toReversed()) {
        if (!seen.has(messageId)) await says(name, `Mail: ${subject}`, text);
        seen.add(messageId);
      }
      const href = await freshLink();
      for (const [screen, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
        await page.setViewportSize(size);
        await page.goto(href);
        await expect(plan.part('What you agreed to')).toBeVisible();
        const file = `${name.replaceAll(/\W+/g, '-')}-${screen}.png`;
        await page.screenshot({ path: `${RESULTS}/${file}`, fullPage: true });
      }
      const agreed = await plan.part('What you agreed to').innerText();
      const all = await plan.main.innerText();
      await says(name, '/plan', all.replace(agreed, ''));
      await says(name, '/plan, agreements', agreed);
      await agent.isSignedInAs();
      await office.goto(`/trials/${member.id}`);
      await expect(office.locator('section.diagnosis')).toBeVisible();
      await says(name, 'Person and state', await office.getByRole('region', { name: 'Person and state' }).innerText());
      await says(name, 'Diagnosis', await office.locator('section.diagnosis').innerText());
      await office.goto('about:blank');
      await writeFile(`${RESULTS}/stages.md`, `${rows.join('\n')}\n`);
      await writeFile(`${RESULTS}/untrue.md`, `${untrue.join('\n')}\n`);
    }

    await test.step('trial', () => stage('01 Trial'));
    await test.step('a coupon for one month', async () => {
      const { id } = await stripe(stack, 'coupons', { amount_off: '1000', currency: 'usd', duration: 'once' });
      await change({ 'discounts[0][coupon]': id });
      await stage('02 A coupon at Stripe');
    });
    await test.step('trial moved', async () => {
      const { trial_ends_at: ends } = await lifeOf(stack, member.id);
      await change({ trial_end: String(Math.floor(ends.getTime() / 1000) + 7 * 86_400) });
      await stage('03 The trial moved at Stripe');
    });
    await test.step('notices', async () => {
      await pass(31);
      await stage('04 Before the trial ends');
    });
    await test.step('first payment', async () => {
      await pass(7);
      await stage('05 The first payment');
    });
    await test.step('another price', async () => {
      const { items } = await stripe(stack, `subscriptions/${await subscription()}`);
      const price = await stripe(stack, 'prices', {
        currency: 'usd',
        unit_amount: '3000',
        product: items.data[0].price.product,
        'recurring[interval]': 'month',
      });
      await change({ 'items[0][id]': items.data[0].id, 'items[0][price]': price.id, proration_behavior: 'none' });
      await stage('06 A price given at Stripe');
    });
    await test.step('plan changed in mid-month', async () => {
      await pass(12);
      await plan.follow(await freshLink());
      await plan.choose('50-99');
      await plan.button(/^Change to/).click();
      await expect(plan.fact('Plan')).toContainText('50-99');
      await stage('07 A larger plan in mid-month');
      await pass(20);
      await stage('08 The month after');
    });
    await test.step('card removed', async () => {
      const { payment_method_id: card } = await lifeOf(stack, member.id);
      await stripe(stack, `payment_methods/${card}/detach`, {});
      await stage('09 The card removed at Stripe');
      await storesAnotherCard(stack, member);
      await stage('10 Another card');
    });
    await test.step('refund', async () => {
      const { customer_id: customer } = await lifeOf(stack, member.id);
      const { data } = await stripe(stack, `charges?customer=${customer}&limit=1`);
      await stripe(stack, 'refunds', { charge: data[0].id, amount: '2000' });
      await stage('11 A refund at Stripe');
    });
    await test.step('paused', async () => {
      await change({ 'pause_collection[behavior]': 'void' });
      await stage('12 Payments paused at Stripe');
      await pass(31);
      await stage('13 A paused month');
      await change({ pause_collection: '' });
      await stage('14 Payments go on');
    });
    await test.step('failing card', async () => {
      const { customer_id: customer } = await lifeOf(stack, member.id);
      const { id } = await stripe(stack, 'payment_methods/pm_card_chargeCustomerFail/attach', { customer });
      await change({ default_payment_method: id });
      await pass(31);
      await stage('15 A refused payment');
      await pass(5);
      await stage('16 The last notice');
      await storesAnotherCard(stack, member);
      const { data } = await stripe(stack, `invoices?subscription=${await subscription()}&status=open`);
      for (const { id: open } of data) await stripe(stack, `invoices/${open}/pay`, {});
      await stage('17 Paid after all');
    });
    await test.step('canceled, kept, canceled, ended', async () => {
      await change({ cancel_at_period_end: 'true' });
      await stage('18 Canceled at Stripe');
      await change({ cancel_at_period_end: 'false' });
      await stage('19 Kept at Stripe');
      await change({ cancel_at_period_end: 'true' });
      await pass(32);
      await stage('20 Ended');
    });
    await test.step('returned', async () => {
      await pass(60);
      await page.goto(await freshLink());
      const { length } = await stack.sandbox.sms(member.phone);
      await plan.button('Text me a code').click();
      await page.getByLabel('Verification code').fill(await stack.sandbox.smsCode(member.phone, { count: length + 1 }));
      await page.keyboard.press('Enter');
      await page.getByText('1-19', { exact: true }).click();
      await plan.button('Pay $19.99 and start again').click();
      await plan.isShown();
      await stage('21 Started again');
      await pass(32);
      await stage('22 A month later');
    });
    await test.step('dunning to the end', async () => {
      const { customer_id: customer } = await lifeOf(stack, member.id);
      const { id } = await stripe(stack, 'payment_methods/pm_card_chargeCustomerFail/attach', { customer });
      await change({ default_payment_method: id });
      await pass(31);
      for (const days of [3, 5, 7]) await pass(days);
      await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled', { within: 60_000 });
      await eventually(async () => (await lifeOf(stack, member.id)).payments[0].status === 'void', { within: 60_000 });
      await stage('23 Ended unpaid');
    });
    await test.step('a subscription in the dashboard', async () => {
      const { customer_id: customer, price_id: price } = await lifeOf(stack, member.id);
      const { id: card } = await stripe(stack, 'payment_methods/pm_card_visa/attach', { customer });
      await stripe(stack, 'subscriptions', {
        customer,
        'items[0][price]': price,
        default_payment_method: card,
        'metadata[trial_id]': String(member.id),
      });
      await eventually(async () => (await lifeOf(stack, member.id)).state === 'active', { within: 60_000 });
      await stage('24 Started again at Stripe');
    });
    await test.step('customer deleted', async () => {
      const { customer_id: customer } = await lifeOf(stack, member.id);
      await deleteAtStripe(stack, `customers/${customer}`);
      await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled', { within: 60_000 });
      await stage('25 The customer deleted at Stripe');
    });

    expect(untrue).toEqual([]);
  },
);
