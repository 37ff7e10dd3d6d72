import { countTimes, forgetCounts } from '../builders/index.ts';
import { expect, SCREENS, test } from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`The codes of today in the queue on ${screen}`, () => {
    test.use({ viewport });

    test('name the networks, and an administrator sets how many strangers get', async ({ staff, page, pastor }) => {
      await countTimes(pastor.stack, 'unprovenCodesOverall', 'all', 120);
      await countTimes(pastor.stack, 'unprovenCodesPer48', '203.0.113.0/24', 90);
      await staff.isSignedInAs();
      await page.goto('/admin/queue');
      const card = page.getByRole('region', { name: 'Codes today' });
      await expect(card).toContainText(/120 of [\d,]+/);
      await expect(card).toContainText('203.0.113.0/24 (90)');
      await card.getByLabel('Codes a day to unverified visitors').fill('2500');
      await card.getByRole('button', { name: 'Save' }).click();
      await staff.toasts.says('Saved');
      await expect(card).toContainText('120 of 2,500');
      await forgetCounts(pastor.stack, 'unprovenCodes');
    });

    test('can be read but not set by support', { tag: '@thorough' }, async ({ staff, page }) => {
      await staff.isSignedInAs('support');
      await page.goto('/admin/queue');
      const card = page.getByRole('region', { name: 'Codes today' });
      await expect(card).toContainText('Networks with most');
      await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0);
    });
  });
