/** Sheets to print: one page each, with the church's name, and copied by a button. */
import { expect, test, withoutScripts } from '../drivers/index.ts';
import { SHEET_PATHS } from '../site/pages.ts';

const SHEET = '/sheets/handoff-email';

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test('Every sheet, the crisis page and the pages for a board print on one page each', async ({ page }) => {
  test.slow();
  const sheets = process.env['THOROUGH'] ? SHEET_PATHS : [SHEET, '/sheets/consent-form'];
  for (const path of [...sheets, '/safety', '/crisis', '/pricing/treasurer', '/pricing/treasurer?people=40']) {
    await page.goto(path);
    expect(pagesOf(await page.pdf({ format: 'Letter' })), path).toBe(1);
  }
});

test(
  'The name of the church is typed once in the library, stands on every sheet, and is copied with its text',
  { tag: '@smoke' },
  async ({ page, context, stack }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
    const church = page.getByLabel('Name of your church');
    const sheet = page.getByRole('article');
    await page.goto('/resources/graduates');
    await expect(page.getByRole('list', { name: 'Sheets' }).getByRole('listitem')).toHaveCount(3);
    await church.fill('Bethel Lutheran');
    await page.getByRole('link', { name: 'Handoff Email for a Graduate' }).click();
    await expect(church).toHaveValue('Bethel Lutheran');
    await expect(sheet).toContainText('the youth pastor at Bethel Lutheran');
    await page.getByRole('button', { name: 'Copy text' }).click();
    await expect(page.getByRole('status')).toHaveText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Bethel Lutheran\n\nHandoff Email for a Graduate\n\nSubject: /);
    await church.fill('');
    await expect(sheet).toContainText('the youth pastor at Grace Church in Millbrook');
    await church.fill('Bethel Chapel');
    await page.goBack();
    await expect(church).toHaveValue('Bethel Chapel');
    await page.getByRole('link', { name: 'All sheets' }).click();
    await expect(page.locator('[data-church]').first()).toHaveText('Bethel Chapel');
  },
);

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
