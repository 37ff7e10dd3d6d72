/** Every page of the public site: weight and origin of its files, axe in both schemes, and the keyboard. */
import type { Page } from '@playwright/test';
import {
  expect,
  expectBestPractices,
  focusWalk,
  horizontalOverflow,
  Keyboard,
  PHONE,
  refused,
  SCREENS,
  SiteFrame,
  test,
  Traffic,
} from '../drivers/index.ts';
import { NOWHERE, ofEachKind, PAGES, PATHS, smallScriptsOf, WITH_DEMO } from '../site/pages.ts';

const KB = 1024;
const WITHOUT_PICTURES_AND_FONTS = 60 * KB;
const SCRIPTS = 190 * KB;
/** Scripts of a page that does not hydrate. */
const budgetOfIslands = (path: string): number => (WITH_DEMO.includes(path) ? 90 : smallScriptsOf(path)) * KB;
const DARK_GROUND = 'rgb(16, 22, 43)';

/** Shapes in the black of the browser: no style sheet of the page knows them. */
const withoutColor = (page: Page) =>
  page
    .locator('main svg :is(rect, circle, path)')
    .evaluateAll((shapes) =>
      shapes
        .filter((shape) => getComputedStyle(shape).fill === 'rgb(0, 0, 0)' && !shape.closest('[fill], defs, mask'))
        .map((shape) => shape.closest('svg')!.outerHTML.slice(0, 120)),
    );

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  for (const path of ofEachKind([...PATHS, NOWHERE])) {
    const scripted = PAGES.find((page) => page.path === path)?.scripted;
    test(
      `${path} loads little, from this origin only, logs nothing, passes axe in both schemes and does not scroll sideways`,
      { tag: path === '/' ? '@smoke' : [] },
      async ({ page, context, allow, stack }) => {
        if (path === NOWHERE) allow(refused(404));
        const traffic = new Traffic(context);
        await page.goto(path);
        for (const picture of await page.getByRole('main').locator('img:visible').all()) {
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
        expect(script).toBeLessThanOrEqual(scripted ? SCRIPTS : budgetOfIslands(path));
        expect(rest).toBeLessThan(WITHOUT_PICTURES_AND_FONTS);

        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          if (colorScheme === 'dark') await expect(page.locator('body')).toHaveCSS('background-color', DARK_GROUND);
          for (const [screen, viewport] of Object.entries(SCREENS)) {
            await page.setViewportSize(viewport);
            await expectBestPractices(page, `${path} on ${screen}, ${colorScheme}`);
            expect(await horizontalOverflow(page), `${path} on ${screen}, ${colorScheme}`).toBe(0);
          }
        }
        expect(await withoutColor(page)).toEqual([]);
      },
    );
  }

  test('the open drawer passes axe with best practices in both schemes', async ({ page }) => {
    await page.goto('/');
    await new SiteFrame(page).openMenu();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectBestPractices(page, `drawer, ${colorScheme}`);
    }
  });

  test('the keyboard opens the chapter list of an article, which passes axe, and jumps to a chapter', async ({
    page,
  }) => {
    const keyboard = new Keyboard(page);
    await page.goto('/blog/small-group-culture');
    const fold = page.locator('details');
    await keyboard.reach(fold.locator('summary'));
    await keyboard.press('Space');
    await expect(fold).toHaveAttribute('open', '');
    await expectBestPractices(page, 'chapters');
    await keyboard.press('Tab');
    const chapter = fold.getByRole('link').first();
    await expect(chapter).toBeFocused();
    const title = await chapter.innerText();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
  });
});

/** One page per template. */
const TEMPLATES = [
  '/',
  '/pricing',
  '/trial-demo',
  '/faq',
  '/blog',
  '/blog/small-group-culture',
  '/privacy-policy',
  NOWHERE,
  '/ambassador-application',
  '/trial-request',
  '/search',
];
/** Pages of the gate: of links only, and of a form. */
const FEW = ['/', '/trial-request'];

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`By Tab on ${screen}`, () => {
    test.use({ viewport });

    for (const path of process.env['THOROUGH'] ? TEMPLATES : FEW)
      test(`every control of ${path} is reached in order, with a visible focus`, async ({ page, allow }) => {
        if (path === NOWHERE) allow(refused(404));
        await page.goto(path);
        // Submit buttons are disabled until the page has hydrated.
        await expect(page.locator('button:disabled')).toHaveCount(0);
        const { stops } = await focusWalk(page);
        expect(stops.length).toBeGreaterThan(10);
        expect(stops[0]!.name).toBe('Skip to content');
        expect(stops.filter(({ fault }) => fault)).toEqual([]);
      });
  });

test('The skip link moves the focus past the header', async ({ page }) => {
  const keyboard = new Keyboard(page);
  await page.goto('/pricing');
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport({ ratio: 0.9 });
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});
