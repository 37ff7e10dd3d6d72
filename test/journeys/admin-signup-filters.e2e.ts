import { aKey, aStoredSubscription, aTrial } from '../builders/index.ts';
import { expect, test } from '../drivers/index.ts';

const LONG_AGO = '2026-03-02T18:00:00Z';

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
  await expect(signups.activeFilter).toBeHidden();

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
