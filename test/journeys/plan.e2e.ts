import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { aMember, callsTo, lifeOf, stripe } from '../builders/index.ts';
import {
  expect,
  expectAccessibleAndFitting,
  Keyboard,
  linksOf,
  PHONE,
  planLink,
  posts,
  refused,
  SCREENS,
  planTest as test,
} from '../drivers/index.ts';
import { eventually } from '../support/index.ts';

const FAILS_LATER = '4000000000000341';
const longDay = (at: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'America/Chicago' }).format(at);

test(
  'A member in the trial changes the plan, cancels it in two clicks, and keeps it after all',
  { tag: '@smoke' },
  async ({ plan, page, stack }) => {
    const member = await aMember(stack);
    const ends = longDay((await lifeOf(stack, member.id)).trial_ends_at);
    const sent = posts(page);
    await plan.follow(await planLink(stack, member.email));
    await expect(page).toHaveURL(/\/plan$/);
    await expect(plan.fact('Plan')).toContainText('Starter, 1-19 active users');
    await expect(plan.fact('Price')).toContainText('$19.99 a month');
    await expect(plan.fact('Trial ends')).toContainText(ends);
    await expect(plan.fact('First payment')).toContainText(`$19.99 on ${ends}`);
    await expect(plan.part('Your card')).toContainText('Visa •••• 4242');
    await expect(plan.fact('Active users')).toContainText('0 of 19 in your trial so far');
    await expect(plan.part('Invoices')).toContainText(`The first one comes when your trial ends on ${ends}.`);
    await page.reload();
    await plan.isShown();
    expect(new Set(sent)).toEqual(new Set(['/api/plan']));

    await plan.choose('50-99');
    await expect(plan.main).toContainText(
      `free until your trial ends on ${ends}. From that day on it is $79.99 a month.`,
    );
    await plan.button('Change to 50-99 active users').click();
    await expect(plan.fact('First payment')).toContainText(`$79.99 on ${ends}`);
    await expect(plan.button('Change plan')).toBeFocused();
    expect((await lifeOf(stack, member.id)).plan).toBe('tier_50_99');

    await plan.button('Cancel my plan').click();
    await expect(plan.part('Cancel your plan?')).toContainText(
      `Everything stays open until ${ends}. Then it ends, and nothing is charged.`,
    );
    expect((await lifeOf(stack, member.id)).cancel_at).toBeNull();
    await plan.button('Yes, cancel my plan').click();
    await expect(page.getByRole('heading', { name: `Your plan ends on ${ends}` })).toBeFocused();
    await expect(plan.fact('Next payment')).toContainText('None');
    expect((await lifeOf(stack, member.id)).cancel_at).not.toBeNull();

    await plan.button('Keep my plan').click();
    await expect(plan.fact('First payment')).toContainText(`$79.99 on ${ends}`);
    expect((await lifeOf(stack, member.id)).cancel_at).toBeNull();
  },
);

test(
  'A canceled trial ends without a charge, and every old link shows that',
  { tag: '@thorough' },
  async ({ plan, page, stack }) => {
    test.slow();
    const member = await aMember(stack);
    const [welcome] = await stack.sandbox.mails(member.email, { subject: /^Welcome/ });
    await plan.follow(linksOf(welcome!).find((link) => link.includes('/plan?token='))!);
    await plan.cancelInTwoClicks();
    await expect(plan.button('Keep my plan')).toBeVisible();
    const [confirmed] = await stack.sandbox.mails(member.email, { subject: /^Your plan is canceled and ends on/ });
    await plan.follow(linksOf(confirmed!).find((link) => link.includes('/plan?token='))!);
    await expect(plan.main.getByRole('heading', { level: 2 }).first()).toHaveText(/^Your plan ends on /);
    const old = [
      `/trial?step=verification&trialId=${member.id}`,
      `/trial-checkout-success?trial_id=${member.id}&setup_intent=seti_1&redirect_status=succeeded`,
    ];
    for (const link of old) {
      await page.goto(link);
      await expect(plan.heading).toHaveText('You have an account');
      await expect(plan.main).toContainText(/Your plan is canceled and ends on .* Nothing is charged\./);
      await expect(page.getByText('Trial started!')).toHaveCount(0);
    }
    await stack.sandbox.advance({ days: 30, minutes: 90 });
    await eventually(async () => (await lifeOf(stack, member.id)).state === 'canceled', { within: 30_000 });
    await plan.page.goto(await planLink(stack, member.email));
    await expect(plan.heading).toHaveText('Your subscription has ended');
    await expect(plan.part('Invoices')).toContainText('Nothing was charged.');
    await expect(plan.main.getByRole('button')).toHaveText(['Text me a code']);
    const { payments } = await lifeOf(stack, member.id);
    expect(payments.every((each: any) => each.paid_in_cents === 0)).toBe(true);
    for (const link of old) {
      await page.goto(link);
      await expect(plan.heading).toHaveText('Your subscription has ended');
      await expect(plan.main).toContainText(/Your subscription ended on .* Nothing more will be charged\./);
    }
  },
);

