import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aKey, aTrial } from '../builders/index.ts';
import {
  expect,
  refused,
  SCREENS,
  type SignupsScreen,
  type SlowFile,
  type StaffBrowser,
  test,
} from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

const EXPORT = '**/api/admin/trial-signups/export*';

async function aChurch(stack: Stack) {
  const church = `Church ${aKey()}`;
  for (const firstName of ['Ruth', 'Naomi']) await aTrial(stack, { pastor: { firstName, churchName: church } });
  return church;
}

interface Exporting {
  staff: StaffBrowser;
  signups: SignupsScreen;
  slowFile: SlowFile;
  page: Page;
}

/** Starts an export that pauses after two of four rows. Returns a function that counts the saved files. */
async function startsSlowExport({ staff, signups, slowFile, page }: Exporting): Promise<() => number> {
  await staff.isSignedInAs();
  await slowFile.standsFor(page, EXPORT);
  await page.goto(`/admin?q=${await aChurch(staff.stack)}`);
  let files = 0;
  page.on('download', () => (files += 1));
  await signups.export.click();
  await expect(page.getByText('2 of 4 rows')).toBeVisible();
  return () => files;
}

test('An export has the filter on the screen and is listed under exports', async ({ staff, signups, page }) => {
  await staff.isSignedInAs();
  const church = await aChurch(staff.stack);
  await page.goto(`/admin?q=${church}&state=phoneVerification&sort=name`);
  await signups.opensMenu();
  await expect(page.getByText('You have no file of these rows yet.')).toBeVisible();
  await expect(signups.export).toHaveAccessibleName('Export to CSV, 2 rows');
  await expect(page.getByText('2 sign-ups, all days, dates in Central Time')).toBeVisible();

  const [file] = await Promise.all([page.waitForEvent('download'), signups.export.click()]);
  await staff.toasts.says('Export successful', 'Trial signup data has been exported to CSV');
  const { today } = await (await page.request.get('/api/config')).json();
  expect(file.suggestedFilename()).toBe(`trial-signups-${today}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  const [head = '', ...rows] = text.trimEnd().split('\n');
  expect(head.startsWith('\uFEFFDate')).toBe(true);
  expect(head.endsWith(',Name,Email,Phone,Church,Position,Church Size')).toBe(true);
  expect(rows.map((row) => row.split(',')[1])).toEqual([
    expect.stringMatching(/^"?Naomi/),
    expect.stringMatching(/^"?Ruth/),
  ]);

  await signups.opensMenu();
  await expect(signups.changedFile).toHaveText(/^New or changed since \w+ \d+, \d{4}, .+: 0 rows$/);
  await expect(signups.changedFile).toBeDisabled();
  await aTrial(staff.stack, { pastor: { firstName: 'Orpah', churchName: church } });
  await page.reload();
  await signups.opensMenu();
  await expect(signups.changedFile).toContainText(': 1 row');
  const [next] = await Promise.all([page.waitForEvent('download'), signups.changedFile.click()]);
  expect((await readFile(await next.path(), 'utf8')).trimEnd().split('\n')).toEqual([
    expect.stringContaining('Date'),
    expect.stringContaining('Orpah'),
  ]);
  await expect(signups.changedFile).toContainText(': 0 rows');
  await page.goto('/admin/exports');
  const entry = staff.rows().first();
  await expect(entry).toContainText('Trial signups');
  await expect(entry).toContainText(church);
  await expect(entry).toContainText('Complete');
  for (const words of ['Status: Phone check', 'New or changed only']) await expect(entry).toContainText(words);
  await page.setViewportSize(SCREENS['a phone']);
  const lefts = await entry
    .locator('.block')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(new Set(lefts).size, 'The lines of the filter stand below each other').toBe(1);
});

test(
  'The rows that are new or changed are offered even if it is recorded as complete after the download',
  { tag: '@thorough' },
  async ({ staff, signups, page }) => {
    await staff.isSignedInAs();
    const church = await aChurch(staff.stack);
    await page.goto(`/admin?q=${church}`);
    await expect(signups.export).toHaveAccessibleName('Export to CSV, 2 rows');
    let late = 0;
    await page.route('**/api/admin/trial-signups/export/last?*', async (route) => {
      const answer = await route.fetch();
      const last = await answer.json();
      late += 1;
      await route.fulfill({ response: answer, json: late < 3 ? { ...last, at: null, running: true } : last });
    });
    await Promise.all([page.waitForEvent('download'), signups.export.click()]);
    await signups.opensMenu();
    await expect(signups.changedFile).toBeVisible();
    expect(late).toBeGreaterThanOrEqual(3);
  },
);

test('Columns can be chosen, at least one', { tag: '@thorough' }, async ({ staff, signups, page }) => {
  await staff.isSignedInAs();
  const church = await aChurch(staff.stack);
  await page.goto(`/admin?q=${church}`);
  await signups.opensMenu();
  for (const name of ['Date', 'Email', 'Phone', 'Church', 'Position', 'Church Size'])
    await page.getByRole('checkbox', { name, exact: true }).uncheck();
  await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Status', exact: true }).check();
  const [file] = await Promise.all([page.waitForEvent('download'), signups.export.click()]);
  const [head] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(head).toBe('\uFEFFName,Status');
});

test('An export shows its progress, succeeds only with its last byte, leaves no file when canceled, and says why it is refused', async ({
  staff,
  signups,
  slowFile,
  page,
  outages,
  allow,
}) => {
  allow(refused(503));
  const savedFiles = await startsSlowExport({ staff, signups, slowFile, page });
  await expect(signups.progress).toHaveAttribute('max', '4');
  await expect(signups.export).toBeDisabled();
  await expect(staff.toasts.shown).toHaveCount(0);
  const download = page.waitForEvent('download');
  slowFile.finish();
  expect((await download).suggestedFilename()).toBe('trial-signups-2026-01-01.csv');
  await staff.toasts.says('Export successful');
  await expect(signups.progress).toBeHidden();

  await signups.export.click();
  await expect(page.getByText('2 of 4 rows')).toBeVisible();
  await signups.cancel.click();
  await expect(page.getByText('Export canceled. No file was kept.')).toBeVisible();
  await expect.poll(() => slowFile.wasAborted).toBe(true);
  await expect(signups.export).toBeEnabled();
  expect(savedFiles()).toBe(1);

  await outages.answer('admin/trial-signups/export*', 503, { error: 'The database is away.' });
  await signups.export.click();
  await staff.toasts.warns('Export failed', 'Could not export trial signup data');
  await expect(staff.notice('Export failed')).toContainText('The database is away.');
});

test(
  'An export that breaks off is a failure and saves no file',
  { tag: '@thorough' },
  async ({ staff, signups, slowFile, page, allow }) => {
    allow(/net::ERR_/);
    const savedFiles = await startsSlowExport({ staff, signups, slowFile, page });
    slowFile.breakOff();
    await staff.toasts.warns('Export failed', 'Could not export trial signup data');
    await expect(staff.notice('Export failed')).toBeVisible();
    expect(savedFiles()).toBe(0);
  },
);

test('Support sees a masked list and cannot export', { tag: '@thorough' }, async ({ staff, signups, page }) => {
  await staff.isSignedInAs('support');
  const church = await aChurch(staff.stack);
  await page.goto(`/admin?q=${church}`);
  await expect(staff.cell('Ruth', 'Email')).toHaveText(/^.•••@/);
  await expect(staff.cell('Ruth', 'Phone')).toHaveText(/^\(•••\) •••-\d{4}$/);
  await expect(signups.export).toHaveCount(0);
  await signups.opensMenu();
  await expect(page.getByText('The file has the columns of the screen.')).toBeHidden();
  await expect(signups.changedFile).toBeHidden();
  await page.goto(`/trials?q=${church}`);
  await expect(staff.cell('Ruth', 'Contact').or(page.getByText('No sign-ups match'))).toBeVisible();
  await expect(signups.export).toHaveCount(0);
});
