/** Pages at 400 % zoom, without style sheets, with forced colors, and printed. */
import { expect, horizontalOverflow, PHONE, refused, SiteFrame, test, Typeset } from '../drivers/index.ts';
import { NOWHERE, ofEachKind, PATHS, UNSCRIPTED } from '../site/pages.ts';

/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

test.describe('At 400 %', () => {
  test.use({ viewport: ZOOMED });

  for (const path of ofEachKind([...PATHS, NOWHERE]))
    test(`${path} needs no horizontal scrolling, and no text is cut off or overlaps, in any font`, async ({
      page,
      allow,
      withoutFonts,
    }) => {
      if (path === NOWHERE) allow(refused(404));
      const typeset = new Typeset(page);
      const fontsCome = await withoutFonts();
      for (const fonts of ['stand-ins', 'own fonts']) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        expect(await horizontalOverflow(page), fonts).toBe(0);
        expect(await typeset.unreadable(), fonts).toEqual({ cut: [], overlaid: [] });
        fontsCome();
      }
    });

  test('the header leaves room for content, and the drawer shows all its links', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/faq');
    const { height } = (await page.getByRole('banner').boundingBox())!;
    expect(height).toBeLessThan(ZOOMED.height / 3);
    for (const control of [frame.bar.getByRole('link', { name: 'Free Trial' }), frame.menuButton])
      await expect(control).toBeInViewport({ ratio: 0.9 });
    await frame.openMenu();
    for (const link of await frame.drawer.getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 0.9 });
    }
    expect((await new Typeset(page).unreadable()).cut).toEqual([]);
  });
});

test.describe('Without styles', () => {
  test.use({ viewport: PHONE });

  for (const path of ofEachKind([...UNSCRIPTED, NOWHERE]))
    test(`${path} is in reading order and repeats no text`, async ({ page, allow }) => {
      // Fonts are preloaded, and no style sheet uses them.
      allow(/preloaded using link preload/, ...(path === NOWHERE ? [refused(404)] : []));
      const typeset = new Typeset(page);
      await typeset.withoutStyles();
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const lines = await typeset.lines();
      const chapters = await page.locator('nav.contents a').allInnerTexts();
      const twice = lines.filter((line, at) => lines.indexOf(line) !== at && !chapters.includes(line));
      expect(twice).toEqual([]);
      const [heading, footer] = [page.getByRole('heading', { level: 1 }), page.getByRole('contentinfo')];
      const top = async (of: typeof heading) => (await of.boundingBox())!.y;
      expect(await top(heading)).toBeLessThan(await top(footer));
      expect(await top(page.getByRole('banner'))).toBeLessThan(await top(heading));
    });
});

test.describe('With forced colors', () => {
  test.use({ viewport: PHONE, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  for (const path of ['/', '/pricing', '/youth-pastor-guide', '/blog', '/blog/teen-mental-health', '/trial', NOWHERE])
    test(`${path} shows the borders of buttons and the focus`, async ({ page, allow }) => {
      if (path === NOWHERE) allow(refused(404));
      await page.goto(path);
      for (const button of await page.getByRole('main').locator('.button:visible').all()) {
        const border = await button.evaluate((each) => {
          const { borderTopStyle, borderTopWidth } = getComputedStyle(each);
          return `${borderTopStyle} ${borderTopWidth}`;
        });
        expect(border).toMatch(/^solid [1-9]/);
      }
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus-visible')).toHaveCSS('outline-style', 'solid');
    });

  test('the chosen category and the plan that fits differ from the others', async ({ page }) => {
    await page.goto('/blog/category/mental-health');
    const categories = page.getByRole('navigation', { name: 'Categories' });
    const ground = (name: string) =>
      categories.getByRole('link', { name }).evaluate((each) => getComputedStyle(each).backgroundColor);
    expect(await ground('Mental Health')).not.toBe(await ground('All Posts'));
    await page.goto('/pricing?people=40');
    const cards = page.getByRole('region', { name: 'Plans' }).getByRole('article');
    await expect(cards.filter({ hasText: 'Growth' })).toHaveCSS('border-top-width', '3px');
    await expect(cards.filter({ hasText: 'Starter' })).toHaveCSS('border-top-width', '1px');
  });

  test('the menu has a border', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCSS('border-left-style', 'solid');
  });
});

test('A printed page has no fixed elements and shows all sections', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', '/pricing', '/blog/small-group-culture', '/terms-of-service']) {
    await page.goto(path);
    for (const part of await page
      .locator('body *')
      .evaluateAll((all) =>
        all
          .filter(
            (each) =>
              /fixed|sticky/.test(getComputedStyle(each).position) &&
              each.checkVisibility({ visibilityProperty: true }),
          )
          .map((each) => each.className),
      ))
      expect(part, path).toBe('');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const part of await page.locator('main section').all()) await expect(part).toHaveCSS('opacity', '1');
  }
});
