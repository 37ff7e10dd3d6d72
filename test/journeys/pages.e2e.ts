/** Every page of the public site: weight and origin of its files, axe, and the keyboard. */
import type { Page } from '@playwright/test';
import {
  DESKTOP,
  expect,
  expectBestPractices,
  focusWalk,
  horizontalOverflow,
  HoverCard,
  Keyboard,
  PHONE,
  refused,
  SCREENS,
  SiteFrame,
  test,
  Traffic,
} from '../drivers/index.ts';
import { NOWHERE, ofEachTemplate, PAGES, PATHS, smallScriptsOf, WITH_DEMO } from '../site/pages.ts';

const KB = 1024;
const WITHOUT_PICTURES_AND_FONTS = 60 * KB;
const SCRIPTS = 190 * KB;
/** Scripts of a page that does not hydrate. */
const budgetOfIslands = (path: string): number => (WITH_DEMO.includes(path) ? 90 : smallScriptsOf(path)) * KB;

test.describe('The files of a page', () => {
  test.use({ viewport: PHONE });

  for (const path of ofEachTemplate([...PATHS, NOWHERE])) {
    const scripted = PAGES.find((page) => page.path === path)?.scripted;
    test(
      `${path} loads from this origin only, is within its budget, and logs nothing to the console`,
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
      },
    );
  }
});

/** Shapes in the black of the browser: no style sheet of the page knows them. */
const withoutColor = (page: Page) =>
  page
    .locator('main svg :is(rect, circle, path)')
    .evaluateAll((shapes) =>
      shapes
        .filter((shape) => getComputedStyle(shape).fill === 'rgb(0, 0, 0)' && !shape.closest('[fill], defs, mask'))
        .map((shape) => shape.closest('svg')!.outerHTML.slice(0, 120)),
    );

for (const path of ofEachTemplate([...PATHS, NOWHERE]))
  test(`${path} passes axe with best practices, does not scroll sideways in either scheme, and colors its drawings`, async ({
    page,
    allow,
  }) => {
    if (path === NOWHERE) allow(refused(404));
    await page.goto(path);
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      await expectBestPractices(page, `${path} on ${screen}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await horizontalOverflow(page), `${path} on ${screen}, ${colorScheme}`).toBe(0);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(await withoutColor(page)).toEqual([]);
  });

test('the open drawer passes axe with best practices', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await new SiteFrame(page).openMenu();
  await expectBestPractices(page, 'drawer');
});

test('the open card of a founder passes axe with best practices', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto('/');
  const founder = new HoverCard(page, 'Daniel Brooks');
  await founder.lieAt('top');
  await founder.photo.hover();
  await expect(founder.card).toBeVisible();
  await expectBestPractices(page, 'hover card');
});

test('the open chapter list of an article passes axe with best practices', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/blog/teen-mental-health');
  await page.getByText('On this page').first().click();
  await expectBestPractices(page, 'chapters');
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

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`By Tab on ${screen}`, () => {
    test.use({ viewport });

    for (const path of TEMPLATES)
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

test('Tab reaches the links of the header in their order', async ({ page }) => {
  const keyboard = new Keyboard(page);
  const { bar } = new SiteFrame(page);
  await page.goto('/help');
  await keyboard.reach(page.getByRole('link', { name: /home$/ }));
  for (const name of [
    'Our Story',
    'Features',
    'Faith That Lasts',
    'Pricing',
    'Demo',
    'Log In',
    'Search',
    'Free Trial',
  ]) {
    await keyboard.press('Tab');
    await expect(bar.getByRole('link', { name, exact: true })).toBeFocused();
  }
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test('the keyboard opens the drawer and a page in it', { tag: '@smoke' }, async ({ page }) => {
    const keyboard = new Keyboard(page);
    const frame = new SiteFrame(page);
    await page.goto('/blog');
    await keyboard.reach(frame.menuButton);
    await keyboard.press('Enter');
    await keyboard.reach(frame.drawer.getByRole('link', { name: 'Pricing' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/pricing');
  });

  test('the keyboard opens the chapter list of an article and jumps to a chapter', async ({ page }) => {
    const keyboard = new Keyboard(page);
    await page.goto('/blog/small-group-culture');
    const fold = page.locator('details');
    await keyboard.reach(fold.locator('summary'));
    await keyboard.press('Space');
    await expect(fold).toHaveAttribute('open', '');
    await keyboard.press('Tab');
    const chapter = fold.getByRole('link').first();
    await expect(chapter).toBeFocused();
    const title = await chapter.innerText();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
  });
});
