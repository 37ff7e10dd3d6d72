/** The work queue in two browsers: what needs a person is taken by one, and the other sees it. */
import type { Request } from '@playwright/test';
import { aStoredRequest, signedIn } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, refused, SCREENS, test } from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test(
      'a trial request is taken in one browser and shown as taken in another within two seconds',
      { tag: '@smoke' },
      async ({ staff, page, stack, anotherDevice, allow }) => {
        allow(refused(409));
        const id = Date.now();
        // The oldest, so that it is listed although other tests have left requests.
        await aStoredRequest(stack, { id, firstName: 'Naomi', lastName: `Park ${id}` });
        await stack.query(`UPDATE trial_requests SET created_at = '2020-01-01' WHERE id = $1`, [id]);
        const member = await staff.isSignedInAs('support');
        await page.goto('/admin/queue');
        const requests = page.getByRole('region', { name: 'Trial requests unanswered' });
        const row = requests.getByRole('row').filter({ hasText: String(id) });
        await expect(row).toContainText('Nobody');
        expect(await horizontalOverflow(page)).toBe(0);
        await expectAccessible(page, 'the queue');

        const there = await anotherDevice();
        const { cookie } = await signedIn(stack, 'support');
        const [name, value] = cookie
          .split('; ')
          .find((each) => each.startsWith('staff='))!
          .split('=');
        await there.context().addCookies([{ name: name!, value: value!, url: stack.url }]);
        await there.goto('/admin/queue');
        const seen = there.getByRole('row').filter({ hasText: String(id) });
        await expect(seen).toContainText('Nobody');
        await row.getByRole('link').focus();
        await page.keyboard.press('t');
        await expect(row).toContainText('You');
        await expect(seen).toContainText(member.email, { timeout: 2000 });
        await expect(seen.getByRole('button')).toHaveCount(0);

        await row.getByRole('link').focus();
        await page.keyboard.press('s');
        await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
        await expect(row).toHaveCount(0);
        await expect(seen).toHaveCount(0, { timeout: 2000 });
      },
    );
  });

test('An idle page stops polling the queue, so the session can expire', async ({ staff, page }) => {
  await page.clock.install();
  await staff.isSignedInAs('support');
  await page.goto('/admin/queue');
  // Polling begins once the queue has loaded.
  const loaded = page.locator('.queue-group').or(page.getByText('Nothing needs a person.'));
  await expect(loaded.first()).toBeVisible();
  const calls: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/api/admin/queue')) return;
    calls.push(request.url());
    open.add(request);
  });
  page.on('requestfinished', (request) => void open.delete(request));
  const isAnswered = async () => {
    await page.evaluate(() => fetch('/healthz').then(({ status }) => status));
    await expect.poll(() => open.size).toBe(0);
    await page.evaluate(() => fetch('/healthz').then(({ status }) => status));
  };
  const passes = async (minutes: number) => {
    for (let half = 0; half < 2 * minutes; half += 1) {
      await page.clock.fastForward('00:31');
      await isAnswered();
    }
  };
  await passes(1);
  expect(calls.length).toBeGreaterThan(0);
  await passes(6);
  calls.length = 0;
  await passes(2);
  expect(calls).toEqual([]);
});