test("A failed payment is paid with a new card from the provider's page", async ({ plan, page, request, stack }) => {
  test.slow();
  const member = await aMember(stack, { card: FAILS_LATER });
  await stack.sandbox.advance({ days: 30, minutes: 90 });
  const [failed] = await stack.sandbox.mails(member.email, {
    subject: 'Your payment did not go through',
    within: 30_000,
  });
  await plan.follow(linksOf(failed!).find((link) => link.includes('/plan?token='))!);
  await expect(plan.part('Your card')).toContainText('$19.99 could not be charged');
  await expect(plan.main.getByRole('heading', { level: 2 }).first()).toHaveText('Your card');
  await expect(plan.fact('Open')).toContainText('$19.99');
  await expect(plan.part('Invoices')).toContainText('$19.99 Open');
  await expect(page.getByRole('link', { name: 'See the invoice' })).toHaveAttribute('href', /\/invoices\//);

  await plan.opensCardPage();
  await page.getByRole('link', { name: 'Back' }).click();
  await plan.isShown();
  await expect(plan.main).not.toContainText('Your card is saved');

  await plan.opensCardPage();
  await plan.entersCard('declined');
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).first()).toBeVisible();
  await plan.entersCard('good');
  await plan.isShown();
  await expect(plan.main.locator('.wide[role=status]')).toContainText(
    'Your card is updated: Visa •••• 4242 pays from now on.',
    {
      timeout: 30_000,
    },
  );
  await expect(plan.main).not.toContainText('could not be charged');
  await expect(page).toHaveURL(/\/plan$/);
  await page.reload();
  await expect(plan.part('Invoices')).toContainText('$19.99 Paid');
  const pdf = await request.get(
    (await plan.part('Invoices').getByRole('link', { name: /^PDF/ }).getAttribute('href'))!,
  );
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).toString('latin1')).toMatch(/^%PDF-1\.4[^]*Status: paid[^]*%%EOF\n$/);
  const { state, payments } = await lifeOf(stack, member.id);
  expect([state, payments[0].paid_in_cents]).toEqual(['active', 1999]);
});

test('A member whose card was removed at Stripe sees that first, and no payment is promised', async ({
  plan,
  stack,
}) => {
  const member = await aMember(stack);
  const { default_payment_method: card } = await stripe(
    stack,
    `subscriptions/${(await lifeOf(stack, member.id)).stripe_id}`,
  );
  await stripe(stack, `payment_methods/${card}/detach`, {});
  const [removed] = await stack.sandbox.mails(member.email, { subject: 'Your card was removed' });
  await plan.follow(linksOf(removed!).find((link) => link.includes('/plan?token='))!);
  await expect(plan.main.getByRole('heading', { level: 2 }).first()).toHaveText('Your card');
  await expect(plan.part('Your card')).toContainText('Without one, your account is closed on that day');
  await expect(plan.fact('First payment')).toContainText('None');
  await expect(plan.part('Invoices')).toContainText('None. Nothing was charged.');
  await expect(plan.button('Add a card')).toBeVisible();
});

test(
  'An amount that was shown an hour ago is refused, shown anew, and accepted',
  { tag: '@thorough' },
  async ({ plan, stack, allow }) => {
    allow(refused(409));
    const member = await aMember(stack);
    await plan.follow(await planLink(stack, member.email));
    await plan.choose('50-99');
    const change = plan.button('Change to 50-99 active users');
    await expect(change).toBeVisible();
    await stack.sandbox.advance({ minutes: 61 });
    await change.click();
    await expect(plan.main).toContainText('Please look at it again.');
    await change.click();
    await expect(plan.fact('Plan')).toContainText('50-99 active users');
  },
);

