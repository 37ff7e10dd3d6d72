import {
  expect,
  expectAccessibleAndFitting,
  Keyboard,
  SCREENS,
  SearchScreen,
  SiteFrame,
  test as base,
  withoutScripts,
} from '../drivers/index.ts';

const test = base.extend<{ search: SearchScreen }>({
  search: ({ page }, use) => use(new SearchScreen(page)),
});

// A server makes its index at the first search, which takes seconds: one does.
test.describe.configure({ mode: 'default' });

test('Results appear while typing, with the sheets of a page, the address keeps the query, and questions help before and without results', async ({
  search,
  page,
}) => {
  const questions = page.getByRole('region', { name: 'Common questions' });
  await search.opens();
  await expect(search.results).toHaveCount(0);
  await expect(questions.getByRole('link', { name: 'How do we cancel?' })).toHaveAttribute('href', '/help/cancel');
  await search.type('small gr');
  await search.finds('/blog/small-group-culture');
  await expect(questions).toBeHidden();
  await expect(search.results.first().locator('mark')).toHaveText(['small', 'group']);
  await search.addressSays('small gr');
  await search.type('oups');
  await search.addressSays('small groups');
  await expect(search.announced).toHaveText(/^\d+ pages for “small groups”$/);
  await expect(search.count((await search.announced.textContent())!)).toBeVisible();

  await page.reload();
  await expect(search.field).toHaveValue('small groups');
  await search.finds('/blog/small-group-culture');
  await search.field.fill('leadership covenant');
  await search.finds('/blog/student-leadership-team');
  await expect(page.getByRole('link', { name: 'Student Leadership Covenant to Sign' })).toHaveAttribute(
    'href',
    '/sheets/leadership-covenant',
  );

  for (const unknown of ['zebra', '"><img src=x onerror=alert(1)> (*']) {
    await search.field.fill(unknown);
    await expect(search.count(`Nothing found for “${unknown}”`)).toBeVisible();
    await expect(search.announced).toHaveText(`Nothing found for “${unknown}”`);
  }
  await expect(search.results).toHaveCount(0);
  await expect(questions).toBeVisible();
  for (const [name, href] of Object.entries({ Blog: '/blog', FAQ: '/faq', 'Help Center': '/help' }))
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
});

test('Ctrl+K and a link in header, drawer and footer open the search, also from the field of another page', async ({
  search,
  page,
}) => {
  const frame = new SiteFrame(page);
  await page.goto('/blog/post-camp-fire');
  await page.keyboard.press('Control+k');
  await page.waitForURL(/\/search/);
  await expect(search.field).toBeFocused();
  await page.goto('/help');
  await expect(frame.footer.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search');
  await expect(page.locator('dialog a[href="/search"]')).toHaveText('Search');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('consent form');
  await page.keyboard.press('Enter');
  await expect(search.results.first()).toHaveAttribute('href', '/help/consent-form');
  await expect(search.field).toHaveValue('consent form');
  await page.goBack();
  await frame.bar.getByRole('link', { name: 'Search' }).click();
  await search.type('pricing');
  await search.finds('/pricing');
});

test('Arrow keys move through the results, Enter opens one, and Escape clears the field', async ({ search, page }) => {
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

test('An index that could not be loaded is loaded at the next try', async ({ search, page, outages, allow }) => {
  allow(/net::ERR_FAILED/);
  const restore = await outages.cutOff('**/search.json');
  await search.opens('prayer');
  await expect(page.getByRole('alert')).toContainText('The list of our pages could not be loaded.');
  restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await search.finds('/faq');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('The index holds the pages of the sitemap, the treasurer’s sheet and no others', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  const answer = await request.get('/search.json');
  expect(answer.headers()['content-type']).toContain('application/json');
  const pages: { path: string; title: string; text: string }[] = await answer.json();
  expect(pages.map(({ path }) => path).filter((path) => path !== '/pricing/treasurer')).toEqual(listed);
  for (const { path, title, text } of pages) {
    expect(title, path).not.toContain('| Lampstand');
    expect(text, path).not.toMatch(/<[a-z/]|&(amp|quot|#x27|lt|gt);/);
  }
  const words = (path: string) => pages.find((page) => page.path === path)!.text.split(' ').length;
  expect(words('/blog/teen-mental-health')).toBeGreaterThan(2000);
  expect(words('/privacy-policy')).toBeGreaterThan(800);
  expect(words('/faq')).toBeGreaterThan(500);
});

test('The search page names pages without JavaScript when scripts are off', async ({ stack }) => {
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

    test('every state passes axe and fits the width of the screen', async ({ search, page }) => {
      test.slow();
      await search.opens();
      await expectAccessibleAndFitting(page, 'before a search');
      await search.type('prayer');
      await search.finds('/faq');
      await search.addressSays('prayer');
      await expectAccessibleAndFitting(page, 'results');
      await search.field.fill('zebra');
      await expect(search.count('Nothing found for “zebra”')).toBeVisible();
      await expectAccessibleAndFitting(page, 'nothing found');
    });
  });
