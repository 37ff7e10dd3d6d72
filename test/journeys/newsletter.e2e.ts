import type { Page } from '@playwright/test';
import { anEmail, aSubscriber } from '../builders/index.ts';
import {
  DESK,
  expect,
  hasNoBarriers,
  Keyboard,
  linkIn,
  LinkPage,
  NewsletterBox,
  PHONE,
  refused,
  test as base,
  wider,
  withoutScripts,
} from '../drivers/index.ts';

const test = base.extend<{ box: NewsletterBox; link: LinkPage }>({
  box: ({ page }, use) => use(new NewsletterBox(page)),
  link: ({ page }, use) => use(new LinkPage(page)),
});

const CALL = 'newsletter-subscriptions';
const UNEXPECTED = 'An unexpected error occurred. Please try again or contact support.';
const ON_THE_LIST = ['You are on the list', 'Until the first letter comes, the blog has seven articles'] as const;
const ALREADY = ['You are already on the list', 'There is nothing more to do.'] as const;
const UNSUBSCRIBED = ['You are unsubscribed', 'No hard feelings, and blessings on your ministry.'] as const;
const TOO_OLD = [
  'This link no longer works',
  'It may be old or incomplete. Enter your address on the blog page',
] as const;
const NOT_OURS = ['This link no longer works', 'Use the link in the latest issue you received, or write to'] as const;

/** The calls that a page makes to change something. */
function posts(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && seen.push(new URL(request.url()).pathname));
  return seen;
}

