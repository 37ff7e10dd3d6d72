/** Every page fits the window; its picture is written to screenshots/browsers, so that the engines can be compared by eye. */
import type { Page } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { aKey, aStaffMember, aStoredApplication, aTrial } from '../builders/index.ts';
import { DESKTOP, expect, horizontalOverflow, PHONE } from '../drivers/index.ts';
import { PATHS } from '../site/pages.ts';
import { test } from './engines.ts';

const FOLDER = path.join(import.meta.dirname, '../../screenshots/browsers');

test.beforeEach(async ({ allow }) => {
  // Of Playwright, which hides the caret for a picture.
  allow(/blocked an inline style \(style-src-elem\)/);
  await mkdir(FOLDER, { recursive: true });
});

for (const viewport of [PHONE, DESKTOP])
  test.describe(`At ${viewport.width} px`, () => {
    test.use({ viewport });
    test.describe.configure({ timeout: 600_000 });

    test('every public page fits', async ({ page, engine }) => {
      for (const address of PATHS) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await fits(page, address, viewport.width, engine);
      }
    });

    test('the main pages of the back office fit', async ({ page, staff, stack, engine }) => {
      const member = await aStaffMember(stack);
      const churchName = `Church ${aKey()}`;
      const [person] = await Promise.all([aTrial(stack, { pastor: { churchName } }), aStoredApplication(stack)]);
      await page.goto('/admin');
      await fits(page, '/admin-sign-in', viewport.width, engine);
      await staff.fillIn(member);
      for (const [address, heading] of [
        ['/admin', 'Trial Signup Dashboard'],
        ['/admin/queue', 'Queue'],
        [`/trials/${person.id}`, /./],
        ['/admin/ambassadors', /Ambassador/],
        ['/admin/newsletter', /Newsletter/],
        ['/admin/reports', 'Reports'],
        ['/admin/account', 'Your Sign-In'],
      ] as const) {
        if (address !== '/admin') await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        await fits(page, address.replace(String(person.id), 'person'), viewport.width, engine);
      }
    });
  });

async function fits(page: Page, address: string, width: number, engine: string): Promise<void> {
  expect(await horizontalOverflow(page), address).toBe(0);
  const name = address === '/' ? 'home' : address.slice(1).replaceAll('/', '-');
  await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${engine}.png`), fullPage: true });
}
