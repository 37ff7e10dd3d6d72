import type { Page } from '@playwright/test';
import { aKey, aStoredSubscription, aTrial, changeTrial, manyTrials, storedTrial } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';
import { readFile } from 'node:fs/promises';

const LIST = '**/api/admin/trial-signups?*';

/** Sign-ups of a new church, each at noon of its day in the organization's time zone. */
async function aChurch(stack: Stack, people: { name: string; day: string; churchSize?: string; state?: 'success' }[]) {
  const church = `Church ${aKey()}`;
  const ids: Record<string, number> = {};
  for (const { name, day, churchSize = '100-250', state } of people) {
    const [firstName = '', lastName = ''] = name.split(' ');
    const pastor = { firstName, lastName, churchName: church, churchSize: churchSize as '100-250' };
    const columns = { created_at: `${day}T18:00:00Z` };
    ids[name] = (await aTrial(stack, { pastor, columns, ...(state && { state }) })).id;
  }
  return { church, ids };
}

const THREE = [
  { name: 'Anna Reed', day: '2026-03-02' },
  { name: 'Boaz Hill', day: '2026-03-05' },
  { name: 'Chloe Park', day: '2026-03-09', churchSize: '3000-plus' },
];

const at = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test.beforeEach(({ staff }) => staff.isSignedInAs());

test(
  'The list loads, can be retried, and shows each sign-up',
  { tag: '@smoke' },
  async ({ staff, signups, outages, page, allow }) => {
    allow(refused(500));
    const { church, ids } = await aChurch(staff.stack, THREE);
    await changeTrial(staff.stack, ids['Anna Reed']!, { pastor: { phone: '0000000000' } });
    await outages.answer('admin/trial-signups?*', 500, { error: 'Not now.' });
    const release = await outages.hold(LIST);
    await page.goto(`/admin?q=${church}`);
    await expect(page.getByText('Loading trial signups...')).toBeVisible();
    await expect(signups.export).toBeDisabled();
    release();
    await expect(page.getByText('Error loading trial signups. Please try again later.')).toBeVisible();
    await expect(signups.export).toBeDisabled();
    await page.getByRole('button', { name: 'Try again' }).click();

    await signups.shows('Chloe Park', 'Boaz Hill', 'Anna Reed');
    await expect(staff.row('Chloe Park')).toContainText('Mar 9, 2026, 1:00 PM');
    await expect(staff.row('Chloe Park')).toContainText('3,000+');
    await expect(staff.row('Boaz Hill')).toContainText(/\(\d{3}\) \d{3}-\d{4}/);
    await expect(staff.cell('Anna Reed', 'Phone')).toHaveText('N/A');
    await expect(page.getByText('3 sign-ups, all days, dates in Central Time')).toBeVisible();
    const heads = ['Date', 'Name', 'Email', 'Phone', 'Church', 'Position', 'Church Size'];
    await expect(page.getByRole('columnheader')).toHaveText(heads);
    await expect(page.getByRole('link', { name: 'Boaz Hill' })).toHaveAttribute('href', `/trials/${ids['Boaz Hill']}`);
  },
);

test(
  'An empty list and a search without results cannot be exported',
  { tag: '@thorough' },
  async ({ signups, outages, page }) => {
    await outages.answer('admin/trial-signups?*', 200, []);
    await page.goto('/admin');
    await expect(page.getByText('No trial signups have been submitted yet.')).toBeVisible();
    await expect(signups.export).toBeDisabled();
    await signups.search.fill(`nobody ${aKey()}`);
    await expect(page.getByText('No sign-ups match')).toBeVisible();
    await expect(page.getByText('No trial signups have been submitted yet.')).toBeHidden();
    await expect(signups.export).toBeDisabled();
    await signups.clear.click();
    await expect(signups.search).toHaveValue('');
    await expect(page.getByText('No sign-ups match')).toBeHidden();
  },
);

