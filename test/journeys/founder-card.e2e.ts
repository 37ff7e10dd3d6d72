import { expect, expectBestPractices, HoverCard, PHONE, test } from '../drivers/index.ts';

const FOUNDER = 'Daniel Brooks';
const ANCHOR_SCOPE = 'anchor-scope:none';

test.describe('The card of a founder', () => {
  for (const width of [375, 768, 1280])
    test(
      `fits in a window of ${width} px, wherever the photo is, and passes axe`,
      { tag: width === 1280 ? [] : '@thorough' },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        const founder = new HoverCard(page, FOUNDER);
        for (const edge of ['top', 'bottom'] as const) {
          await page.goto('/');
          await founder.lieAt(edge);
          await founder.photo.hover();
          await expect(founder.card).toBeVisible();
          expect(await founder.outOfWindow(), edge).toBe(0);
        }
        await expectBestPractices(page, 'hover card');
      },
    );

  test('fits in the window in a browser without anchor positioning', { tag: '@thorough' }, async ({ page }) => {
    let scopes = 0;
    // The sheets stand in the page, and its policy names their hashes.
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        const response = await route.fetch();
        const { 'content-security-policy': _policy, ...headers } = response.headers();
        const html = await response.text();
        scopes += html.split(ANCHOR_SCOPE).length - 1;
        await route.fulfill({ response, headers, body: html.replaceAll(ANCHOR_SCOPE, 'anchor-scope:unknown()') });
      },
    );
    const founder = new HoverCard(page, FOUNDER);
    for (const edge of ['top', 'bottom'] as const) {
      await page.goto('/');
      await founder.lieAt(edge);
      await founder.photo.focus();
      await founder.lieAt(edge);
      await expect(founder.card).toBeVisible();
      expect(await founder.outOfWindow(), edge).toBe(0);
    }
    expect(scopes).toBeGreaterThan(0);
  });

  test('opens 700 ms after the pointer enters, stays while it is inside, and closes 300 ms after it leaves', async ({
    page,
  }) => {
    const founder = new HoverCard(page, FOUNDER);
    await page.goto('/');
    await founder.lieAt('top');
    expect(await founder.visibilityAt([699, 700], () => founder.photo.hover())).toEqual(['hidden', 'visible']);
    await expect(founder.card).toContainText('Former youth pastor.');
    await founder.card.hover();
    expect(await founder.isChanging()).toBe(false);
    await expect(founder.card).toBeVisible();
    expect(await founder.visibilityAt([299, 300], () => page.mouse.move(5, 5))).toEqual(['visible', 'hidden']);
    await expect(founder.card).toBeHidden();
  });

  test('closes by Escape, for pointer and keyboard, until the pointer or focus enters again', async ({ page }) => {
    const founder = new HoverCard(page, FOUNDER);
    await page.goto('/');
    await founder.lieAt('top');
    await founder.photo.hover();
    await expect(founder.card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(founder.card).toBeHidden();
    expect(await founder.isChanging()).toBe(false);
    await page.mouse.move(5, 400);
    await founder.photo.hover();
    await expect(founder.card).toBeVisible();
    await page.mouse.move(5, 400);
    await expect(founder.card).toBeHidden();

    await founder.photo.focus();
    await expect(founder.card).toBeVisible();
    await expect(founder.photo).toHaveAccessibleDescription(/Former youth pastor/);
    await page.keyboard.press('Escape');
    await expect(founder.card).toBeHidden();
    await expect(founder.photo).toBeFocused();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('is shown below the photo from the start, and ignores a tap', async ({ page }) => {
      const changed: string[] = [];
      await page.exposeFunction('reportTransition', (className: string) => changed.push(className));
      await page.addInitScript(() =>
        document.addEventListener('transitionrun', ({ target }) =>
          (window as any).reportTransition((target as Element).className),
        ),
      );
      const founder = new HoverCard(page, FOUNDER);
      for (const visit of ['first', 'second', 'third', 'fourth']) {
        await page.goto(`/?visit=${visit}`);
        await expect(founder.card).toBeVisible();
      }
      await expect(founder.card).toContainText('Former youth pastor.');
      const [photo, card] = await Promise.all([founder.photo.boundingBox(), founder.card.boundingBox()]);
      expect(card!.y).toBeGreaterThanOrEqual(photo!.y + photo!.height);
      expect(changed).not.toContain('hover-card-text');

      await founder.lieAt('top');
      const before = await founder.card.boundingBox();
      await founder.photo.tap();
      expect(await founder.isChanging()).toBe(false);
      expect(await founder.card.boundingBox()).toEqual(before);
    });
  });

  test('does not open on a tap on a device that also has a mouse', async ({ page }) => {
    const founder = new HoverCard(page, FOUNDER);
    await page.goto('/');
    await founder.lieAt('top');
    await founder.tapTouchscreen();
    await expect(page.locator('html')).toHaveAttribute('data-pointer', 'touch');
    expect(await founder.isChanging()).toBe(false);
    await expect(founder.card).toBeHidden();
  });
});
