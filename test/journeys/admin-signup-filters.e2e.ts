import { readFile } from 'node:fs/promises';
import { aKey, aStoredSubscription, aTrial } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, test } from '../drivers/index.ts';

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
  await expect(page.getByRole('columnheader')).toHaveText([...USUAL, 'State']);
  await page.getByText('Columns', { exact: true }).first().click();
  for (const name of ['Plan', 'How Heard', 'In State Since', 'Contacted', 'Owner'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
  const shown = [
    ...USUAL.filter((name) => name !== 'Email'),
    'State',
    'Plan',
    'How Heard',
    'In State Since',
    'Contacted',
    'Owner',
  ];
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(shown);
  await expect(staff.cell('Chloe Reed', 'Plan')).toHaveText('Starter');
  await expect(staff.cell('Chloe Reed', 'In State Since').locator('time')).toHaveAttribute(
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
  expect(row).toContain(member.email);

  await page.getByText(/^More filters/).click();
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('Nobody');
  await expect(page.getByText('No sign-ups match')).toBeVisible();
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('Me');
  await signups.shows('Chloe Reed');
  await expect(signups.activeFilter).toContainText('Owner: Me');
});

test('A step of the funnel, a stuck group and the filters each lead to their list', async ({
  staff,
  signups,
  page,
}) => {
  await staff.isSignedInAs();
  const churchName = `Church ${aKey()}`;
  const signUp = (firstName: string, state: 'phoneVerification' | 'openingAccount' | 'success', columns = {}) =>
    aTrial(staff.stack, { state, columns, pastor: { firstName, lastName: 'Reed', churchName } });
  await signUp('Anna', 'phoneVerification', { created_at: LONG_AGO });
  await signUp('Boaz', 'openingAccount', { created_at: LONG_AGO, card_saved_at: LONG_AGO });
  const { id } = await signUp('Chloe', 'success', { created_at: LONG_AGO });
  await aStoredSubscription(staff.stack, { id, state: 'pastDue', at: LONG_AGO });
  await signUp('Dan', 'phoneVerification', { created_at: LONG_AGO, superseded_by: id });
  await page.goto(`/admin?q=${churchName}&sort=name`);
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed');
  await expect(staff.cell('Chloe Reed', 'State')).toHaveText('Past due');
  await expect(staff.cell('Boaz Reed', 'State')).toHaveText('Opening account');

  await page.goto(`/admin/reports?q=${churchName}&sort=name`);
  await signups.funnel.getByRole('link', { name: 'Card saved' }).click();
  await signups.shows('Boaz Reed', 'Chloe Reed');
  await expect(signups.activeFilter).toContainText('Reached: Card saved');
  await page.goBack();
  await signups.funnel.getByRole('link', { name: 'Registered' }).click();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed');
  // The report counts them, so the list that a number opens has them.
  await expect(signups.activeFilter).toHaveText(/Include: Erased people/);

  const filters = page.getByRole('group').filter({ hasText: 'More filters' });
  await filters.getByText('More filters').click();
  const stuck = page.getByRole('navigation', { name: 'Stuck' });
  for (const [group, name] of [
    ['Stuck at the code', 'Anna Reed'],
    ['Opening stuck', 'Boaz Reed'],
    ['Past due', 'Chloe Reed'],
  ] as const) {
    await stuck.getByRole('link', { name: group }).click();
    await signups.shows(name);
    await expect(stuck.getByRole('link', { name: group })).toHaveAttribute('aria-current', 'true');
    await expect(signups.activeFilter).toContainText(`Stuck: ${group}`);
  }
  await page.getByRole('button', { name: 'Clear these filters' }).click();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed');

  await filters.getByRole('checkbox', { name: 'Past due' }).click();
  await signups.shows('Chloe Reed');
  await filters.getByRole('checkbox', { name: 'Past due' }).click();
  await page.getByRole('checkbox', { name: 'Superseded sign-ups' }).click();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed', 'Dan Reed');
  await page.reload();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed', 'Dan Reed');
  await expect(signups.activeFilter).toContainText('Include: Superseded sign-ups');
  await filters.getByText('More filters').click();
  await expect(page.getByRole('checkbox', { name: 'Superseded sign-ups' })).toBeChecked();
});
