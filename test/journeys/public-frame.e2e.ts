import { DESK, expect, Keyboard, PHONE, SiteFrame, test } from '../drivers/index.ts';

test('a public page carries one script, of less than 1 KB, and every page carries it', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  const scriptsOf = async (path: string) => {
    const html = await read(path);
    return [...html.matchAll(/<script(?![^>]*ld\+json)([^>]*)>(.*?)<\/script>/gs)].map(([, , code]) => code!);
  };
  const [script, ...others] = await scriptsOf('/');
  expect(others).toEqual([]);
  expect(script!.length).toBeGreaterThan(100);
  expect(Buffer.byteLength(script!)).toBeLessThan(1024);
  for (const path of ['/pricing', '/blog/teen-mental-health', '/privacy-policy', '/nowhere'])
    expect(await scriptsOf(path), path).toEqual([script]);
  const ofTheNewsletter = '';
  expect(await scriptsOf('/blog'), 'a file, and the inline one').toEqual([ofTheNewsletter, script]);
  // After the modules of a page that hydrates: it leaves the markup alone where it finds them.
  const signUp = await read('/trial');
  expect(signUp.indexOf(script!)).toBeGreaterThan(signUp.indexOf('type="module"'));
  expect(signUp).toContain('type="module"');
});

test('every page that may be found has a picture of its own, 1200 by 630', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  const pictures = new Set<string>();
  for (const path of paths) {
    const html = await (await request.get(path)).text();
    const [, address] = html.match(/<meta property="og:image" content="([^"]+)"/)!;
    pictures.add(address!);
    expect(html).toContain('<meta property="og:image:width" content="1200"');
    expect(html).toMatch(/<meta property="og:image:alt" content="[^"]{10,}"/);
    const picture = await (await request.get(new URL(address!).pathname)).body();
    expect(picture.subarray(1, 4).toString(), path).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)], path).toEqual([1200, 630]);
  }
  expect(pictures.size).toBe(paths.length);
});

test.describe('Sections fade in once', () => {
  test.use({ viewport: DESK, contextOptions: { reducedMotion: 'no-preference' } });

  test('when they are scrolled to, and stay', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    await expect.poll(() => frame.sectionsToCome()).toBeGreaterThan(3);
    const heading = page.getByRole('heading', { name: 'Help us build it' });
    await heading.scrollIntoViewIfNeeded();
    await expect.poll(() => heading.evaluate((h) => getComputedStyle(h.closest('.part')!).opacity)).toBe('1');
    await frame.scrollTo(0);
    await expect(heading.locator('xpath=ancestor::section')).not.toHaveClass(/to-come/);
  });

  test('without moving anything else, and never on paper', async ({ page }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    await expect.poll(() => frame.sectionsToCome()).toBeGreaterThan(3);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.emulateMedia({ media: 'print' });
    expect(await frame.sectionsToCome()).toBe(0);
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
    expect(await frame.sectionsToCome()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });

  test('a link into the page leads to a section that is there', async ({ page }) => {
    await page.goto('/#features');
    const features = page.locator('#features');
    await expect(features).toBeInViewport();
    await expect.poll(() => features.evaluate((section) => getComputedStyle(section).opacity)).toBe('1');
  });
});

test.describe('Without scripts', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false, contextOptions: { reducedMotion: 'no-preference' } });

  test('every section shows and the drawer opens and closes', async ({ page }) => {
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
    test(`of ${path} works in a browser that does not know commands`, async ({ page }) => {
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

test('where nothing can be animated by scrolling, the header is marked beyond 10 px', async ({ page }) => {
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
