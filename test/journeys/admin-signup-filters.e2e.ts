/** The filters of the list of sign-ups: each has a control, an address, a chip and a name. */
import { aKey, aStaffName, aStoredSubscription, aTrial, signedIn } from '../builders/index.ts';
import { expect, test } from '../drivers/index.ts';

const LONG_AGO = '2026-03-02T18:00:00Z';

test.beforeEach(({ staff }) => staff.isSignedInAs());

test('A step of the funnel, a stuck group and the filters each lead to their list', async ({
  staff,
  signups,
  page,
}) => {
  const churchName = `Church ${aKey()}`;
  const signUp = (firstName: string, state: 'phoneVerification' | 'openingAccount' | 'success', columns = {}) =>
    aTrial(staff.stack, { state, columns, pastor: { firstName, lastName: 'Reed', churchName } });
  await signUp('Anna', 'phoneVerification', { created_at: LONG_AGO });
  await signUp('Boaz', 'openingAccount', { created_at: LONG_AGO, card_saved_at: LONG_AGO });
  const { id } = await signUp('Chloe', 'success', { created_at: LONG_AGO });
  await aStoredSubscription(staff.stack, { id, state: 'pastDue', at: LONG_AGO });
  await signUp('Dan', 'phoneVerification', { created_at: LONG_AGO, superseded_by: id });
  await page.goto(`/admin?q=${churchName}&sort=name&columns=Name,Status`);
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed');
  await expect(staff.cell('Chloe Reed', 'Status')).toHaveText('Past due', { useInnerText: true });
  await expect(staff.cell('Boaz Reed', 'Status')).toHaveText('Opening account', { useInnerText: true });

  await page.goto(`/admin/reports?q=${churchName}&sort=name`);
  await signups.funnel.getByRole('link', { name: 'Card saved' }).click();
  await signups.shows('Boaz Reed', 'Chloe Reed');
  await expect(signups.activeFilter).toContainText('Reached: Card saved');
  await page.goBack();
  await signups.funnel.getByRole('link', { name: 'Registered' }).click();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed');
  // The report counts them, so the list that a number opens has them.
  await expect(signups.activeFilter).toHaveText(/Include: Erased people/);

  const filters = page.getByRole('group').filter({ has: page.getByText(/^Filter/) });
  await signups.opensFilters();
  const stuck = page.getByRole('navigation', { name: 'Stuck' });
  for (const [group, name] of [
    ['Stuck at the code', 'Anna Reed'],
    ['Account not opened', 'Boaz Reed'],
    ['Past due', 'Chloe Reed'],
  ] as const) {
    await stuck.getByRole('link', { name: group }).click();
    await signups.shows(name);
    await expect(stuck.getByRole('link', { name: group })).toHaveAttribute('aria-current', 'true');
    await expect(signups.activeFilter).toContainText(`Stuck: ${group}`);
  }
  await page.keyboard.press('Escape');
  await signups.filterInUse('Stuck: Past due').click();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed');

  await signups.opensFilters();
  await filters.getByRole('checkbox', { name: 'Past due' }).click();
  await signups.shows('Chloe Reed');
  await filters.getByRole('checkbox', { name: 'Past due' }).click();
  await expect(page.getByText(/^A sign-up that is not finished is erased 30 or 90 days after/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Superseded sign-ups' }).click();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed', 'Dan Reed');
  await page.reload();
  await signups.shows('Anna Reed', 'Boaz Reed', 'Chloe Reed', 'Dan Reed');
  await expect(signups.activeFilter).toContainText('Include: Superseded sign-ups');
  await signups.opensFilters();
  await expect(page.getByRole('checkbox', { name: 'Superseded sign-ups' })).toBeChecked();
});

test(
  'A filter that the list does not have is named, and nothing is exported until it is dropped',
  { tag: '@thorough' },
  async ({ staff, signups, page, stack }) => {
    const church = `Church ${aKey()}`;
    await aTrial(stack, { state: 'billingInformation', pastor: { churchName: church } });
    await page.goto(`/admin?q=${church}`);
    await Promise.all([page.waitForEvent('download'), signups.export.click()]);
    await page.goto(`/admin?q=${church}&state=foo`);
    await expect(staff.rows()).toHaveCount(1);
    await expect(staff.notice('This list has no filter “foo”')).toBeVisible();
    await expect(signups.export).toBeDisabled();
    await signups.opensMenu();
    await expect(page.getByRole('button', { name: 'Export last month’s sign-ups' })).toBeVisible();
    await expect(signups.changedFile).toHaveCount(0);
    await page.getByRole('button', { name: 'Go on without it' }).click();
    await expect(page).not.toHaveURL(/foo/);
    await expect(staff.notice('This list has no filter “foo”')).toHaveCount(0);
    await expect(signups.export).toBeEnabled();
    await signups.opensMenu();
    await expect(signups.changedFile).toBeVisible();
  },
);

test(
  'The list of a colleague’s sign-ups stays the same when the colleague is renamed',
  { tag: '@thorough' },
  async ({ staff, signups, page, stack }) => {
    const churchName = `Church ${aKey()}`;
    const { id } = await aTrial(stack, { pastor: { firstName: 'Anna', lastName: 'Reed', churchName } });
    await aTrial(stack, { pastor: { firstName: 'Boaz', lastName: 'Reed', churchName } });
    const colleague = await signedIn(stack);
    await colleague.post(`admin/queue/signup/${id}/take`, {});
    await page.goto(`/admin?q=${churchName}`);
    await signups.opensFilters();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption(colleague.name);
    await signups.shows('Anna Reed');
    await expect(signups.activeFilter).toContainText(`Owner: ${colleague.name}`);
    const name = aStaffName();
    await colleague.post('admin/account/name', { name });
    await page.reload();
    await signups.shows('Anna Reed');
    await expect(signups.activeFilter).toContainText(`Owner: ${name}`);

    await page.goto(`/admin?q=${churchName}&owner=999999`);
    await expect(staff.notice('This list has no filter “999999”')).toBeVisible();
    await expect(signups.export).toBeDisabled();
  },
);
