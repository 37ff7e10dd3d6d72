/** /admin/reports: how far sign-ups come, compared with the period before. */
import type { Cohort } from '@lampstand/contracts/back-office';
import {
  aKey,
  anUnpaidMember,
  aStoredSubscription,
  aTrial,
  aVisitor,
  CARDS,
  manyTrials,
  aStoredPayment,
  changeTrial,
  journalOf,
} from '../builders/index.ts';
import { expect, expectBestPractices, horizontalOverflow, refused, SCREENS, test } from '../drivers/index.ts';

test('The funnel shows how far sign-ups came by day, week or month, also as a table; a bar opens the list of its days', async ({
  staff,
  signups,
  page,
  stack,
}) => {
  await staff.isSignedInAs();
  const church = `Church ${aKey()}`;
  const days = ['2026-03-02', '2026-03-05', '2026-03-09'];
  for (const day of days)
    await aTrial(stack, { pastor: { churchName: church }, columns: { created_at: `${day}T18:00:00Z` } });
  const columns = { created_at: '2026-03-02T18:00:00Z' };
  await aTrial(stack, { state: 'success', pastor: { churchName: church }, columns });
  await page.goto(`/admin/reports?q=${church}&startDate=2026-03-02&endDate=2026-03-09`);
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
  const bar = signups.funnel.locator('.day-bars-picture a').first();
  await bar.hover();
  await expect(signups.funnel.getByText(/^Mar 2, 2026: Registered 2, Phone verified 1,/)).toBeVisible();
  await bar.click();
  await expect(signups.activeFilter).toContainText('Mar 2, 2026');
  await expect(staff.rows()).toHaveCount(2);

  await page.goto(`/admin/reports?q=${church}&startDate=2026-01-06&endDate=2026-04-30`);
  await signups.funnel.getByText('Sign-ups per week as a table').click();
  const weeks = signups.funnel.getByRole('table', { name: 'Sign-ups per week' });
  await expect(weeks.getByRole('columnheader').first()).toHaveText('Week');
  await expect(
    signups.funnel.getByText('Sign-ups per week. A bar opens its list. Hatched: not a whole week.'),
  ).toBeVisible();
  await page.goto(`/admin/reports?q=${church}&startDate=2024-01-01`);
  await signups.funnel.getByText('Sign-ups per month as a table').click();
  const months = signups.funnel.getByRole('table', { name: 'Sign-ups per month' });
  await expect(months.getByRole('row').nth(1)).toContainText('January 2024');
  await expect(months.getByRole('row').last()).toContainText(/, so far/);
});

test('A change within chance is not called clear, and a clear one links to the people who stopped; the report prints', async ({
  staff,
  signups,
  page,
  stack,
}) => {
  await staff.isSignedInAs('support');
  const church = `Church ${aKey()}`;
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  const pastor = { churchName: church };
  const columns = { created_at: new Date(Date.parse(now) - 9 * 24 * 3600_000).toISOString() };
  await manyTrials(stack, 20, { state: 'billingInformation', pastor, columns });
  await manyTrials(stack, 30, { state: 'success', pastor, columns });
  await manyTrials(stack, 40, { state: 'billingInformation', pastor });
  await manyTrials(stack, 10, { state: 'success', pastor });
  await page.goto(`/admin/reports?q=${church}`);
  await signups.opensFilters();
  await signups.preset('7 days').click();
  const comparison = page.getByRole('region', { name: 'Compared with the period before' });
  await expect(comparison.getByRole('status')).toContainText(
    'Largest change: of those who verified the phone, 20% saved a card; 60% in the 7 days before.',
  );
  await expect(comparison.getByRole('row', { name: /Phone verified to Card saved/ })).toContainText(
    /20% \(10 of 50\)\s*60% \(30 of 50\)\s*-40 points/,
  );
  await expect(comparison.getByRole('row', { name: /Registered to Phone verified/ })).toContainText('No clear change');
  const plans = page.getByRole('table', { name: 'Sign-ups by plan' });
  await expect(plans.getByRole('row').nth(1)).toContainText(/20% \(10 of 50\)\s*60% \(30 of 50\)/);
  await signups.funnel.getByText('Sign-ups per day as a table').click();
  await expect(signups.funnel.getByRole('columnheader', { name: 'Registered before' })).toBeVisible();
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport);
    await expectBestPractices(page, `reports on ${screen}`);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
  }
  for (const [group, first] of [
    ['How did you hear about us?', 'A friend or colleague'],
    ['State of the church', 'Texas'],
    ['Position', 'Youth Pastor'],
    ['Church size', '100-250'],
  ] as const) {
    await page.getByLabel('Sign-ups by').selectOption(group);
    const groups = page.getByRole('table', { name: `Sign-ups by ${group.toLowerCase()}` });
    await expect(groups.getByRole('row').nth(1)).toContainText(first);
    await expect(groups.getByRole('row').nth(1)).toContainText(/20% \(10 of 50\)\s*60% \(30 of 50\)/);
  }
  await page.setViewportSize({ width: 680, height: 900 });
  await page.emulateMedia({ media: 'print' });
  await expect(signups.funnel.locator('.day-bars-picture > svg')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Trial over, paid' })).toHaveCSS('display', 'table-cell');
  await expect(page.getByRole('table', { name: 'Between the steps' })).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await comparison.getByRole('link', { name: 'Show the 40 who verified the phone and did not save a card' }).click();
  await expect(staff.rows()).toHaveCount(40);
  await expect(signups.activeFilter).toContainText('Reached: Phone verified');
  await expect(signups.activeFilter).toContainText('Not reached: Card saved');
});

