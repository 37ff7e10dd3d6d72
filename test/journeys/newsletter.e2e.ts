import { anEmail, aSubscriber } from '../builders/index.ts';
import {
  expect,
  isFine,
  Keyboard,
  NewsletterBox,
  posts,
  refused,
  SCREENS,
  test as base,
  withoutScripts,
} from '../drivers/index.ts';

const test = base.extend<{ box: NewsletterBox }>({
  box: ({ page }, use) => use(new NewsletterBox(page)),
});

const CALL = 'newsletter-subscriptions';
const UNEXPECTED = 'An unexpected error occurred. Please try again or contact support.';

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
      await expect(page.locator('.newsletter ~ .closing')).toBeVisible();
      await expect(page.locator('script[src]')).toHaveCount(1);
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

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('no barrier is found in any state, and nothing is wider than the screen', async ({
      box,
      page,
      outages,
      allow,
    }) => {
      allow(refused(500));
      test.slow();
      await box.opens();
      await box.subscribes('ruth@church');
      await box.refuses();
      await isFine(page, 'a bad address');
      await outages.answer(CALL, 500, { error: UNEXPECTED });
      await box.subscribes(anEmail('reader'));
      await expect(box.answer).toHaveText(UNEXPECTED);
      await isFine(page, 'a failure');
      await box.button.click();
      await box.accepts();
      await isFine(page, 'accepted');
    });
  });