test.describe('The box', () => {
  for (const path of ['/blog', '/blog/category/mental-health'])
    test(`of ${path} stands before the closing band, and its script is the only one and small`, async ({
      box,
      page,
      stack,
    }) => {
      const scripts: { url: string; bytes: number }[] = [];
      page.on('response', async (answer) => {
        if (answer.request().resourceType() !== 'script') return;
        scripts.push({ url: answer.url(), bytes: (await answer.body()).length });
      });
      await box.opens(path);
      await expect(box.box).toContainText('Join 2,000+ subscribers.');
      await expect(page.locator('.newsletter ~ .closing-band')).toBeVisible();
      await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(1);
      expect(scripts).toHaveLength(1);
      expect(scripts[0]!.bytes).toBeLessThan(1536);

      const email = anEmail('reader');
      await box.subscribes(email);
      await box.accepts();
      await stack.sandbox.mails(email, { subject: /^Please confirm/ });
      expect(new URL(page.url()).pathname).toBe(path);
    });

  test('refuses what is no address, at the field, and sends nothing', async ({ box, page }) => {
    const sent = posts(page);
    await box.opens();
    for (const wrong of ['', 'ruth', 'ruth@church', 'ruth@@church.example', '@church.example']) {
      await box.subscribes(wrong);
      await box.refuses();
    }
    expect(sent).toEqual([]);
    await box.subscribes(anEmail('reader'));
    await box.accepts();
    await expect(box.field).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('shows what only the server found at the field', async ({ box, outages, allow }) => {
    allow(refused(400, CALL));
    const message = 'Please enter a valid email address';
    await outages.answer(CALL, 400, { error: 'Please check the marked fields.', fields: { email: message } });
    await box.opens();
    await box.subscribes('ruth@church.example');
    await box.refuses(message);
  });

  test('says the same to every address, and tells the difference in the mail alone', async ({ box, stack }) => {
    for (const state of ['unknown', 'pending', 'confirmed', 'unsubscribed'] as const) {
      const reader = await aSubscriber(stack, state);
      await box.opens();
      await box.subscribes(reader.email.toUpperCase());
      await box.accepts();
      const subject = state === 'confirmed' ? /^You already receive/ : /^Please confirm/;
      await stack.sandbox.mails(reader.email, { subject });
    }
  });

  test('keeps the address when the server fails or is away, and the next try works', async ({
    box,
    outages,
    allow,
  }) => {
    allow(refused(500, CALL), refused(429, CALL), /net::ERR_FAILED/);
    const email = anEmail('reader');
    await box.opens();
    await outages.answer(CALL, 500, { error: UNEXPECTED });
    await box.subscribes(email);
    await expect(box.answer).toHaveText(UNEXPECTED);
    await outages.cutOff(`**/api/${CALL}`);
    await box.button.click();
    await expect(box.answer).toHaveText(UNEXPECTED);
    await outages.answer(CALL, 429, { error: 'Too many attempts. Please wait a little and try again.' });
    await box.button.click();
    await expect(box.answer).toHaveText('Too many attempts. Please wait a little and try again.');
    await expect(box.field).toHaveValue(email);
    await box.button.click();
    await box.accepts();
  });

  test('sends once, however often it is pressed', async ({ box, outages, page }) => {
    const sent = posts(page);
    const letGo = await outages.hold(`**/api/${CALL}`);
    await box.opens();
    await box.field.fill(anEmail('reader'));
    await box.button.dblclick();
    await box.field.press('Enter');
    await expect(box.button).toHaveAttribute('aria-disabled', 'true');
    letGo();
    await box.accepts();
    await expect(box.button).not.toHaveAttribute('aria-disabled', 'true');
    expect(sent).toEqual([`/api/${CALL}`]);
  });

  test('is used by keyboard alone', async ({ box, page }) => {
    const keyboard = new Keyboard(page);
    await box.opens();
    await keyboard.reach(page.getByRole('navigation', { name: 'Categories' }).getByRole('link').last());
    await keyboard.typeInto(box.field, 'ruth');
    await keyboard.press('Enter');
    await box.refuses();
    await keyboard.type(`.${anEmail('reader')}`);
    await keyboard.press('Enter');
    await box.accepts();
  });

  test('without scripts names the way by mail, and asks for nothing', async ({ stack }) => {
    await withoutScripts(async (page) => {
      await page.goto('/blog');
      const box = new NewsletterBox(page);
      await expect(box.box).toContainText('Subscribing here needs JavaScript. Write to support@lampstand.example', {
        useInnerText: true,
      });
      await expect(box.field).toBeHidden();
    }, stack.url);
  });
});

test.describe('The link of a letter', () => {
  test('subscribes and unsubscribes by its button only, and leaves the address at once', async ({
    box,
    link,
    page,
    stack,
  }) => {
    const reader = await aSubscriber(stack);
    const state = async () => (await reader.stored())?.['state'];
    await box.opens();
    await box.subscribes(reader.email);
    await box.accepts();

    const [asked] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    const sent = posts(page);
    await link.follow(linkIn(asked, 'confirm'));
    await expect(page).toHaveURL(/\/newsletter\/confirm$/);
    await page.reload();
    await expect(link.button).toBeEnabled();
    expect(sent).toEqual([]);
    expect(await state()).toBe('pending');
    await link.press();
    await link.says(...ON_THE_LIST);
    await expect(page.getByRole('link', { name: 'Read the blog' })).toHaveAttribute('href', '/blog');
    expect(await state()).toBe('confirmed');
    await link.follow(linkIn(asked, 'confirm'));
    await link.press();
    await link.says(...ALREADY);

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

  test('to confirm works no more for somebody who has left', async ({ link, stack, allow }) => {
    allow(refused(410));
    const reader = await aSubscriber(stack, 'unsubscribed');
    const [asked] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    await link.follow(linkIn(asked, 'confirm'));
    await link.press();
    await link.says(...TOO_OLD);
    expect((await reader.stored())?.['state']).toBe('unsubscribed');
  });

  for (const [page, outcome] of Object.entries({ confirm: TOO_OLD, unsubscribe: NOT_OURS }))
    test(`to ${page} that is no link of ours, or was cut`, async ({ link, page: tab, allow }) => {
      allow(refused(400), refused(410));
      await tab.goto(`/newsletter/${page}`);
      await link.says(outcome[0], outcome[1]);
      for (const token of ['x', 'bm90LW91cnM.bm90LW91cnM', '%3Cscript%3E']) {
        await link.follow(`/newsletter/${page}?token=${token}`);
        await link.press();
        await link.says(outcome[0], outcome[1]);
      }
    });

  test('waits for a server that is away', async ({ link, page, stack, outages, allow }) => {
    allow(refused(503), /net::ERR_FAILED/);
    const reader = await aSubscriber(stack, 'pending');
    const [asked] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    await link.follow(linkIn(asked, 'confirm'));
    await outages.cutOff(`**/api/${CALL}/confirm`);
    await link.press();
    await expect(page.getByRole('alert')).toContainText('Please try again or contact our support team.');
    await outages.answer(`${CALL}/confirm`, 503, { error: 'Not just now.' });
    await link.press();
    await expect(page.getByRole('alert')).toContainText('Not just now.');
    const letGo = await outages.hold(`**/api/${CALL}/confirm`);
    await link.button.dblclick();
    await expect(link.button).toHaveText('Confirming…');
    letGo();
    await link.says(...ON_THE_LIST);
  });

  test('tells its token to nobody else, and no search engine', async ({ request }) => {
    for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
      const answer = await request.get(`${path}?token=abc`);
      expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      expect(await answer.text()).toMatch(/<meta name="robots" content="noindex"/);
    }
  });

  test('is pressed by keyboard alone', async ({ link, page, stack }) => {
    const reader = await aSubscriber(stack, 'pending');
    const [asked] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
    const keyboard = new Keyboard(page);
    await link.follow(linkIn(asked, 'confirm'));
    await keyboard.reach(link.button);
    await keyboard.press('Enter');
    await link.says(...ON_THE_LIST);
  });

  test('without scripts names the way by mail', async ({ stack }) => {
    await withoutScripts(async (page) => {
      for (const path of ['/newsletter/confirm?token=abc', '/newsletter/unsubscribe?token=abc']) {
        await page.goto(path);
        const main = page.getByRole('main');
        await expect(main.getByRole('button')).toBeDisabled();
        await expect(main).toContainText('This button needs JavaScript. Write to support@lampstand.example', {
          useInnerText: true,
        });
      }
    }, stack.url);
  });
});

for (const [screen, viewport] of Object.entries({ 'a phone': PHONE, 'a desk': DESK }))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test('no barrier is found in any state, and nothing is wider than the screen', async ({
      box,
      link,
      page,
      outages,
      allow,
    }) => {
      allow(refused(500), refused(410), refused(503));
      test.slow();
      const isFine = async (state: string) => {
        await hasNoBarriers(page, state);
        expect(await wider(page), state).toBe(0);
      };
      await box.opens();
      await box.subscribes('ruth@church');
      await box.refuses();
      await isFine('a bad address');
      await outages.answer(CALL, 500, { error: UNEXPECTED });
      await box.subscribes(anEmail('reader'));
      await expect(box.answer).toHaveText(UNEXPECTED);
      await isFine('a failure');
      await box.button.click();
      await box.accepts();
      await isFine('accepted');

      await link.follow('/newsletter/confirm?token=abc');
      await isFine('the question');
      await outages.answer(`${CALL}/confirm`, 503, { error: 'Not just now.' });
      await link.press();
      await expect(page.getByRole('alert')).toBeVisible();
      await isFine('a failed confirmation');
      await outages.answer(`${CALL}/confirm`, 200, { success: true });
      await link.press();
      await link.says(...ON_THE_LIST);
      await isFine('confirmed');
      await link.follow('/newsletter/unsubscribe?token=abc');
      await isFine('leaving');
      await link.press();
      await link.says(...NOT_OURS);
      await isFine('no link of ours');
    });
  });