test('Dates filter the list and the address, limit each other, and can be cleared; invalid ones are ignored', async ({
  staff,
  signups,
  page,
}) => {
  const { church } = await aChurch(staff.stack, THREE);
  await page.goto(`/admin?q=${church}&startDate=2026-02-30&endDate=yesterday&sort=phone&since=now`);
  await signups.shows('Chloe Park', 'Boaz Hill', 'Anna Reed');
  await expect(signups.head('Date')).toHaveAttribute('aria-sort', 'descending');
  await expect(signups.activeFilter).toBeHidden();
  await page.goto(`/admin?q=${church}`);
  await expect(signups.clear).toBeHidden();
  await signups.start.fill('2026-03-05');
  await expect(signups.end).toHaveAttribute('min', '2026-03-05');
  await signups.end.fill('2026-03-09');
  await expect(signups.start).toHaveAttribute('max', '2026-03-09');
  await signups.end.fill('2026-03-01');
  await signups.apply.click();
  await expect(signups.start).toHaveAccessibleDescription('The start date must not be after the end date');
  await expect(signups.start).toBeFocused();
  expect(at(page)).toEqual({ q: church });

  await signups.filterBy({ start: '2026-03-03' });
  await expect(signups.activeFilter).toContainText('From Mar 3, 2026');
  await signups.shows('Chloe Park', 'Boaz Hill');
  await signups.filterBy({ end: '2026-03-05' });
  await expect(signups.activeFilter).toContainText('Until Mar 5, 2026');
  await signups.shows('Boaz Hill', 'Anna Reed');
  await signups.filterBy({ start: '2026-03-05', end: '2026-03-05' });
  await expect(signups.activeFilter).toContainText('Mar 5, 2026 - Mar 5, 2026');
  await signups.shows('Boaz Hill');
  await expect(page.getByText('1 sign-up, Mar 5, 2026 - Mar 5, 2026, dates in Central Time')).toBeVisible();

  await page.reload();
  await signups.shows('Boaz Hill');
  await expect(signups.start).toHaveValue('2026-03-05');
  await page.goBack();
  await expect(signups.activeFilter).toContainText('Until Mar 5, 2026');
  await signups.shows('Boaz Hill', 'Anna Reed');
  await expect(signups.start).toHaveValue('');

  await signups.clear.click();
  await expect(signups.activeFilter).toBeHidden();
  await signups.shows('Chloe Park', 'Boaz Hill', 'Anna Reed');
  expect(at(page)).toEqual({ q: church });
});

test('Presets use the days of the organization', { tag: '@thorough' }, async ({ staff, signups, page }) => {
  const { today } = await (await page.request.get('/api/config')).json();
  const { church } = await aChurch(staff.stack, [
    { name: 'Anna Reed', day: '2020-01-01' },
    { name: 'Boaz Hill', day: today },
  ]);
  await page.goto(`/admin?q=${church}`);
  await signups.opensFilters();
  for (const name of ['Today', '7 days', '30 days', 'This month']) {
    await signups.preset(name).click();
    await expect(signups.preset(name)).toHaveAttribute('aria-pressed', 'true');
    await signups.shows('Boaz Hill');
    expect(at(page)).toMatchObject({ period: expect.any(String), q: church });
  }
  expect(at(page)).toEqual({ period: 'thisMonth', q: church });
  await expect(signups.start).toHaveValue(`${today.slice(0, 8)}01`);
});

