/** /admin/board: its numbers, the lists behind them, its print and its files. */
import { US_STATES } from '@lampstand/contracts';
import { aKey, aStoredSubscription, aTrial, countsActiveUsers, daysAgo, movesSubscription } from '../builders/index.ts';
import { expect, expectBestPractices, horizontalOverflow, refused, SCREENS, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

async function aPayingChurch(stack: Stack, churchState: (typeof US_STATES)[number]['value'], churchName = aKey()) {
  const [began, paid] = [await daysAgo(stack, 90), await daysAgo(stack, 60)];
  const { id } = await aTrial(stack, {
    state: 'success',
    pastor: { churchState, churchName },
    columns: { created_at: began },
  });
  // The provider does not know it, so nothing of it may be due.
  await aStoredSubscription(stack, { id, state: 'trialing', at: began, columns: { closes_at: '9999-01-01' } });
  await movesSubscription(stack, id, 'active', paid);
  return id;
}

test('The board says who pays and what changed, and each number opens its list', async ({
  staff,
  signups,
  page,
  stack,
}) => {
  const church = `Church ${aKey()}`;
  const id = await aPayingChurch(stack, 'WY', church);
  await countsActiveUsers(stack, id, 60);
  const canceled = await aPayingChurch(stack, 'WY', church);
  const leftAt = await daysAgo(stack, 45);
  await movesSubscription(stack, canceled, 'canceled', leftAt);
  await staff.isSignedInAs('support');
  await page.goto('/admin/reports');
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Board' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Board');
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport);
    await expectBestPractices(page, `board on ${screen}`);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
  }

  const month = new Date(leftAt).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/Chicago',
  });
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await expect(page.getByRole('heading', { name: `What changed in ${month}` })).toBeVisible();
  const changes = page.getByRole('table', { name: 'Paying churches', exact: true });
  const byUs = changes.getByRole('row').filter({ hasText: 'Ended by us' });
  await expect(byUs).toContainText(/-\d/);
  await byUs.getByRole('link').click();
  await expect(signups.activeFilter).toContainText(`Subscription: Ended by us in ${month}`);
  await expect(staff.row(church)).toHaveCount(1);

  await page.goBack();
  await page.getByRole('definition').nth(3).getByRole('link').click();
  await expect(signups.activeFilter).toContainText('More active users than the plan includes: Yes');
  await expect(staff.row(church)).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: 'Wyoming' }).click();
  await expect(signups.activeFilter).toContainText('State of the church: Wyoming');
  await expect(staff.row(church)).toHaveCount(1);
});

test(
  'The board prints on two pages with its charts, and is a file',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    for (const { value } of US_STATES) await aPayingChurch(stack, value);
    await staff.isSignedInAs();
    await page.goto('/admin/board');
    await expect(page.locator('.day-bars-picture > svg')).toHaveCount(2);
    const pdf = await page.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.emulateMedia({ media: 'print' });
    for (const chart of await page.locator('.day-bars-picture > svg').all()) await expect(chart).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    for (const [button, name] of [
      ['Export months to CSV', /^board-\d{4}-\d\d-\d\d\.csv$/],
      ['Export states to CSV', /^board-states-\d{4}-\d\d-\d\d\.csv$/],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      expect((await download).suggestedFilename()).toMatch(name);
      await expect(page.getByRole('progressbar')).toHaveCount(0);
    }
  },
);

test(
  'A board that cannot be loaded says so and can be retried',
  { tag: '@thorough' },
  async ({ staff, outages, page, allow }) => {
    allow(refused(500));
    await staff.isSignedInAs();
    await outages.answer('admin/board', 500, { error: 'Not now.' });
    await page.goto('/admin/board');
    await expect(page.getByText('Error loading the board. Please try again later.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Paying churches by state' })).toBeVisible();
  },
);
