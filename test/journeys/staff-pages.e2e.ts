/**
 * Pages of the back office with long names and hostile text: axe with best practices, and their width. In the gate those whose
 * journeys do without.
 */
import { STAFF_PAGES } from '../../apps/web/app/back-office/pages.ts';
import { aStoredApplication, aStoredReader, aStoredRequest, aStoredSubscription, aTrial } from '../builders/index.ts';
import { DESKTOP, expect, expectBestPractices, horizontalOverflow, PHONE, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

const LONG = 'W'.repeat(80);
/** As long as an address may be. */
const longEmail = (id: number) => `${id}.${'w'.repeat(40)}@${`${'w'.repeat(60)}.`.repeat(3)}example`;
const HOSTILE = '<img src=x onerror=alert(1)>';

const WITHOUT_A_JOURNEY_WITH_AXE = ['ambassador', 'audit', 'inspector', 'staff'];

/** A row for each page; returns the address of each page. */
async function aFullBackOffice(stack: Stack): Promise<string[]> {
  const at = '2026-03-02T18:00:00Z';
  const pastor = { lastName: LONG, churchName: LONG, message: 'Call me, '.repeat(60) };
  const member = await aTrial(stack, { state: 'success', columns: { created_at: at }, pastor });
  await aStoredSubscription(stack, { id: member.id, state: 'pastDue', at });
  await aTrial(stack, { state: 'openingAccount', columns: { card_saved_at: at } });
  await aTrial(stack, { state: 'billingInformation', pastor });
  const id = Date.now();
  const given = { firstName: HOSTILE, lastName: LONG, email: longEmail(id) };
  const application = await aStoredApplication(stack, { given });
  const request = { id, ...given };
  await aStoredRequest(stack, request);
  await aStoredReader(stack, request);
  const ids = { ambassador: application.id, trialRequest: request.id, inspector: member.id };
  return Object.entries(STAFF_PAGES)
    .filter(([name]) => process.env['THOROUGH'] || WITHOUT_A_JOURNEY_WITH_AXE.includes(name))
    .map(([name, { path }]) => path.replace('_', String(ids[name as keyof typeof ids])));
}

for (const [screen, viewport, colorScheme] of [
  ['a phone', PHONE, 'light'],
  ...(process.env['THOROUGH'] ? [['a desktop in the dark', DESKTOP, 'dark'] as const] : []),
] as const)
  test.describe(`On ${screen}`, () => {
    test.use({ viewport, colorScheme });

    test('pages of the back office pass axe with best practices and fit', async ({
      staff,
      signups,
      page,
      stack,
      allow,
    }) => {
      // The page of a password asks whether its link is good.
      allow(refused(410));
      test.slow();
      const paths = await aFullBackOffice(stack);
      await staff.isSignedInAs();
      await page.request.get('/api/admin/trial-signups/export');
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
        await expect(page.locator('.spinner, [aria-busy=true]'), path).toHaveCount(0);
        await expectBestPractices(page, path);
        expect(await horizontalOverflow(page), path).toBe(0);
      }
      await page.goto('/admin');
      await signups.opensFilters();
      await expect(page.getByLabel('More active users than the plan includes')).toBeVisible();
      expect(await horizontalOverflow(page), 'filters').toBe(0);
    });
  });
