/** Every page fits the window; its picture is written to screenshots/browsers, so that the engines can be compared by eye. */
import type { Page } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { STAFF_PAGES } from '../../apps/web/app/back-office/pages.ts';
import { aDeadJob, aKey, aStaffMember, aStoredApplication, aStoredRequest, aTrial } from '../builders/index.ts';
import { DESKTOP, expect, horizontalOverflow, PHONE, refused } from '../drivers/index.ts';
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

    test('every page of the back office fits', async ({ page, staff, stack, engine, allow }) => {
      allow(refused(404), refused(410));
      const member = await aStaffMember(stack);
      const churchName = `Church ${aKey()}`;
      const request = Date.now();
      const { id: person } = await aTrial(stack, { pastor: { churchName } });
      const { id: application } = await aStoredApplication(stack);
      await aStoredRequest(stack, { id: request, churchName });
      await aDeadJob(stack, person);
      await page.goto('/admin');
      await fits(page, '/admin-sign-in', viewport.width, engine);
      await staff.fillIn(member);
      await expect(page.getByRole('heading', { level: 1, name: 'Trial Signup Dashboard' })).toBeVisible();
      const records: Record<string, number> = {
        inspector: person,
        ambassador: application,
        trialRequest: request,
        file: 1,
      };
      for (const [name, { path: address }] of Object.entries(STAFF_PAGES)) {
        await page.goto(address.replace(/_$/, String(records[name])));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        await fits(page, `/office-${name}`, viewport.width, engine);
      }
    });
  });

async function fits(page: Page, address: string, width: number, engine: string): Promise<void> {
  expect(await horizontalOverflow(page), address).toBe(0);
  const name = address === '/' ? 'home' : address.slice(1).replaceAll('/', '-');
  await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${engine}.png`), fullPage: true });
}
