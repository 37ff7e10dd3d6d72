/** Public pages whose fonts and scripts come after the first paint: nothing moves. */
import type { Page } from '@playwright/test';
import { DESKTOP, expect, refused, SCREENS, shiftOf, test } from '../drivers/index.ts';
import { ARTICLES, NOWHERE, PATHS } from '../site/pages.ts';

/** Of the gate: pages with pictures and columns, and one that shows another view once its scripts run. */
const SOME = ['/', '/blog', '/plan'];

/** Holds back the fonts and scripts of the next page; the result lets them come. */
async function filesWait(page: Page): Promise<() => void> {
  let letCome = () => {};
  const allowed = new Promise<void>((done) => (letCome = done));
  await page.route(/\.(woff2|js)$/, async (route) => {
    await allowed;
    await route.continue();
  });
  return letCome;
}

const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0;

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    for (const path of process.env['THOROUGH'] ? [...PATHS, NOWHERE] : SOME)
      test(`${path} does not move, not even when its fonts and scripts come late`, async ({ page, allow }) => {
        if (path === NOWHERE) allow(refused(404));
        const filesCome = await filesWait(page);
        await page.goto(path, { waitUntil: 'commit' });
        await page.waitForFunction(painted);
        // A heading that is replaced is no shift for the browser, but for the eye.
        const place = () => page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().top);
        const before = await place();
        filesCome();
        await page.waitForLoadState('networkidle');
        const fonts = page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
        expect((await fonts).filter((name) => name.endsWith('.woff2')).length).toBeGreaterThanOrEqual(2);
        expect(await shiftOf(page)).toBe(0);
        expect(await place()).toBe(before);
      });
  });

test('Marking the chapter that is read moves no line of the table of contents, in any font', async ({
  page,
  withoutFonts,
}) => {
  await page.setViewportSize(DESKTOP);
  const fontsCome = await withoutFonts();
  for (const fonts of ['stand-ins', 'own fonts']) {
    for (const slug of process.env['THOROUGH'] ? ARTICLES : ARTICLES.slice(0, 1)) {
      await page.goto(`/blog/${slug}`);
      expect(await marksWhileReading(page), slug).toBeGreaterThan(4);
      await expect(page.locator('.contents.beside :is(:target-current, .now)')).toHaveCSS(
        'text-decoration-thickness',
        '2px',
      );
      expect(await shiftOf(page), `${slug} in ${fonts}`).toBe(0);
    }
    fontsCome();
  }
});

/** Scrolls to one chapter after the other. The number of lines of the table of contents that were marked. */
const marksWhileReading = (page: Page) =>
  page.locator('.prose > h2').evaluateAll(async (chapters) => {
    const marked = new Set<Element | null>();
    for (const chapter of chapters) {
      chapter.scrollIntoView();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      marked.add(document.querySelector('.contents.beside :is(:target-current, .now)'));
    }
    return marked.size;
  });
