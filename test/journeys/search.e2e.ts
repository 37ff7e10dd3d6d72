import {
  expect,
  isFine,
  Keyboard,
  SCREENS,
  scriptBytes,
  SearchScreen,
  SiteFrame,
  test as base,
  withoutScripts,
} from '../drivers/index.ts';

const test = base.extend<{ search: SearchScreen }>({
  search: ({ page }, use) => use(new SearchScreen(page)),
});

test('Pages are found while somebody types, and the address keeps what was typed', async ({ search, page }) => {
  await search.opens();
  await expect(search.results).toHaveCount(0);
  await search.type('small gr');
  await search.finds('/blog/small-group-culture');
  await expect(search.results.first().locator('mark')).toHaveText(['small', 'group']);
  await search.addressSays('small gr');
  await search.type('oups');
  await search.addressSays('small groups');
  await expect(search.announced).toHaveText(/^\d+ pages for “small groups”$/);
  await expect(search.count((await search.announced.textContent())!)).toBeVisible();

  await page.reload();
  await expect(search.field).toHaveValue('small groups');
  await search.finds('/blog/small-group-culture');
});

test('The address of a search opens it, its answer in the texts', async ({ search }) => {
  await search.opens('crisis 988');
  await search.finds('/blog/teen-mental-health');
  await expect(search.result('/blog/teen-mental-health').locator('p mark').first()).toHaveText(/^(crisis|988)$/i);
  await search.opens('move you up automatically');
  await search.finds('/pricing');
});

test('A title counts more than a text, and a small slip is forgiven', async ({ search }) => {
  await search.opens('privacy');
  await expect(search.results.first()).toHaveText('Privacy Policy');
  await search.field.fill('privcy polcy');
  await expect(search.results.first()).toHaveText('Privacy Policy');
});

test('What is nowhere is said, with other ways', async ({ search, page }) => {
  await search.opens('zebra');
  await expect(search.count('Nothing found for “zebra”')).toBeVisible();
  await expect(search.announced).toHaveText('Nothing found for “zebra”');
  await expect(search.results).toHaveCount(0);
  for (const [name, href] of Object.entries({ Blog: '/blog', FAQ: '/faq', 'Help Center': '/help' }))
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
});

test('What looks like markup is a text like any other', async ({ search }) => {
  const odd = '"><img src=x onerror=alert(1)> (*';
  await search.opens(odd);
  await expect(search.field).toHaveValue(odd);
  await expect(search.count(`Nothing found for “${odd}”`)).toBeVisible();
});

test('Arrow keys move through the results, Enter opens one, Escape clears', async ({ search, page }) => {
  const keyboard = new Keyboard(page);
  await search.opens();
  await keyboard.reach(search.field);
  await keyboard.type('small group');
  await search.finds('/blog/small-group-culture');
  await search.addressSays('small group');
  for (const at of [0, 1]) {
    await keyboard.press('ArrowDown');
    await expect(search.results.nth(at)).toBeFocused();
  }
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(search.field).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(search.field).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Escape');
  await expect(search.field).toBeFocused();
  await expect(search.field).toHaveValue('');
  await expect(search.results).toHaveCount(0);
  await search.addressSays(null);

  await keyboard.type('camp toolkit');
  await search.finds('/blog/post-camp-fire');
  await search.addressSays('camp toolkit');
  await keyboard.press('Enter');
  await expect(search.results.first()).toBeFocused();
  await keyboard.press('Enter');
  await page.waitForURL('**/blog/post-camp-fire');
  await page.goBack();
  await expect(search.field).toHaveValue('camp toolkit');
});

test('A list that could not be loaded is loaded at the next try', async ({ search, page, outages, allow }) => {
  allow(/net::ERR_FAILED/);
  await outages.cutOff('**/search.json');
  await search.opens('prayer');
  await expect(page.getByRole('alert')).toContainText('The list of our pages could not be loaded.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await search.finds('/faq');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('The list holds the pages that search engines may know, and no other', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const known = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  const answer = await request.get('/search.json');
  expect(answer.headers()['content-type']).toContain('application/json');
  const pages: { path: string; title: string; text: string }[] = await answer.json();
  expect(pages.map(({ path }) => path)).toEqual(known);
  for (const { path, title, text } of pages) {
    expect(title, path).not.toContain('| Lampstand');
    expect(text, path).not.toMatch(/<[a-z/]|&(amp|quot|#x27|lt|gt);/);
  }
  const words = (path: string) => pages.find((page) => page.path === path)!.text.split(' ').length;
  expect(words('/blog/teen-mental-health')).toBeGreaterThan(2000);
  expect(words('/privacy-policy')).toBeGreaterThan(800);
  expect(words('/faq')).toBeGreaterThan(500);
});

test('It is reached from every footer, is in no index, and is lighter than the sign-up', async ({ search, page }) => {
  await page.goto('/trial', { waitUntil: 'networkidle' });
  const signup = await scriptBytes(page);
  await page.goto('/pricing');
  await new SiteFrame(page).footer.getByRole('link', { name: 'Search' }).click();
  await search.type('pricing');
  await search.finds('/pricing');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(await scriptBytes(page)).toBeLessThan(signup);
});

test('Without scripts it says so, and names what needs none', async ({ stack }) => {
  await withoutScripts(async (page) => {
    await page.goto('/search?q=prayer');
    await expect(page.getByRole('main')).toContainText('Search needs JavaScript. The blog and the FAQ do not.', {
      useInnerText: true,
    });
  }, stack.url);
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('no barrier is found in any state, and nothing is wider than the screen', async ({ search, page }) => {
      test.slow();
      await search.opens();
      await isFine(page, 'before a search');
      await search.type('prayer');
      await search.finds('/faq');
      await search.addressSays('prayer');
      await isFine(page, 'results');
      await search.field.fill('zebra');
      await expect(search.count('Nothing found for “zebra”')).toBeVisible();
      await isFine(page, 'nothing found');
    });
  });
