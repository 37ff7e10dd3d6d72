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

test('An article leads to its sheet, and the sheet back to the article', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/blog/student-leadership-team');
  await page.locator('a[href="/sheets/leadership-covenant"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leadership Covenant');
  await page.getByRole('link', { name: 'A student leadership team that does real work' }).click();
  await expect(page).toHaveURL('/blog/student-leadership-team');
});

test('Without scripts a sheet has no dead button, and the name can be typed', async ({ stack }) => {
  await withoutScripts(async (page) => {
    await page.goto(SHEET);
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.getByLabel('Name of your church').fill('Bethel Lutheran');
    await expect(page.getByLabel('Name of your church')).toHaveValue('Bethel Lutheran');
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
