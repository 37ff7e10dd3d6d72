import { aSubscriber } from '../builders/index.ts';
import {
  expect,
  expectAccessibleAndFitting,
  Keyboard,
  linkIn,
  LinkPage,
  NewsletterBox,
  posts,
  refused,
  SCREENS,
  test as base,
  withoutScripts,
} from '../drivers/index.ts';

const test = base.extend<{ link: LinkPage }>({
  link: ({ page }, use) => use(new LinkPage(page)),
});

const CONFIRMED = ['You’re on the list', 'Until the first issue arrives, the blog has articles'] as const;
const ALREADY_CONFIRMED = ['You’re already on the list', 'There’s nothing more to do.'] as const;
const UNSUBSCRIBED = ['You’re unsubscribed', 'No hard feelings, and blessings on your ministry.'] as const;
const TOO_OLD = [
  'This link no longer works',
  'It may be old or incomplete. Enter your address on the blog page',
] as const;
const INVALID = ['This link no longer works', 'Use the link in the latest issue you received, or write to'] as const;

test.describe('The link in a newsletter mail', () => {
  test('subscribes and unsubscribes by its button only, and its token leaves the address at once', async ({
    link,
    page,
    stack,
  }) => {
    const reader = await aSubscriber(stack);
    const box = new NewsletterBox(page);
    const state = async () => (await reader.stored())?.['state'];
    await box.opens();
    await box.subscribes(reader.email);
    await box.accepts();

    const [confirmation] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    const sent = posts(page);
    await link.follow(linkIn(confirmation, 'confirm'));
    await expect(page).toHaveURL(/\/newsletter\/confirm$/);
    await page.reload();
    await expect(link.button).toBeEnabled();
    expect(sent).toEqual([]);
    expect(await state()).toBe('pending');
    await link.press();
    await link.says(...CONFIRMED);
    await expect(page.getByRole('link', { name: 'Read the blog' })).toHaveAttribute('href', '/blog');
    expect(await state()).toBe('confirmed');
    await link.follow(linkIn(confirmation, 'confirm'));
    await link.press();
    await link.says(...ALREADY_CONFIRMED);

    const [welcome] = await stack.sandbox.mails(reader.email, { subject: /^You are subscribed/ });
    await link.follow(linkIn(welcome, 'unsubscribe'));
    await expect(page).toHaveURL(/\/newsletter\/unsubscribe$/);
    expect(await state()).toBe('confirmed');
    await link.press();
    await link.says(...UNSUBSCRIBED);
    await expect(page.getByRole('main').getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(await state()).toBe('unsubscribed');
    await link.follow(linkIn(welcome, 'unsubscribe'));
    await link.press();
    await link.says(...UNSUBSCRIBED);
  });

  test('to confirm does not work after unsubscribing', async ({ link, stack, allow }) => {
    allow(refused(410));
    const reader = await aSubscriber(stack, 'unsubscribed');
    const [confirmation] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    await link.follow(linkIn(confirmation, 'confirm'));
    await link.press();
    await link.says(...TOO_OLD);
    expect((await reader.stored())?.['state']).toBe('unsubscribed');
  });

  test('shows what to do when its token is missing or wrong', async ({ link, page, allow }) => {
    allow(refused(400), refused(410));
    for (const [path, [title, text]] of Object.entries({ confirm: TOO_OLD, unsubscribe: INVALID })) {
      await page.goto(`/newsletter/${path}`);
      await link.says(title, text);
      for (const token of ['x', 'bm90LW91cnM.bm90LW91cnM', '%3Cscript%3E']) {
        await link.follow(`/newsletter/${path}?token=${token}`);
        await link.press();
        await link.says(title, text);
      }
    }
  });

  test('confirms once for a double click', { tag: '@thorough' }, async ({ link, stack }) => {
    const reader = await aSubscriber(stack, 'pending');
    const [confirmation] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    await link.follow(linkIn(confirmation, 'confirm'));
    await link.button.dblclick();
    await link.says(...CONFIRMED);
  });

  test('sends no referrer and stays out of search engines', async ({ request }) => {
    for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
      const answer = await request.get(`${path}?token=abc`);
      expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      expect(await answer.text()).toMatch(/<meta name="robots" content="noindex"/);
    }
  });

  test('works by keyboard alone', { tag: '@thorough' }, async ({ link, page, stack }) => {
    const reader = await aSubscriber(stack, 'pending');
    const [confirmation] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    const keyboard = new Keyboard(page);
    await link.follow(linkIn(confirmation, 'confirm'));
    await keyboard.reach(link.button);
    await keyboard.press('Enter');
    await link.says(...CONFIRMED);
  });

  test('works when scripts are off', async ({ stack }) => {
    const reader = await aSubscriber(stack, 'pending');
    const [confirmation] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    await withoutScripts(async (page) => {
      const link = new LinkPage(page);
      await link.follow(linkIn(confirmation, 'confirm'));
      await link.press();
      await link.says(...CONFIRMED);
      const [welcome] = await stack.sandbox.mails(reader.email, { subject: /^You are subscribed/ });
      await link.follow(linkIn(welcome, 'unsubscribe'));
      await link.press();
      await link.says(...UNSUBSCRIBED);
      await link.follow('/newsletter/confirm?token=abc');
      await link.press();
      await link.says(...TOO_OLD);
    }, stack.url);
  });
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('every state passes axe and fits the width of the screen', async ({ link, page, stack, allow }) => {
      allow(refused(410));
      test.slow();
      const reader = await aSubscriber(stack, 'pending');
      const [confirmation] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
      await link.follow(linkIn(confirmation, 'confirm'));
      await expectAccessibleAndFitting(page, 'before confirming');
      await link.press();
      await link.says(...CONFIRMED);
      await expectAccessibleAndFitting(page, 'confirmed');
      await link.follow('/newsletter/unsubscribe?token=abc');
      await expectAccessibleAndFitting(page, 'before unsubscribing');
      await link.press();
      await link.says(...INVALID);
      await expectAccessibleAndFitting(page, 'an invalid link');
    });
  });
