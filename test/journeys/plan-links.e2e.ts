import { aMember, aVisitor, lifeOf } from '../builders/index.ts';
import {
  expect,
  LinkPage,
  linksOf,
  planLink,
  posts,
  refused,
  withoutScripts,
  planTest as test,
} from '../drivers/index.ts';

test('A forged link offers a new one by mail, with the same answer for every address', async ({
  plan,
  page,
  stack,
  allow,
}) => {
  allow(refused(400), refused(410));
  const member = await aMember(stack);
  const old = await planLink(stack, member.email);
  for (const link of [`${old}x`, '/plan?token=%3Cscript%3E']) {
    await page.goto(link);
    await expect(plan.heading).toHaveText('This link no longer works');
    await expect(plan.heading).toBeFocused();
  }
  await plan.emailField.fill('nobody');
  await plan.button('Send me a new link').click();
  await expect(plan.emailField).toBeFocused();
  await expect(plan.emailField).toHaveAccessibleDescription('Please enter a valid email address');
  await plan.emailField.fill('nobody@gmial.com');
  await plan.button('Send me a new link').click();
  await page.getByRole('button', { name: 'nobody@gmail.com' }).click();
  await expect(plan.emailField).toHaveValue('nobody@gmail.com');
  await plan.asksForLink('nobody@church.example');
  await expect(plan.main).toContainText('nobody@church.example');
  await plan.button('Enter another address').click();
  await expect(plan.heading).toHaveText('This link no longer works');
  await expect(plan.heading).toBeFocused();
  await page.goto('/help');
  await page.getByRole('link', { name: 'Open your plan' }).click();
  await expect(plan.heading).toHaveText('Your plan');
  await plan.asksForLink(member.email.toUpperCase());
  const [mail] = await stack.sandbox.mails(member.email, { subject: 'Your link to your plan', count: 2 });
  await plan.follow(linksOf(mail!).find((link) => link.includes('/plan?token='))!);
});

test(
  'A mail scanner that opens every link, with and without scripts, changes nothing',
  { tag: '@thorough' },
  async ({ page, stack, allow }) => {
    test.slow();
    // A requested plan link ends the links of earlier mails.
    allow(refused(410));
    const member = await aMember(stack);
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await stack.sandbox.advance({ minutes: 31 });
    await stack.sandbox.mails(visitor.details.email, { subject: /^Finish your/ });
    await stack.sandbox.advance({ days: 23 });
    await stack.sandbox.mails(member.email, { subject: 'Your free trial ends in 7 days', within: 30_000 });
    await planLink(stack, member.email);

    const mails = [...(await stack.sandbox.mails(member.email)), ...(await stack.sandbox.mails(visitor.details.email))];
    const links = [...new Set(mails.flatMap(linksOf))];
    expect(links.some((link) => link.includes('/plan?token='))).toBe(true);
    expect(links.some((link) => link.includes('/reminders/stop?token='))).toBe(true);
    const currentState = async () => {
      const { state, plan, cancel_at, card, account, journal, subscriptions } = await lifeOf(stack, member.id);
      const { reminders_stopped_at, step, state: at } = await visitor.stored();
      return { state, plan, cancel_at, card, account, journal, subscriptions, reminders_stopped_at, step, at };
    };
    const before = await currentState();
    for (const link of links) for (const method of ['HEAD', 'GET']) await fetch(link, { method });
    const sent = posts(page);
    // The page of the resume link requests a code by itself; the logo is not a page.
    for (const link of links.filter((each) => !each.includes('/trial?') && !each.endsWith('.png'))) {
      await page.goto(link);
      await page.waitForLoadState('networkidle');
    }
    await withoutScripts(async (scriptless) => {
      for (const link of links.filter((each) => each.startsWith(stack.url))) await scriptless.goto(link);
    }, stack.url);
    expect(new Set(sent)).toEqual(new Set(['/api/plan']));
    expect(await currentState()).toEqual(before);
  },
);

test('The button stops reminders', { tag: '@smoke' }, async ({ page, stack }) => {
  const visitor = aVisitor(stack);
  await visitor.signsUp();
  await stack.sandbox.advance({ minutes: 31 });
  const [mail] = await stack.sandbox.mails(visitor.details.email, { subject: /^Finish your/ });
  const link = new LinkPage(page);
  await link.follow(linksOf(mail!).find((each) => each.includes('/reminders/stop'))!);
  await expect(page).toHaveURL(/\/reminders\/stop$/);
  expect((await visitor.stored())['reminders_stopped_at']).toBeNull();
  await link.press();
  await link.says('No more reminders', 'the link in our emails leads back to it.');
  expect((await visitor.stored())['reminders_stopped_at']).not.toBeNull();
});

test('Without scripts the page offers a mail address, and its token is not leaked', async ({ request, stack }) => {
  await withoutScripts(async (page) => {
    await page.goto('/plan?token=abc');
    await expect(page.getByRole('main')).toContainText(
      'This page needs JavaScript. Write to support@lampstand.example',
      {
        useInnerText: true,
      },
    );
  }, stack.url);
  const answer = await request.get('/plan?token=abc');
  expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
});
