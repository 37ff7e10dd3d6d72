/** Every page of the back office, at three widths: how far its contents move while it loads. */
import { mkdir } from 'node:fs/promises';
import { aStoredApplication, aStoredReader, aStoredRequest, aTrial, manyTrials } from '../builders/index.ts';
import { expect, idleNetwork, shiftOf, test } from '../drivers/index.ts';

const WIDTHS = [375, 1280, 1600];
/** Of the Web Vitals' cumulative layout shift, half of what counts as good. */
const MOST = 0.05;
const PICTURES = 'test-results/staff-pages';

const PAGES = [
  '/admin',
  '/admin/queue',
  '/admin/reports',
  '/admin/exports',
  '/admin/audit',
  '/admin/ambassadors',
  '/admin/ambassadors/review',
  '/admin/trial-requests',
  '/admin/newsletter',
  '/admin/privacy',
  '/admin/staff',
  '/admin/queue?group=deadJobs',
  '/admin/account',
  '/trials',
  '/database',
];

for (const width of WIDTHS)
  test(
    `No page of the back office moves by more than ${MOST} while it loads, at ${width} px`,
    { tag: '@thorough' },
    async ({ staff, page, stack }) => {
      test.slow();
      await manyTrials(stack, 50, { state: 'billingInformation' });
      const { id } = await aTrial(stack, { state: 'openingAccount' });
      const application = await aStoredApplication(stack);
      const request = Date.now();
      await aStoredRequest(stack, { id: request });
      await aStoredReader(stack, { id: request, email: `reader.${request}.${width}@church.example` });
      await staff.isSignedInAs();
      await page.setViewportSize({ width, height: width === 375 ? 740 : 900 });
      await mkdir(PICTURES, { recursive: true });
      const shifts: Record<string, number> = {};
      const idle = idleNetwork(page);
      const paths = [
        ...PAGES,
        `/trials/${id}`,
        `/admin/ambassadors/${application.id}`,
        `/admin/trial-requests/${request}`,
      ];
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator('h1')).toBeVisible();
        await idle();
        shifts[path] = await shiftOf(page);
        const name = path.replaceAll(/\d+/g, 'one').replaceAll(/\W/g, '-');
        await page.screenshot({ path: `${PICTURES}/${width}${name}.png` });
      }
      expect(Object.entries(shifts).filter(([, shift]) => shift > MOST)).toEqual([]);
    },
  );

for (const width of WIDTHS)
  test(
    `The bar of a person does not grow when its owner is known, at ${width} px`,
    { tag: width === 375 ? [] : '@thorough' },
    async ({ staff, page, stack }) => {
      const { id } = await aTrial(stack, { state: 'openingAccount' });
      await staff.isSignedInAs();
      await page.setViewportSize({ width, height: 900 });
      let answer = () => {};
      const held = new Promise<void>((done) => (answer = done));
      await page.route(`/api/admin/queue/signup/${id}`, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`/trials/${id}`);
      const bar = page.getByRole('region', { name: 'Person and state' });
      await expect(bar).toContainText('Owner …');
      const before = await bar.boundingBox();
      answer();
      await expect(bar.getByRole('button', { name: 'Take' })).toBeVisible();
      expect(await bar.boundingBox()).toEqual(before);
    },
  );