test(
  'A member accepts the larger plan, which is billed from the next month on',
  { tag: '@thorough' },
  async ({ plan, page, stack }) => {
    const member = await aMember(stack);
    const { INTERNAL_TOKEN } = JSON.parse(await readFile(path.join(stack.home, 'secrets.json'), 'utf8'));
    const { now: at } = await stack.sandbox.call('clock');
    const events = Array.from({ length: 20 }, (_, each) => ({
      accountId: member.id,
      userId: `user-${each}`,
      kind: 'message.sent',
      at,
    }));
    await callsTo(stack).post('internal/activity', { events }, { authorization: `Bearer ${INTERNAL_TOKEN}` });
    await stack.sandbox.advance({ days: 30, minutes: 150 });
    const [mail] = await stack.sandbox.mails(member.email, {
      subject: 'Your plan has become too small',
      within: 30_000,
    });
    await plan.follow(linksOf(mail!).find((link) => link.includes('/plan?token='))!);
    await expect(plan.part('Your ministry has grown')).toContainText('20 people were active');
    await plan.button('Accept').click();
    await expect(page.getByRole('heading', { name: 'Your new plan is accepted' })).toBeFocused();
    await expect(plan.part('Your new plan is accepted')).toContainText(
      'Growth, $39.99 a month, is billed from the next month on.',
    );
    await expect(plan.fact('Next payment')).toContainText('$39.99 on ');
    expect((await lifeOf(stack, member.id)).payments.map((each: any) => each.paid_in_cents)).not.toContain(3999);
  },
);

test('A failed load or action shows an error and can be retried', async ({ plan, page, stack, outages, allow }) => {
  allow(refused(503), refused(429), /net::ERR_FAILED/);
  const member = await aMember(stack);
  const restore = await outages.cutOff('**/api/plan');
  await page.goto(await planLink(stack, member.email));
  await expect(plan.heading).toHaveText('We could not open your plan');
  restore();
  await plan.button('Try again').click();
  await plan.isShown();
  const away = {
    error: 'Our payment provider cannot be reached. Please try again in a moment; nothing is done twice.',
  };
  await outages.answer('plan/cancel', 503, away);
  await plan.cancelInTwoClicks();
  await expect(page.getByRole('alert').filter({ hasText: away.error })).toBeVisible();
  await outages.answer('plan/card', 503, away);
  await plan.button('Update card').click();
  await expect(plan.part('Your card')).toContainText(away.error);
  const release = await outages.hold('**/api/plan/cancel');
  await plan.button('Yes, cancel my plan').dblclick();
  await expect(plan.button('Cancelling…')).toBeVisible();
  release();
  await expect(plan.button('Keep my plan')).toBeVisible();
});

test(
  'On a phone the tiles of the plans begin and end with the text of their card',
  { tag: '@thorough' },
  async ({ plan, page, stack }) => {
    await page.setViewportSize(PHONE);
    const member = await aMember(stack);
    await plan.follow(await planLink(stack, member.email));
    await plan.button('Change plan').click();
    const edges = (places: string) =>
      page.locator(places).evaluateAll((all) => {
        const boxes = all.map((each) => each.getBoundingClientRect());
        return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))].map(
          Math.round,
        );
      });
    expect(await edges('label:has([name=selectedPlan])')).toEqual(await edges('dl > div'));
  },
);

test('The plan is canceled and kept by keyboard alone', { tag: '@thorough' }, async ({ plan, page, stack }) => {
  const member = await aMember(stack);
  const keyboard = new Keyboard(page);
  await plan.follow(await planLink(stack, member.email));
  await keyboard.reach(plan.button('Cancel my plan'));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cancel your plan?' })).toBeFocused();
  await keyboard.reach(plan.button('Yes, cancel my plan'), 3);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Your plan ends on / })).toBeFocused();
  await keyboard.reach(plan.button('Keep my plan'), 3);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cancel', exact: true })).toBeFocused();
  expect((await lifeOf(stack, member.id)).cancel_at).toBeNull();
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('every state passes axe and fits the screen', async ({ plan, page, stack, allow }) => {
      allow(refused(410));
      test.slow();
      const member = await aMember(stack);
      await plan.follow(await planLink(stack, member.email));
      await expectAccessibleAndFitting(page, 'the plan');
      await plan.choose('20-49');
      await expectAccessibleAndFitting(page, 'another plan');
      await plan.button('Keep Starter').click();
      await plan.button('Cancel my plan').click();
      await expectAccessibleAndFitting(page, 'the question');
      await plan.button('Yes, cancel my plan').click();
      await expect(plan.button('Keep my plan')).toBeVisible();
      await expectAccessibleAndFitting(page, 'cancelled');
      await plan.opensCardPage();
      await expectAccessibleAndFitting(page, 'the card page');
      await page.goto('/plan?token=forged');
      await expect(plan.emailField).toBeVisible();
      await expectAccessibleAndFitting(page, 'an old link');
      await plan.asksForLink('nobody@church.example');
      await expectAccessibleAndFitting(page, 'a new link');
    });
  });
