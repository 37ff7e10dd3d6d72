import { readFile } from 'node:fs/promises';
import { anApplication, aSubscriber, callsTo } from '../builders/index.ts';
import { expect, hasNoBarriers, SCREENS, test, wider } from '../drivers/index.ts';

test('Trial requests are read, searched and taken out as a file', async ({ desk, page, stack }) => {
  const lastName = `Asks${Date.now()}`;
  const request = anApplication({ lastName, whyInterested: '=1+1 is what our <b>students</b> say about us.' });
  expect((await callsTo(stack).post('trial-request', request)).status).toBe(201);
  await desk.isSignedInAs();
  await page.goto('/admin/trial-requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(lastName);
  await expect(page).toHaveURL(new RegExp(`q=${lastName}`));
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.cell(lastName, 'Why')).toContainText(request.whyInterested);
  await expect(desk.cell(lastName, 'Email').getByRole('link')).toHaveAttribute('href', `mailto:${request.email}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV, 1 request' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(request.email);
  expect(file).toContain("'=1+1");
  await desk.toasts.says('Export Complete', 'CSV file has been downloaded');
});

test('A search that finds nothing says so, and is cleared', async ({ desk, page, stack }) => {
  expect((await callsTo(stack).post('trial-request', anApplication())).status).toBe(201);
  await desk.isSignedInAs();
  await page.goto('/admin/trial-requests?q=nobody+is+called+so');
  await expect(page.getByText('No requests match')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(desk.rows().first()).toBeVisible();
});

test('Subscribers are shown by their status', async ({ desk, page, stack }) => {
  const [pending, confirmed, gone] = await Promise.all([
    aSubscriber(stack, 'pending'),
    aSubscriber(stack, 'confirmed'),
    aSubscriber(stack, 'unsubscribed'),
  ]);
  await desk.isSignedInAs();
  await page.goto('/admin/newsletter');
  await expect(desk.cell(pending.email, 'Status')).toHaveText('Not confirmed yet');
  await expect(desk.cell(confirmed.email, 'Status')).toHaveText('Confirmed');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Unsubscribed');
  await expect(page).toHaveURL(/status=unsubscribed/);
  await expect(desk.row(gone.email)).toHaveCount(1);
  await expect(desk.row(confirmed.email)).toHaveCount(0);
});

test('Support sees masked addresses and no file', async ({ desk, page, stack }) => {
  const { email } = await aSubscriber(stack, 'confirmed');
  await desk.isSignedInAs('support');
  await page.goto('/admin/newsletter');
  await expect(desk.rows().first()).toContainText('•••@');
  await expect(page.locator('#content')).not.toContainText(email);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expect(page.getByText('Your role does not include this.')).toBeVisible();
});

test('A list that cannot be loaded says so, and is tried again', async ({ desk, page, outages, allow }) => {
  allow(/status of 503/);
  await desk.isSignedInAs();
  await outages.answer('admin/newsletter?*', 503, { error: 'Not now.' });
  await page.goto('/admin/newsletter');
  await expect(page.getByText('Error loading subscribers. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Error loading subscribers.')).toHaveCount(0);
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`No barrier is found on ${screen}`, () => {
    test.use({ viewport });

    test('in the lists of requests and subscribers', { tag: '@thorough' }, async ({ desk, page, stack }) => {
      await callsTo(stack).post('trial-request', anApplication({ lastName: 'W'.repeat(100) }));
      await aSubscriber(stack, 'confirmed');
      await desk.isSignedInAs();
      for (const path of ['/admin/trial-requests', '/admin/newsletter']) {
        await page.goto(path);
        await expect(desk.rows().first()).toBeVisible();
        expect(await wider(page), path).toBe(0);
        await hasNoBarriers(page, path);
      }
    });
  });
}