test('The search finds name, email, church and phone, column heads sort, and the link to the view can be copied', async ({
  staff,
  signups,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { church, ids } = await aChurch(staff.stack, THREE);
  const { email, phone: digits } = await storedTrial(staff.stack, ids['Boaz Hill']!);
  const phone = `+1 ${digits.slice(0, 3)}.${digits.slice(3, 6)} ${digits.slice(6)}`;
  await page.goto('/admin');
  for (const text of [email, phone, `boaz ${church.slice(7)}`]) {
    await signups.search.fill(text);
    await signups.shows('Boaz Hill');
  }
  await signups.search.fill(church);
  await signups.shows('Chloe Park', 'Boaz Hill', 'Anna Reed');
  await expect.poll(() => at(page)).toEqual({ q: church });

  await expect(signups.head('Date')).toHaveAttribute('aria-sort', 'descending');
  await signups.sortBy('Name');
  await signups.shows('Anna Reed', 'Boaz Hill', 'Chloe Park');
  await expect(signups.head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(signups.head('Date')).not.toHaveAttribute('aria-sort');
  await signups.sortBy('Name');
  await signups.shows('Chloe Park', 'Boaz Hill', 'Anna Reed');
  await signups.sortBy('Date');
  await signups.sortBy('Date');
  await signups.shows('Anna Reed', 'Boaz Hill', 'Chloe Park');
  expect(at(page)).toEqual({ q: church, sort: 'createdAt' });
  await signups.opensMenu();
  await page.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(page.getByRole('button', { name: 'Copied to this view' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  // Dates that are applied right after a search keep the search.
  await page.goto('/admin');
  await signups.start.fill('2026-03-05');
  await signups.end.fill('2026-03-05');
  await signups.search.evaluate((search: HTMLInputElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(search, text);
    search.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, church);
  await page.evaluate(() => {
    document.querySelector<HTMLFormElement>('form.search-box')!.requestSubmit();
    document.querySelector<HTMLFormElement>('form.filter-dates')!.requestSubmit();
  });
  await signups.shows('Boaz Hill');
  expect(at(page)).toEqual({ q: church, startDate: '2026-03-05', endDate: '2026-03-05' });
});

test('A long list has pages, which are in the address', { tag: '@thorough' }, async ({ staff, signups, page }) => {
  const churchName = `Church ${aKey()}`;
  await manyTrials(staff.stack, 50, { pastor: { firstName: 'Page', lastName: 'One', churchName } });
  await manyTrials(staff.stack, 2, { pastor: { firstName: 'Page', lastName: 'Two', churchName } });
  await page.goto(`/admin?q=${churchName}&sort=name`);
  const next = page.getByRole('button', { name: 'Next' });
  const previous = page.getByRole('button', { name: 'Previous' });
  await expect(page.getByText('1 to 50 of 52 sign-ups')).toBeVisible();
  await expect(previous).toBeDisabled();
  await next.click();
  await expect(page.getByText('51 to 52 of 52 sign-ups')).toBeVisible();
  await signups.shows('Page Two', 'Page Two');
  await expect(next).toBeDisabled();
  await page.reload();
  await signups.shows('Page Two', 'Page Two');
  await previous.click();
  await expect(page.getByText('1 to 50 of 52 sign-ups')).toBeVisible();
  await page.goBack();
  await signups.shows('Page Two', 'Page Two');
  await signups.sortBy('Name');
  await expect(page.getByText('1 to 50 of 52 sign-ups')).toBeVisible();
});

test('The list is cached for a minute', { tag: '@thorough' }, async ({ staff, signups, page }) => {
  const { church, ids } = await aChurch(staff.stack, THREE.slice(0, 1));
  await page.clock.setFixedTime('2026-03-02T12:00:00Z');
  await page.goto(`/admin?q=${church}`);
  await signups.shows('Anna Reed');
  await changeTrial(staff.stack, ids['Anna Reed']!, { pastor: { lastName: 'Reid' } });
  const leaveAndReturn = async () => {
    await staff.places.getByRole('link', { name: 'Audit' }).click();
    await expect(staff.heading('Audit')).toBeVisible();
    await page.goBack();
  };
  await page.clock.setFixedTime('2026-03-02T12:00:59Z');
  await leaveAndReturn();
  await signups.shows('Anna Reed');
  await page.clock.setFixedTime('2026-03-02T12:01:01Z');
  await leaveAndReturn();
  await signups.shows('Anna Reid');
});

const USUAL = ['Date', 'Name', 'Email', 'Phone', 'Church', 'Position', 'Church Size'];
const LONG_AGO = '2026-03-02T18:00:00Z';

test('The columns of the list are chosen, stand in the address, and are those of the file', async ({
  staff,
  signups,
  page,
}) => {
  const member = await staff.isSignedInAs();
  const churchName = `Church ${aKey()}`;
  const pastor = { firstName: 'Chloe', lastName: 'Reed', churchName };
  const columns = { created_at: LONG_AGO, contacted_at: LONG_AGO };
  const { id } = await aTrial(staff.stack, { state: 'success', columns, pastor });
  await aStoredSubscription(staff.stack, { id, state: 'pastDue', at: LONG_AGO });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin?q=${churchName}`);
  await expect(page.getByRole('columnheader')).toHaveText(USUAL);
  await signups.opensMenu();
  for (const name of ['Status', 'Plan', 'How Heard', 'Status Since', 'Contacted', 'Owner'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
  const shown = [
    ...USUAL.filter((name) => name !== 'Email'),
    'Status',
    'Plan',
    'How Heard',
    'Status Since',
    'Contacted',
    'Owner',
  ];
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(shown);
  await expect(staff.cell('Chloe Reed', 'Plan')).toHaveText('Starter');
  await expect(staff.cell('Chloe Reed', 'Status Since').locator('time')).toHaveAttribute(
    'title',
    /^Mar 2, 2026, 12:00/,
  );
  await staff.row('Chloe Reed').getByRole('button', { name: /^Take/ }).click();
  await expect(staff.cell('Chloe Reed', 'Owner')).toContainText('You');
  await expectAccessible(page, 'chosen columns');
  expect(await horizontalOverflow(page)).toBe(0);
  expect((await staff.rows().first().boundingBox())!.y).toBeLessThanOrEqual(200);
  const [file] = await Promise.all([page.waitForEvent('download'), signups.export.click()]);
  const [head = '', row = ''] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(head.replace('\uFEFF', '').replaceAll(/ \([^)]*\)/g, '')).toBe(shown.join());
  expect(row).toContain(member.name);

  await signups.opensFilters();
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('No one');
  await expect(page.getByText('No sign-ups match')).toBeVisible();
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('Me');
  await signups.shows('Chloe Reed');
  await expect(signups.activeFilter).toContainText('Owner: Me');
});
