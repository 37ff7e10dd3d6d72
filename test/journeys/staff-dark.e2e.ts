/** The dark scheme of the back office. */
import { aStoredApplication, aStoredSubscription, aTrial } from '../builders/index.ts';
import { expect, expectAccessible, test } from '../drivers/index.ts';

test('The pages of the back office pass axe in the dark scheme', async ({ staff, page, stack }) => {
  const at = '2026-03-02T18:00:00Z';
  const { id } = await aTrial(stack, { state: 'success', columns: { created_at: at } });
  await aStoredSubscription(stack, { id, state: 'pastDue', at });
  await aTrial(stack, { state: 'openingAccount', columns: { card_saved_at: at } });
  for (const _ of [1, 2]) await aTrial(stack, { state: 'billingInformation' });
  await aStoredApplication(stack);
  await staff.isSignedInAs();
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of ['/admin/queue', '/admin', '/trials', '/admin/ambassadors', '/admin/reports', '/admin/staff']) {
    await page.goto(path);
    await expect(staff.rows().first(), path).toBeVisible();
    await expectAccessible(page, `${path}, dark`);
  }
  await page.goto('/admin/ambassadors/review');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'review, dark');
});
