import { DESK, expect, Keyboard, PHONE, refused, SiteFrame, test } from '../drivers/index.ts';

const LINKS = {
  'Our Story': '/#story',
  Features: '/#features',
  'Faith That Lasts': '/#faith-that-lasts',
  Pricing: '/pricing',
  Demo: '/trial-demo',
  'Log In': '/api/go/dashboard',
  'Free Trial': '/trial',
};

test.describe('On a desk', () => {
  test.use({ viewport: DESK });

  for (const path of ['/', '/trial', '/nowhere'])
    test(`header and footer of ${path} lead where they should`, async ({ page, allow }) => {
      allow(refused(404));
      const frame = new SiteFrame(page);
      await page.goto(path);
      for (const [label, href] of Object.entries(LINKS)) {
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

  test('the header gains its shadow once the page is scrolled by more than 10 px', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/trial');
    const before = await frame.headerLook();
    await frame.scrollTo(9);
    expect(await frame.headerLook()).toEqual(before);
    await frame.scrollTo(11);
    await expect.poll(async () => (await frame.headerLook()).shadow).not.toBe(before.shadow);
    const after = await frame.headerLook();
    expect(after.shadow).toContain('30px');
    expect(after.ground, 'translucent').toMatch(/0\.8\d*\)$/);
    await frame.scrollTo(0);
    await expect.poll(() => frame.headerLook()).toEqual(before);
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  for (const path of ['/', '/trial'])
    test(`the drawer of ${path} opens, keeps the focus, closes by Escape and gives it back`, async ({ page }) => {
      const frame = new SiteFrame(page);
      const keyboard = new Keyboard(page);
      await page.goto(path);
      await expect(frame.bar.getByRole('link', { name: 'Log In' })).toBeHidden();
      await expect(frame.bar.getByRole('link', { name: 'Free Trial' })).toBeVisible();
      await keyboard.reach(frame.menuButton);
      await keyboard.press('Enter');
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
    });

  test('the drawer closes by its button and by a tap beside it', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/trial');
    await frame.openMenu();
    await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(frame.drawer).toBeHidden();
    await frame.openMenu();
    await page.mouse.click(10, 300);
    await expect(frame.drawer).toBeHidden();
  });

  test('nothing is wider than the screen', { tag: '@thorough' }, async ({ page, pastor, allow }) => {
    allow(refused(404));
    await pastor.elsewhere.provesPhone();
    for (const path of ['/', '/trial', pastor.link, '/trial/success', '/nowhere']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, path).toBeLessThanOrEqual(0);
    }
  });
});

test('An unknown address is a real 404 with the way back', async ({ page, allow }) => {
  allow(refused(404));
  const answer = await page.goto('/there/is/nothing');
  expect(answer!.status()).toBe(404);
  await expect(page).toHaveTitle('Page Not Found | Lampstand');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const main = page.getByRole('main');
  await expect(main.getByText('404', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expect(main).toContainText("The page you're looking for doesn't exist or has been moved.");
  await expect(main.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link', { name: 'Ministry Tools' })).toHaveAttribute('href', '/youth-ministry-tools');
  await expect(main.getByRole('link', { name: 'Free Trial' })).toHaveAttribute('href', '/trial');
});

test('Log In leads to the dashboard of another host', async ({ request, stack }) => {
  const answer = await request.get('/api/go/dashboard', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(new URL(answer.headers()['location']!).host).not.toBe(new URL(stack.url).host);
});

test('/trial may be found by search engines, a saved sign-up may not', async ({ request, pastor }) => {
  await pastor.elsewhere.signsUp();
  const bare = await request.get('/trial');
  expect(bare.headers()['x-robots-tag']).toBeUndefined();
  expect(await bare.text()).toMatch(/<link rel="canonical" href="[^"]*\/trial"/);
  const saved = await request.get(pastor.link);
  expect([saved.headers()['x-robots-tag'], saved.headers()['referrer-policy']]).toEqual(['noindex', 'no-referrer']);
});
