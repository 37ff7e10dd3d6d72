/** Sheets to print: one page each, with the church's name, and copied by a button. */
import { expect, test, withoutScripts } from '../drivers/index.ts';
import { SHEET_PATHS } from '../site/pages.ts';

const SHEET = '/sheets/handoff-email';

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test('Every sheet, and the page for a board, prints on one page', async ({ page }) => {
  test.slow();
  for (const path of [...SHEET_PATHS, '/safety', '/pricing/treasurer', '/pricing/treasurer?people=40']) {
    await page.goto(path);
    expect(pagesOf(await page.pdf({ format: 'Letter' })), path).toBe(1);
  }
});

test('The name of the church stands on the sheet and in its text, and the text is copied with it', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
  await page.goto(SHEET);
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText('the youth pastor at Grace Church in Millbrook');
  await page.getByLabel('Name of your church').fill('Bethel Lutheran');
  await expect(sheet).toContainText('the youth pastor at Bethel Lutheran');
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Bethel Lutheran\n\nHandoff Email for a Graduate\n\nSubject: /);
  await page.getByLabel('Name of your church').fill('');
  await expect(sheet).toContainText('Grace Church in Millbrook');
});

test('The name of the church is typed once in the library, and every sheet has it', async ({ page }) => {
  const church = page.getByLabel('Name of your church');
  await page.goto('/resources/graduates');
  await expect(page.getByRole('list', { name: 'Sheets' }).getByRole('listitem')).toHaveCount(3);
  await church.fill('Bethel Lutheran');
  await page.getByRole('link', { name: 'Handoff Email for a Graduate' }).click();
  await expect(church).toHaveValue('Bethel Lutheran');
  await expect(page.getByRole('article')).toContainText('the youth pastor at Bethel Lutheran');
  await church.fill('Bethel Chapel');
  await page.goBack();
  await expect(church).toHaveValue('Bethel Chapel');
  await page.getByRole('link', { name: 'All sheets' }).click();
  await expect(page.locator('[data-church]').first()).toHaveText('Bethel Chapel');
});

test('A filter of the library shows as many sheets as it says, and every sheet is in one', async ({ page }) => {
  await page.goto('/resources');
  const filters = page.getByRole('navigation', { name: 'Moments' }).getByRole('link');
  const shown = new Set<string>();
  for (const [at, text] of (await filters.allTextContents()).entries()) {
    await filters.nth(at).click();
    await expect(filters.nth(at)).toHaveAttribute('aria-current', 'page');
    const names = await page.getByRole('list', { name: 'Sheets' }).getByRole('heading').allTextContents();
    expect(names.length, text).toBe(Number(text.match(/\d+$/)![0]));
    if (at) for (const name of names) shown.add(name);
  }
  expect(shown.size).toBe(SHEET_PATHS.length);
});

test('An article leads to its sheet, and the sheet back to the article', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/blog/student-leadership-team');
  await page.locator('a[href="/sheets/leadership-covenant"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leadership Covenant');
  await page.getByRole('link', { name: 'A student leadership team that does real work' }).click();
  await expect(page).toHaveURL('/blog/student-leadership-team');
});

test('Without scripts a sheet has no dead button, and the name can be typed there', async ({ stack }) => {
  await withoutScripts(async (page) => {
    await page.goto(SHEET);
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.getByLabel('Name of your church').fill('Bethel Lutheran');
    await expect(page.getByLabel('Name of your church')).toHaveValue('Bethel Lutheran');
    await page.goto('/resources');
    await expect(page.getByLabel('Name of your church')).toBeHidden();
    await page.getByRole('link', { name: 'Camp', exact: false }).first().click();
    await expect(page).toHaveURL('/resources/camp');
  }, stack.url);
});

test('The contents list of an article marks the chapter that is read', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/blog/small-group-culture');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const chapter = contents.getByRole('link', { name: 'A 45-minute run sheet' });
  const underline = 'text-decoration-thickness';
  await expect(chapter).toHaveCSS(underline, '1px');
  await chapter.click();
  await page.mouse.move(0, 0);
  await expect(chapter).toHaveCSS(underline, '2px');
  await contents.getByRole('link', { name: 'One last thing' }).click();
  await expect(chapter).toHaveCSS(underline, '1px');
});
