/** The other lists of the back office: audit, exports, trial requests, newsletter. */
import { aKey, anApplication, aStaffMember, aSubscriber, aTrial, callsTo, anAuditEntry } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';
import { readFile } from 'node:fs/promises';

test('The audit log describes each action in words, filters by name, action and days, and has pages', async ({
  staff,
  page,
}) => {
  const stranger = await aStaffMember(staff.stack, { disabled: true });
  const member = await staff.isSignedInAs();
  await page.context().request.post('/api/admin/login', { data: { email: stranger.email, password: 'no' } });
  await page.goto('/admin/audit');
  await expect(staff.row(stranger.name).first()).toContainText('Sign-in refused');
  await expect(staff.row(stranger.name).first()).toContainText('Wrong password');

  await page.getByRole('textbox', { name: 'Who' }).fill(member.name.slice(1, -1).toUpperCase());
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(staff.rows()).toHaveText([new RegExp(`${member.name}.*Signed in`)]);
  await page.reload();
  await expect(staff.rows()).toHaveCount(1);
  await page.getByLabel('End date').fill('2020-01-31');
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByLabel('End date').fill('');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Revealed');
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Who' })).toHaveValue('');
  await expect(staff.row(stranger.name).first()).toBeVisible();

  const lastName = `Of${aKey()}`.replaceAll(/\d/g, 'x');
  const { id } = await aTrial(staff.stack, { pastor: { firstName: 'Amos', lastName } });
  const entry = {
    by: member.id,
    action: 'support action',
    about: `trial:${id}`,
    detail: { action: 'correct-phone' },
  };
  await anAuditEntry(staff.stack, entry, 51);
  await page.getByRole('textbox', { name: 'About' }).fill(lastName);
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(page.getByText('1 to 50 of 51 entries')).toBeVisible();
  const row = staff.rows().first();
  await expect(row).toContainText(member.name);
  await expect(row).toContainText('Correct the phone');
  await expect(row.getByRole('link', { name: `Amos ${lastName}` })).toHaveAttribute('href', `/trials/${id}`);
  await expect(row.getByText(`trial:${id}`)).toBeHidden();
  await row.getByText('Technical').click();
  await expect(row.getByText(`trial:${id}`)).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('51 to 51 of 51 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('1 to 50 of 51 entries')).toBeVisible();
});

for (const [path, call, texts] of [
  ['/admin/audit', 'admin/audit?*', ['Loading the audit...', 'Error loading the audit.', 'Nothing has been recorded']],
  ['/admin/exports', 'admin/exports?*', ['Loading exports...', 'Error loading exports.', 'Nothing has been exported']],
] as const)
  test(
    `${path} shows that it is loading, has failed or is empty`,
    { tag: '@thorough' },
    async ({ staff, outages, page, allow }) => {
      allow(refused(500));
      const [loading, failed, empty] = texts;
      await staff.isSignedInAs();
      await outages.answer(call, 500, { error: 'Not now.' });
      await page.goto(path);
      await expect(page.getByText(failed)).toBeVisible();
      const release = await outages.hold(`**/api/${call}`);
      await page.reload();
      await expect(page.getByText(loading)).toBeVisible();
      release();
      await outages.answer(call, 200, []);
      await page.reload();
      await expect(page.getByText(empty)).toBeVisible();
    },
  );

test('Trial requests are listed, searched, also in vain, and exported', async ({ staff, page, stack }) => {
  const lastName = `Asks${Date.now()}`;
  const request = anApplication({ lastName, whyInterested: '=1+1 <b>is all us</b>' });
  expect((await callsTo(stack).post('trial-request', request)).status).toBe(201);
  await staff.isSignedInAs();
  await page.goto('/admin/trial-requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(lastName);
  await expect(page).toHaveURL(new RegExp(`q=${lastName}`));
  await expect(staff.rows()).toHaveCount(1);
  await expect(staff.cell(lastName, 'Why')).toContainText(request.whyInterested);
  await expect(staff.cell(lastName, 'Contact').getByRole('link').first()).toHaveAttribute(
    'href',
    `mailto:${request.email}`,
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV, 1 row' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(request.email);
  expect(file).toContain("'=1+1");
  await staff.toasts.says('Export Complete', 'CSV file has been downloaded');
  await page.goto('/admin/trial-requests?q=nobody+is+called+so');
  await expect(page.getByText('No requests match')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(staff.rows().first()).toBeVisible();
});

test('Subscribers are listed by status, masked and without a file for support', async ({ staff, page, stack }) => {
  const [pending, confirmed, unsubscribed] = await Promise.all([
    aSubscriber(stack, 'pending'),
    aSubscriber(stack, 'confirmed'),
    aSubscriber(stack, 'unsubscribed'),
  ]);
  await staff.isSignedInAs();
  await page.goto('/admin/newsletter');
  await expect(staff.cell(pending.email, 'Status')).toHaveText('Not confirmed yet');
  await expect(staff.cell(confirmed.email, 'Status')).toHaveText('Confirmed');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Unsubscribed');
  await expect(page).toHaveURL(/status=unsubscribed/);
  await expect(staff.row(unsubscribed.email)).toHaveCount(1);
  await expect(staff.row(confirmed.email)).toHaveCount(0);

  await staff.isSignedInAs('support');
  await page.goto('/admin/newsletter');
  await expect(staff.rows().first()).toContainText('•••@');
  await expect(page.locator('#content')).not.toContainText(confirmed.email);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
});

test(
  'A list that cannot be loaded says so and can be retried',
  { tag: '@thorough' },
  async ({ staff, page, outages, allow }) => {
    allow(/status of 503/);
    await staff.isSignedInAs();
    await outages.answer('admin/newsletter?*', 503, { error: 'Not now.' });
    await page.goto('/admin/newsletter');
    await expect(page.getByText('Error loading subscribers. Please try again.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Error loading subscribers.')).toHaveCount(0);
  },
);
