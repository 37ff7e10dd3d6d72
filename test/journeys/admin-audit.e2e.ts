import { aTrial, aStaffMember } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

test('The audit tells who did what, and is filtered and cleared', async ({ desk, page }) => {
  const stranger = await aStaffMember(desk.stack);
  const member = await desk.isSignedInAs();
  await desk.stack.query('UPDATE staff_accounts SET disabled_at = now() WHERE id = $1', [stranger.id]);
  await page.context().request.post('/api/admin/login', { data: { email: stranger.email, password: 'no' } });
  await page.goto('/admin/audit');
  await expect(desk.row(stranger.email).first()).toContainText('sign-in refused');

  await page.getByRole('textbox', { name: 'Who' }).fill(member.email);
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(desk.rows()).toHaveText([new RegExp(`${member.email}.*signed in`)]);
  await page.reload();
  await expect(desk.rows()).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('revealed');
  await page.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Who' })).toHaveValue('');
  await expect(desk.row(stranger.email).first()).toBeVisible();
});

test('What it names is a link, and its pages go on and back', async ({ desk, page }) => {
  const member = await desk.isSignedInAs();
  const { id } = await aTrial(desk.stack);
  await desk.stack.query(
    `INSERT INTO audit_log (at, account_id, action, subject, detail, address, request_id)
     SELECT now(), $1, 'revealed', $2, '{"field": "phone"}', '127.0.0.1', gen_random_uuid() FROM generate_series(1, 51)`,
    [member.id, `trial:${id}`],
  );
  await page.goto(`/admin/audit?subject=trial:${id}`);
  await expect(page.getByText('1 to 50 of 51 entries')).toBeVisible();
  await expect(desk.rows().first().getByRole('link')).toHaveAttribute('href', `/trials/${id}`);
  await expect(desk.rows().first()).toContainText('field: phone');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('51 to 51 of 51 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('1 to 50 of 51 entries')).toBeVisible();
});

for (const [path, call, texts] of [
  ['/admin/audit', 'admin/audit?*', ['Loading the audit...', 'Error loading the audit.', 'Nothing has been recorded']],
  ['/admin/exports', 'admin/exports?*', ['Loading exports...', 'Error loading exports.', 'Nothing has been exported']],
] as const)
  test(`${path} loads, fails and is empty in words`, { tag: '@thorough' }, async ({ desk, outages, page, allow }) => {
    allow(refused(500));
    const [loading, failed, empty] = texts;
    await desk.isSignedInAs();
    await outages.answer(call, 500, { error: 'Not now.' });
    await page.goto(path);
    await expect(page.getByText(failed)).toBeVisible();
    await outages.answer(call, 200, []);
    const letGo = await outages.hold(`**/api/${call}`);
    await page.reload();
    await expect(page.getByText(loading)).toBeVisible();
    letGo();
    await page.unroute(`**/api/${call}`);
    await outages.answer(call, 200, []);
    await page.reload();
    await expect(page.getByText(empty)).toBeVisible();
  });
