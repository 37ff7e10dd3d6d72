import { expect, focusWalk, Keyboard, PHONE, refused, SCREENS, SiteFrame, test } from '../drivers/index.ts';
import { NOWHERE } from '../site/pages.ts';

/** One of each kind of page. */
const KINDS = [
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
  test.describe(`By Tab alone on ${screen}`, () => {
    test.use({ viewport });

    for (const path of KINDS)
      test(`everything on ${path} is reached in its order, and where the focus is can be seen`, async ({
        page,
        allow,
      }) => {
        if (path === NOWHERE) allow(refused(404));
        await page.goto(path);
        // A form can be sent once its page runs.
        await expect(page.locator('button:disabled')).toHaveCount(0);
        const { stops } = await focusWalk(page);
        expect(stops.length).toBeGreaterThan(10);
        expect(stops[0]!.name).toBe('Skip to content');
        expect(stops.filter(({ fault }) => fault)).toEqual([]);
      });
  });

test('The skip link leads past the header, and the next Tab goes on from there', async ({ page }) => {
  const keyboard = new Keyboard(page);
  await page.goto('/pricing');
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport({ ratio: 0.9 });
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('The links of the header come in their order', async ({ page }) => {
  const keyboard = new Keyboard(page);
  const { bar } = new SiteFrame(page);
  await page.goto('/help');
  await keyboard.reach(page.getByRole('link', { name: /home$/ }));
  for (const name of ['Our Story', 'Features', 'Faith That Lasts', 'Pricing', 'Demo', 'Log In', 'Free Trial']) {
    await keyboard.press('Tab');
    await expect(bar.getByRole('link', { name, exact: true })).toBeFocused();
  }
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test('a page is chosen in the drawer by keyboard', async ({ page }) => {
    const keyboard = new Keyboard(page);
    const frame = new SiteFrame(page);
    await page.goto('/blog');
    await keyboard.reach(frame.menuButton);
    await keyboard.press('Enter');
    await keyboard.reach(frame.drawer.getByRole('link', { name: 'Pricing' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/pricing');
  });

  test('the chapters of an article are unfolded, and one is gone to', async ({ page }) => {
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
