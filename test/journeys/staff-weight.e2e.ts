/** What the first load of the back office costs, until the list of sign-ups shows its rows. */
import { setTimeout as delay } from 'node:timers/promises';
import { manyTrials } from '../builders/index.ts';
import { expect, firstLoad, test } from '../drivers/index.ts';

const KB = 1024;
const SCRIPTS = 164 * KB;
/** The way to a distant server: longer than a page takes to ask for what it needs at once, whatever else the machine does. */
const WAY_MS = 250;

test('The first load of /admin has at most 164 KB of gzipped scripts, and two calls in a row', async ({
  staff,
  page,
  stack,
}) => {
  await manyTrials(stack, 5);
  await staff.isSignedInAs();
  await page.route('**/api/**', (route) => delay(WAY_MS).then(() => route.continue()));
  const { scripts, calls } = await firstLoad(page, '/admin', '.table tbody tr');

  const sizes = await Promise.all(scripts.map(gzippedSize));
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(sum, scripts.map((name, at) => `${sizes[at]} ${name}`).join('\n')).toBeLessThanOrEqual(SCRIPTS);

  expect(calls.map(({ path }) => path)).toContain('/api/admin/trial-signups');
  expect(inARow(calls), JSON.stringify(calls)).toBeLessThanOrEqual(2);

  async function gzippedSize(script: string): Promise<number> {
    const response = await page.request.get(script, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.ok()).toBe(true);
    return Number(response.headers()['content-length']);
  }
});

test(
  '/admin asks for the last file of the view once the file options are opened, and never for the log of exports',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    await manyTrials(stack, 5);
    await staff.isSignedInAs();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const ofFiles = () => calls.filter((path) => path.includes('/export'));
    await page.goto('/admin');
    await expect(staff.rows()).not.toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(ofFiles()).toEqual([]);
    await page.getByLabel('More', { exact: true }).click();
    await expect(page.getByText('You have no file of these rows yet.')).toBeVisible();
    expect(ofFiles()).toEqual(['/api/admin/trial-signups/export/last']);
  },
);

test(
  'What /admin needs later loads by itself, and an action before that is not lost',
  { tag: '@thorough' },
  async ({ staff, page, stack }) => {
    await manyTrials(stack, 5);
    await staff.isSignedInAs();
    const { scripts } = await firstLoad(page, '/admin', '.table tbody tr');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('logout');
    await expect(page.getByRole('searchbox', { name: 'Search people and pages' })).toHaveValue('logout');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Log out' })).toBeVisible();
    await page.keyboard.press('Escape');

    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect
      .poll(async () => (await loaded()).filter((name) => /\/(view-form|toasts|sign-in-again)-[^/]+\.js$/.test(name)))
      .toHaveLength(3);
    expect(scripts.join('\n')).not.toMatch(/view-form|toasts|sign-in/);
  },
);

interface Call {
  start: number;
  end: number;
}

/** The longest chain of calls of which each began after the one before had ended. */
function inARow(calls: readonly Call[]): number {
  const longest = new Map<Call, number>();
  for (const call of calls.toSorted((one, other) => one.start - other.start)) {
    const before = [...longest].filter(([earlier]) => earlier.end <= call.start).map(([, length]) => length);
    longest.set(call, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...longest.values());
}
