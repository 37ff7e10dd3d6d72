import { anEmail } from '../builders/index.ts';
import {
  expect,
  expectAccessibleAndFitting,
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

test.describe('The newsletter form', () => {
  for (const path of ['/blog', '/blog/category/mental-health'])
    test(
      `of ${path} subscribes with a single script of less than 1 KB over the wire`,
      { tag: path === '/blog' ? '@smoke' : '@thorough' },
      async ({ box, page, stack }) => {
        const scripts: { url: string; bytes: number }[] = [];
        page.on('response', async (answer) => {
          if (answer.request().resourceType() !== 'script') return;
          scripts.push({ url: answer.url(), bytes: (await answer.request().sizes()).responseBodySize });
        });
        await box.opens(path);
        await expect(box.box).toContainText('Join 2,000+ subscribers.');
        await expect(page.locator('.newsletter ~ [data-unsearched]')).toBeVisible();
        await expect(page.locator('script[src]')).toHaveCount(1);
        expect(scripts).toHaveLength(1);
        expect(scripts[0]!.bytes).toBeLessThan(1024);

        const email = anEmail('reader');
        await box.subscribes(email);
        await box.accepts();
        await stack.sandbox.mails(email, { subject: /^Please confirm/ });
        expect(new URL(page.url()).pathname).toBe(path);
      },
    );

  test('asks about a wrong address, keeps it when the server fails, and sends it once however often it is pressed', async ({
    box,
    outages,
    page,
    allow,
  }) => {
    allow(refused(400, CALL), refused(500, CALL), refused(429, CALL), /net::ERR_FAILED/);
    const sent = posts(page);
    await box.opens();
    await box.field.focus();
    await expect(box.box.locator('[aria-live]')).toBeAttached();
    for (const wrong of ['', 'ruth', 'ruth@church', 'ruth@@church.example', '@church.example']) {
      await box.subscribes(wrong);
      await box.refuses();
    }
    await box.subscribes('ruth@gmial.com');
    await expect(box.box).toContainText('Did you mean ruth@gmail.com?');
    await box.box.getByRole('button', { name: 'ruth@gmail.com' }).click();
    await expect(box.field).toHaveValue('ruth@gmail.com');
    await expect(box.box).not.toContainText('Did you mean');
    await box.subscribes('ruth@gmial.con');
    await expect(box.box).toContainText('Did you mean');
    expect(sent).toEqual([]);

    const email = anEmail('reader');
    const message = 'Please enter a valid email address';
    await outages.answer(CALL, 400, { error: 'Please check the marked fields.', fields: { email: message } });
    await box.subscribes(email);
    await box.refuses(message);
    await outages.answer(CALL, 500, { error: UNEXPECTED });
    await box.button.click();
    await expect(box.answer).toHaveText(UNEXPECTED);
    const restore = await outages.cutOff(`**/api/${CALL}`);
    await box.button.click();
    await expect(box.answer).toHaveText(UNEXPECTED);
    restore();
    await outages.answer(CALL, 429, { error: 'Too many attempts. Please wait a little and try again.' });
    await box.button.click();
    await expect(box.answer).toHaveText('Too many attempts. Please wait a little and try again.');
    await expect(box.field).toHaveValue(email);

    sent.length = 0;
    const release = await outages.hold(`**/api/${CALL}`);
    await box.button.dblclick();
    await box.field.press('Enter');
    await expect(box.button).toHaveAttribute('aria-disabled', 'true');
    release();
    await box.accepts();
    await expect(box.button).not.toHaveAttribute('aria-disabled', 'true');
    await expect(box.field).not.toHaveAttribute('aria-invalid', 'true');
    expect(sent).toEqual([`/api/${CALL}`]);
  });

  test('works by keyboard alone', { tag: '@thorough' }, async ({ box, page }) => {
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

  test('is a plain form when scripts are off', async ({ stack }) => {
    const email = anEmail('reader');
    await withoutScripts(async (page) => {
      await page.goto('/blog');
      const box = new NewsletterBox(page);
      await box.subscribes('ruth@church');
      await expect(box.field).toHaveJSProperty('validity.valid', false);
      await box.subscribes(email);
      await expect(page.getByRole('main')).toContainText('Check your inbox to confirm');
    }, stack.url);
    await stack.sandbox.mails(email, { subject: /^Please confirm/ });
  });
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('every state passes axe and fits the width of the screen', async ({ box, page, outages, allow }) => {
      allow(refused(500));
      test.slow();
      await box.opens();
      await box.subscribes('ruth@church');
      await box.refuses();
      await expectAccessibleAndFitting(page, 'a bad address');
      await outages.answer(CALL, 500, { error: UNEXPECTED });
      await box.subscribes(anEmail('reader'));
      await expect(box.answer).toHaveText(UNEXPECTED);
      await expectAccessibleAndFitting(page, 'a failure');
      await box.button.click();
      await box.accepts();
      await expectAccessibleAndFitting(page, 'accepted');
    });
  });
