/** The page with the numbers to call in a crisis. */
import { expect, PHONE, test } from '../drivers/index.ts';

test.use({ viewport: PHONE });

test(
  'The numbers are on the first screen, and each is a link that dials or texts',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/crisis');
    for (const [name, href] of [
      ['Call 911', 'tel:911'],
      ['Call 988', 'tel:988'],
      ['Text 988', 'sms:988'],
      ['Chat with 988', 'https://988lifeline.org/chat/'],
      ['Call Childhelp', 'tel:+18004224453'],
    ] as const) {
      const link = page.getByRole('main').getByRole('link', { name });
      await expect(link).toHaveAttribute('href', href);
      const box = await link.boundingBox();
      expect(Math.min(box!.height, box!.width)).toBeGreaterThanOrEqual(44);
    }
    await expect(page.getByRole('link', { name: 'Call 911' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Call 988' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('a[href="/trial"]:visible')).toHaveCount(1);
  },
);

test('After one visit it opens without a connection, and no other page is kept', async ({ page, context }) => {
  await page.goto('/crisis');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Help right now' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('.button')!).minHeight)).toBe('56px');
  await expect(page.goto('/pricing')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(false);
});
