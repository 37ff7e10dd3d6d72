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

  for (const path of ['/', '/trial', '/nowhere'])
    test(`header and footer of ${path} have their links`, async ({ page, allow }) => {
      allow(refused(404));
      const frame = new SiteFrame(page);
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

  for (const path of ['/', '/trial'])
    test(`the drawer of ${path} opens, traps the focus, closes with Escape and returns the focus`, async ({ page }) => {
      const frame = new SiteFrame(page);
      const keyboard = new Keyboard(page);
      await page.goto(path);
      await expect(frame.bar.getByRole('link', { name: 'Log In' })).toBeHidden();
      await expect(frame.bar.getByRole('link', { name: 'Free Trial' })).toHaveCount(path === '/trial' ? 0 : 1);
      await keyboard.reach(frame.menuButton);
      await keyboard.press('Enter');
      await expect(frame.drawer).toBeVisible();
      for (const [label, href] of linksOf(path))
        await expect(frame.drawer.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
      for (let press = 0; press < 12; press += 1) {
        expect(await frame.focusLeftDrawer()).toBe(false);
        await keyboard.press('Tab');
      }
      await keyboard.press('Escape');
      await expect(frame.drawer).toBeHidden();
      await expect(frame.menuButton).toBeFocused();
    });

  test('the drawer closes with its button and with a tap outside', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/trial');
    await frame.openMenu();
    await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(frame.drawer).toBeHidden();
    await frame.openMenu();
    await page.mouse.click(10, 300);
    await expect(frame.drawer).toBeHidden();
  });

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

test('Search engines may list /trial but not a saved sign-up', async ({ request, pastor }) => {
  await pastor.viaApi.signsUp();
  const bare = await request.get('/trial');
  expect(bare.headers()['x-robots-tag']).toBeUndefined();
  expect(await bare.text()).toMatch(/<link rel="canonical" href="[^"]*\/trial"/);
  const saved = await request.get(pastor.link);
  expect([saved.headers()['x-robots-tag'], saved.headers()['referrer-policy']]).toEqual(['noindex', 'no-referrer']);
});

test.describe('A section', () => {
  test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: 'no-preference' } });

  test('fades in when it is scrolled to, and stays', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    await expect.poll(() => frame.sectionsToCome()).toBeGreaterThan(3);
    const heading = page.getByRole('heading', { name: 'Help us build it' });
    await heading.scrollIntoViewIfNeeded();
    await expect.poll(() => heading.evaluate((h) => getComputedStyle(h.closest('.part')!).opacity)).toBe('1');
    await frame.scrollTo(0);
    await expect(heading.locator('xpath=ancestor::section')).not.toHaveClass(/to-come/);
  });

  test('fades in without a layout shift, and is always visible in print and with reduced motion', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    // With the fonts in the cache: a page that was painted without them would take them with the first change of the medium.
    await page.reload();
    await expect.poll(() => frame.sectionsToCome()).toBeGreaterThan(3);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.emulateMedia({ media: 'print' });
    expect(await frame.sectionsToCome()).toBe(0);
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
    expect(await frame.sectionsToCome()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });

  test('is visible when a link leads to it', async ({ page }) => {
    await page.goto('/#features');
    const features = page.locator('#features');
    await expect(features).toBeInViewport();
    await expect.poll(() => features.evaluate((section) => getComputedStyle(section).opacity)).toBe('1');
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

test.describe('The drawer', () => {
  test.use({ viewport: PHONE });

  test('closes when a link into the same page is followed', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    await frame.openMenu();
    await frame.drawer.getByRole('link', { name: 'Features' }).click();
    await expect(frame.drawer).toBeHidden();
    await expect(page.locator('#features')).toBeInViewport();
  });

  for (const path of ['/', '/trial'])
    test(`of ${path} works in a browser without the command attribute`, async ({ page }) => {
      await page.addInitScript(() => {
        delete (HTMLButtonElement.prototype as { command?: string }).command;
        document.addEventListener('command', (event) => event.preventDefault(), { capture: true });
      });
      const frame = new SiteFrame(page);
      const keyboard = new Keyboard(page);
      await page.goto(path);
      await frame.openMenu();
      await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
      await expect(frame.drawer).toBeHidden();
      await expect(frame.menuButton).toBeFocused();
      await keyboard.press('Enter');
      await expect(frame.drawer).toBeVisible();
      await page.mouse.click(10, 300);
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

test('The link to the present page is underlined in the color of the lamp', async ({ page }) => {
  await page.goto('/pricing');
  const link = new SiteFrame(page).bar.getByRole('link', { name: 'Pricing' });
  const lines = await link.evaluate((each) => {
    const { textDecorationLine, textDecorationThickness } = getComputedStyle(each);
    return [textDecorationLine, textDecorationThickness];
  });
  expect(lines).toEqual(['underline', '3px']);
});

test('The heading of a group of fields is inside its card', async ({ page }) => {
  await page.goto('/ambassador-application');
  const group = page.locator('fieldset').first();
  await expect(group).toBeVisible();
  const above = await group.evaluate((card) => {
    const [inside, outside] = [card.querySelector('legend')!, card].map((each) => each.getBoundingClientRect().top);
    return inside! - outside!;
  });
  expect(above).toBeGreaterThan(15);
});

for (const [screen, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`On ${screen}, the site has a link to the plan where an account was opened, and the plan page sells nothing`, async ({
    pastor,
    page,
  }) => {
    await page.setViewportSize(viewport);
    const link = page.getByRole('banner').getByRole('link', { name: 'My plan' });
    await page.goto('/pricing');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Free Trial' })).toBeVisible();
    await expect(link).toBeHidden();
    await pastor.signsUp();
    await pastor.provesPhone();
    await pastor.savesCard();
    await pastor.isWelcomed();
    await page.goto('/pricing');
    const frame = new SiteFrame(page);
    if (viewport === PHONE) await frame.openMenu();
    await link.click();
    await expect(page).toHaveURL(/\/plan$/);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Lampstand', 'Help', 'Log In', 'My plan']);
    expect(await horizontalOverflow(page)).toBe(0);
  });
