import { expect, PHONE, refused, test, Traffic } from '../drivers/index.ts';
import { BOXED, NOWHERE, PAGES } from '../site/pages.ts';

const KB = 1024;
const BESIDE_PICTURES_AND_FONTS = 60 * KB;
const SCRIPTS = 175 * KB;
const NEWSLETTER_BOX = KB;

test.use({ viewport: PHONE });

for (const { path, scripted } of [...PAGES, { path: NOWHERE, scripted: undefined }])
  test(`${path} comes from here alone, is light, and says nothing in the console`, async ({
    page,
    context,
    allow,
    stack,
  }) => {
    if (path === NOWHERE) allow(refused(404));
    const traffic = new Traffic(context);
    await page.goto(path);
    for (const picture of await page.getByRole('main').locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeGreaterThan(0);
    }
    await page.waitForLoadState('networkidle');

    expect([...traffic.origins]).toEqual([new URL(stack.url).origin]);
    expect(await context.cookies()).toEqual([]);
    const { image: _pictures, font: _fonts, script = 0, ...texts } = await traffic.weights();
    const rest = Object.values(texts).reduce((sum, bytes) => sum + bytes, 0);
    expect(script).toBeLessThanOrEqual(scripted ? SCRIPTS : BOXED.includes(path) ? NEWSLETTER_BOX : 0);
    expect(rest).toBeLessThan(BESIDE_PICTURES_AND_FONTS);
  });