test(
  'The reports show codes entered, declined cards, cohorts and paid invoices, and a cohort links to its sign-ups',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    await staff.isSignedInAs('support');
    const churchName = `Church ${aKey()}`;
    const visitor = await aVisitor(stack, { churchName }).provesPhone();
    await visitor.typesCard(CARDS.declined);
    const notes = async () => (await journalOf(stack, visitor.id)).notes;
    await expect.poll(async () => (await notes()).filter((note) => note === 'card declined')).toHaveLength(1);

    const { now } = (await stack.sandbox.call('clock')) as { now: string };
    const first = new Date(`${now.slice(0, 7)}-01T12:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - 7);
    const at = first.toISOString();
    const cohortOf = async () => {
      const { cohorts } = await (await page.request.get('/api/admin/revenue')).json();
      return (cohorts as Cohort[]).find(({ month }) => month === at.slice(0, 7));
    };
    const { registered = 0, opened = 0, paid = 0 } = (await cohortOf()) ?? {};
    await aTrial(stack, { columns: { created_at: at }, pastor: { churchName } });
    const { id } = await aTrial(stack, { state: 'success', columns: { created_at: at }, pastor: { churchName } });
    await aStoredSubscription(stack, { id, state: 'active', at });
    await aStoredPayment(stack, id, { paid: true, at });

    await page.goto(`/admin/reports?q=${churchName}`);
    await page.getByText('Between the steps').first().click();
    await expect(staff.cell('Entered a code that was sent', 'This period')).toHaveText('100% (1 of 1)');
    await expect(staff.cell('Registered to phone verified, median', 'This period')).toHaveText(/\d/);
    const reasons = page.getByRole('table', { name: /^Cards declined/ });
    await expect(reasons.getByRole('row').nth(1)).toContainText(/No reason given.*1.*0/);
    const month = first.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const cohort = page.getByRole('table', { name: 'Sign-ups by month' }).getByRole('row').filter({ hasText: month });
    await expect(cohort.locator('[data-label="Registered"]')).toHaveText(String(registered + 2));
    await expect(cohort.locator('[data-label="Trial over, paid"]')).toContainText(`${paid + 1} (`);
    const happened = page
      .getByRole('table', { name: 'What happened by month' })
      .getByRole('row')
      .filter({ hasText: month });
    await expect(happened.locator('[data-label="Invoice paid"]')).toHaveText(/^[1-9]/);
    const billed = page
      .getByRole('table', { name: 'Paid invoices by month' })
      .getByRole('row')
      .filter({ hasText: month });
    await expect(billed.locator('[data-label="Total"]')).toContainText(/\$\d+\.\d\d/);
    await cohort.getByRole('link', { name: new RegExp(`^${opened + 1} \\(`) }).click();
    await expect(page).toHaveURL(/reached=account/);
    await expect(staff.row(churchName)).toHaveCount(1);
  },
);

test(
  'Declined cards and invoices are counted by reason, and each reason lists its people',
  { tag: '@thorough' },
  async ({ staff, signups, page, stack }) => {
    const member = await anUnpaidMember(stack);
    const church = `Church ${aKey()}`;
    await changeTrial(stack, member.id, { pastor: { churchName: church } });
    await staff.isSignedInAs('support');
    await page.goto(`/admin/reports?q=${encodeURIComponent(church)}`);
    const invoices = page.getByRole('table', { name: /^Later invoices/ });
    await expect(invoices.getByRole('row').nth(1)).toHaveText(/No reason given\s*1\s*0/);
    await expect(page.getByRole('table', { name: /^Cards declined/ })).toHaveCount(0);
    await invoices.getByRole('link', { name: 'No reason given' }).click();
    await expect(page).toHaveURL(/invoiceDeclined=generic_decline/);
    await expect(staff.rows()).toHaveCount(1);
    await expect(signups.activeFilter).toContainText('Invoice declined: No reason given');
  },
);

test(
  'A funnel that cannot be loaded says so and can be retried',
  { tag: '@thorough' },
  async ({ staff, signups, outages, page, stack, allow }) => {
    allow(refused(500));
    await staff.isSignedInAs();
    const church = `Church ${aKey()}`;
    await aTrial(stack, { pastor: { churchName: church } });
    await outages.answer('admin/funnel*', 500, { error: 'Not now.' });
    await page.goto(`/admin/reports?q=${church}`);
    await expect(page.getByText('Error loading the funnel. Please try again later.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(signups.funnel).toBeVisible();
  },
);
