/** /admin/reports: how far sign-ups come, compared with the period before. */
import { aKey, anUnpaidMember, aTrial, manyTrials } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

test('The funnel shows how far sign-ups came, also as a table', async ({ staff, signups, page, stack }) => {
  await staff.isSignedInAs();
  const church = `Church ${aKey()}`;
  const days = ['2026-03-02', '2026-03-05', '2026-03-09'];
  for (const day of days)
    await aTrial(stack, { pastor: { churchName: church }, columns: { created_at: `${day}T18:00:00Z` } });
  const columns = { created_at: '2026-03-02T18:00:00Z' };
  await aTrial(stack, { state: 'success', pastor: { churchName: church }, columns });
  await page.goto(`/admin/reports?q=${church}`);
  await expect(signups.funnel.getByRole('listitem')).toHaveText([
    /Registered\s*4\s*100%/,
    /Phone verified\s*1\s*25%/,
    /Card saved\s*1\s*25%/,
    /Account open\s*1\s*25%/,
  ]);
  await signups.funnel.getByText('Sign-ups per day as a table').click();
  const table = signups.funnel.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(1 + 8);
  await expect(table.getByRole('row').nth(1)).toContainText(/Mar 2, 2026\s*2\s*1\s*1\s*1/);
});

test('Why fewer signed up in the last 7 days is answered in two clicks', async ({ staff, signups, page, stack }) => {
  await staff.isSignedInAs('support');
  const church = `Church ${aKey()}`;
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const pastor = { churchName: church };
  const columns = { created_at: new Date(Date.parse(now) - 9 * 24 * 3600_000).toISOString() };
  await manyTrials(stack, 2, { state: 'billingInformation', pastor, columns });
  await manyTrials(stack, 3, { state: 'success', pastor, columns });
  await manyTrials(stack, 4, { state: 'billingInformation', pastor });
  await aTrial(stack, { state: 'success', pastor });
  await page.goto(`/admin/reports?q=${church}`);
  await signups.preset('7 days').click();
  const comparison = page.getByRole('region', { name: 'Compared with the period before' });
  await expect(comparison.getByRole('status')).toContainText(
    'Largest change: of those who verified the phone, 20% saved a card; 60% in the 7 days before.',
  );
  await expect(comparison.getByRole('row', { name: /Phone verified to Card saved/ })).toContainText(
    /20% \(1 of 5\)\s*60% \(3 of 5\)\s*-40 points/,
  );
  const plans = page.getByRole('table', { name: 'Sign-ups by plan' });
  await expect(plans.getByRole('row').nth(1)).toContainText(/20% \(1 of 5\)\s*60% \(3 of 5\)/);
  await signups.funnel.getByText('Sign-ups per day as a table').click();
  await expect(signups.funnel.getByRole('columnheader', { name: 'Registered before' })).toBeVisible();
  const sources = page.getByRole('table', { name: /^Sources/ });
  await expect(sources.getByRole('row').nth(1)).toContainText(/20% \(1 of 5\)\s*60% \(3 of 5\)/);
  await comparison.getByRole('link', { name: 'Show the 5 who verified the phone' }).click();
  await expect(staff.rows()).toHaveCount(5);
  await expect(signups.activeFilter).toContainText('Reached: Phone verified');
});

test('Declined cards and invoices are counted by reason, and each reason lists its people', async ({
  staff,
  signups,
  page,
  stack,
}) => {
  const member = await anUnpaidMember(stack);
  const [{ church_name: church }] = await stack.query('SELECT church_name FROM trial_signups WHERE id = $1', [
    member.id,
  ]);
  await staff.isSignedInAs('support');
  await page.goto(`/admin/reports?q=${encodeURIComponent(church)}`);
  const invoices = page.getByRole('table', { name: /^Later invoices/ });
  await expect(invoices.getByRole('row').nth(1)).toHaveText(/Generic decline\s*1\s*0/);
  await expect(page.getByRole('table', { name: /^Cards declined/ })).toHaveCount(0);
  await invoices.getByRole('link', { name: 'Generic decline' }).click();
  await expect(page).toHaveURL(/invoiceDeclined=generic_decline/);
  await expect(staff.rows()).toHaveCount(1);
  await expect(signups.activeFilter).toContainText('Invoice declined: Generic decline');
});

test('A funnel that cannot be loaded says so and can be retried', async ({
  staff,
  signups,
  outages,
  page,
  stack,
  allow,
}) => {
  allow(refused(500));
  await staff.isSignedInAs();
  const church = `Church ${aKey()}`;
  await aTrial(stack, { pastor: { churchName: church } });
  await outages.answer('admin/funnel*', 500, { error: 'Not now.' });
  await page.goto(`/admin/reports?q=${church}`);
  await expect(page.getByText('Error loading the funnel. Please try again later.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(signups.funnel).toBeVisible();
});
