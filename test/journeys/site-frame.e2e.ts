/** Header, drawer, footer and the small script of every page. */
import { DESKTOP, expect, horizontalOverflow, Keyboard, PHONE, refused, SiteFrame, test } from '../drivers/index.ts';

const LINKS = {
  'Our Story': '/#story',
  Features: '/#features',
  'Faith That Lasts': '/#faith-that-lasts',
  Pricing: '/pricing',
  Demo: '/trial-demo',
  'Log In': '/api/go/dashboard',
  'Free Trial': '/trial',
};

/** Inside the sign-up, no button leads to its start. */
const linksOf = (path: string) =>
  Object.entries(LINKS).filter(([label]) => path !== '/trial' || label !== 'Free Trial');

test.describe('On a desktop', () => {
  test.use({ viewport: DESKTOP });

  test('header and footer have their links, also of the sign-up and of a missing page', async ({ page, allow }) => {
    allow(refused(404));
    const frame = new SiteFrame(page);
    for (const path of ['/', '/trial', '/nowhere']) {
      await page.goto(path);
      for (const [label, href] of linksOf(path)) {
        await expect(frame.bar.getByRole('link', { name: label, exact: true })).toBeVisible();
        await expect(frame.bar.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
      }
      await expect(frame.menuButton).toBeHidden();
      await expect(frame.footer.getByRole('navigation', { name: 'Quick Links' })).toBeVisible();
      await expect(frame.footer.getByRole('navigation', { name: 'Resources' })).toBeVisible();
      await expect(frame.footer.getByRole('link', { name: 'support@lampstand.example' })).toHaveAttribute(
        'href',
        'mailto:support@lampstand.example',
      );
    }
  });

  test('on staff pages, the header is one line with its links in the menu and no sales button; the footer is folded', async ({
    staff,
    page,
  }) => {
    await staff.isSignedInAs('support');
    await page.goto('/admin/queue');
    await expect(staff.heading('Queue')).toBeVisible();
    const frame = new SiteFrame(page);
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(48);
    await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Lampstand']);
    await frame.openMenu();
    await expect(frame.drawer.getByRole('link')).toHaveText(
      Object.keys(LINKS).filter((label) => label !== 'Free Trial'),
    );
    await page.keyboard.press('Escape');
    await expect(frame.footer).toBeHidden();
    await page.getByText('Links of the site').click();
    await expect(frame.footer.getByRole('navigation', { name: 'Resources' })).toBeVisible();
  });

  test('the header gets its shadow after scrolling by more than 10 px', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/trial');
    const before = await frame.headerLook();
    expect(before.ground, 'one of its own would cut the glow').toBe('rgba(0, 0, 0, 0)');
    await frame.scrollTo(10);
    expect(await frame.headerLook()).toEqual(before);
    await frame.scrollTo(11);
    await expect.poll(async () => (await frame.headerLook()).shadow).not.toBe(before.shadow);
    const after = await frame.headerLook();
    expect(after.shadow).toContain('rgba(84, 60, 12');
    expect(after.ground, 'translucent').toMatch(/0\.8\d*\)$/);
    await frame.scrollTo(0);
    await expect.poll(() => frame.headerLook()).toEqual(before);
    await page.setViewportSize({ width: 1280, height: 5000 });
    expect(await frame.headerLook(), 'a page that fits its window').toEqual(before);
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test(
    'the drawer opens by keyboard, traps the focus, closes with Escape, its button, a tap outside and a link into the page',
    { tag: '@smoke' },
    async ({ page }) => {
      const frame = new SiteFrame(page);
      const keyboard = new Keyboard(page);
      await page.goto('/');
      await expect(frame.bar.getByRole('link', { name: 'Log In' })).toBeHidden();
      await expect(frame.bar.getByRole('link', { name: 'Free Trial' })).toHaveCount(1);
      await keyboard.presses(frame.menuButton);
      await expect(frame.drawer).toBeVisible();
      for (const [label, href] of Object.entries(LINKS))
        await expect(frame.drawer.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
      for (let press = 0; press < 12; press += 1) {
        expect(await frame.focusLeftDrawer()).toBe(false);
        await keyboard.press('Tab');
      }
      await keyboard.press('Escape');
      await expect(frame.drawer).toBeHidden();
      await expect(frame.menuButton).toBeFocused();

      await frame.openMenu();
      await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
      await expect(frame.drawer).toBeHidden();
      await frame.openMenu();
      await page.mouse.click(10, 300);
      await expect(frame.drawer).toBeHidden();
      await frame.openMenu();
      await frame.drawer.getByRole('link', { name: 'Features' }).click();
      await expect(frame.drawer).toBeHidden();
      await expect(page.locator('#features')).toBeInViewport();
      await frame.openMenu();
      await keyboard.presses(frame.drawer.getByRole('link', { name: 'Pricing' }));
      await expect(page).toHaveURL('/pricing');
    },
  );

  test('the page behind the open drawer does not scroll', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    await frame.scrollTo(300);
    await frame.openMenu();
    await expect(page.locator(':root')).toHaveCSS('overflow-y', 'hidden');
    await frame.nextFrameShown();
    await page.mouse.move(10, 400);
    // What loads late above may have moved the page by a line until now.
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 600);
    await frame.nextFrameShown();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await page.keyboard.press('Escape');
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  });

  for (const path of ['/', '/trial'])
    test(
      `the drawer of ${path} works in a browser without the command attribute`,
      { tag: path === '/' ? '@thorough' : [] },
      async ({ page }) => {
        await page.addInitScript(() => {
          delete (HTMLButtonElement.prototype as { command?: string }).command;
          document.addEventListener('command', (event) => event.preventDefault(), { capture: true });
        });
        const frame = new SiteFrame(page);
        await page.goto(path);
        await frame.openMenu();
        await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
        await expect(frame.drawer).toBeHidden();
        await expect(frame.menuButton).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(frame.drawer).toBeVisible();
        await page.mouse.click(10, 300);
        await expect(frame.drawer).toBeHidden();
      },
    );

  test('no page is wider than the screen', { tag: '@thorough' }, async ({ page, pastor, allow }) => {
    allow(refused(404));
    await pastor.viaApi.provesPhone();
    for (const path of ['/', '/trial', pastor.link, '/trial/success', '/nowhere']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(await horizontalOverflow(page), path).toBe(0);
    }
  });
});

test('An unknown address answers 404 with links back', { tag: '@smoke' }, async ({ page, allow }) => {
  allow(refused(404));
  const answer = await page.goto('/there/is/nothing');
  expect(answer!.status()).toBe(404);
  await expect(page).toHaveTitle('Page Not Found | Lampstand');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const main = page.getByRole('main');
  await expect(main.getByText('404', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expect(main).toContainText('The page you’re looking for doesn’t exist or has been moved.');
  await expect(main.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link', { name: 'Ministry Tools' })).toHaveAttribute('href', '/youth-ministry-tools');
  await expect(main.getByRole('link', { name: 'Free Trial' })).toHaveAttribute('href', '/trial');
});

test('Log In redirects to the dashboard on another host', async ({ request, stack }) => {
  const answer = await request.get('/api/go/dashboard', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(new URL(answer.headers()['location']!).host).not.toBe(new URL(stack.url).host);
});

test.describe('A section', () => {
  test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: 'no-preference' } });

  test('fades in when it is scrolled to, without a layout shift, and is visible in print and with reduced motion', async ({
    page,
  }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    // With the fonts in the cache: a page that was painted without them would take them with the first change of the medium.
    await page.reload();
    await expect.poll(() => frame.sectionsToCome()).toBeGreaterThan(3);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const heading = page.getByRole('heading', { name: 'Help us build it' });
    await heading.scrollIntoViewIfNeeded();
    await expect.poll(() => heading.evaluate((h) => getComputedStyle(h.closest('.part')!).opacity)).toBe('1');
    await frame.scrollTo(0);
    await expect(heading.locator('xpath=ancestor::section')).not.toHaveClass(/to-come/);
    await page.goto('/#features');
    const features = page.locator('#features');
    await expect(features).toBeInViewport();
    await expect.poll(() => features.evaluate((section) => getComputedStyle(section).opacity)).toBe('1');

    await page.reload();
    await expect.poll(() => frame.sectionsToCome()).toBeGreaterThan(3);
    await page.emulateMedia({ media: 'print' });
    expect(await frame.sectionsToCome()).toBe(0);
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
    expect(await frame.sectionsToCome()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });
});

test.describe('Without scripts', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false, contextOptions: { reducedMotion: 'no-preference' } });

  test('every section is visible and the drawer opens and closes', { tag: '@smoke' }, async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    for (const part of await page.locator('.part').all()) await expect(part).toHaveCSS('opacity', '1');
    await frame.openMenu();
    await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(frame.drawer).toBeHidden();
  });
});

test('In a browser without scroll timelines, a class marks the header after 10 px', async ({ page }) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (condition: string) => !condition.includes('timeline') && supports(condition);
  });
  const frame = new SiteFrame(page);
  await page.goto('/');
  const root = page.locator(':root');
  await frame.scrollTo(10);
  await expect(root).not.toHaveClass(/scrolled/);
  await frame.scrollTo(11);
  await expect(root).toHaveClass(/scrolled/);
  await frame.scrollTo(0);
  await expect(root).not.toHaveClass(/scrolled/);
});

test('The heading of a group of fields is inside its card', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/ambassador-application');
  const group = page.locator('fieldset').first();
  await expect(group).toBeVisible();
  const above = await group.evaluate((card) => {
    const [inside, outside] = [card.querySelector('legend')!, card].map((each) => each.getBoundingClientRect().top);
    return inside! - outside!;
  });
  expect(above).toBeGreaterThan(15);
});

test('The site has a link to the plan where an account was opened, and the plan page sells nothing', async ({
  pastor,
  page,
}) => {
  const banner = page.getByRole('banner');
  const link = banner.getByRole('link', { name: 'My plan' });
  await page.goto('/pricing');
  await expect(banner.getByRole('link', { name: 'Free Trial' })).toBeVisible();
  await expect(link).toBeHidden();
  await pastor.isAskedForCard();
  await pastor.savesCard();
  await pastor.isWelcomed();
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto('/pricing');
    if (viewport === PHONE) await new SiteFrame(page).openMenu();
    await link.click();
    await expect(page).toHaveURL(/\/plan$/);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(banner.getByRole('link')).toHaveText(['Lampstand', 'Help', 'Log In', 'My plan']);
    expect(await horizontalOverflow(page)).toBe(0);
  }
});
