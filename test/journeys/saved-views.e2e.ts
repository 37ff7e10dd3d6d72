/** Saved views: a filter under a name, for the team, and as a file. */
import { readFile } from 'node:fs/promises';
import { aKey, aTrial } from '../builders/index.ts';
import { expect, expectAccessible, PHONE, refused, test } from '../drivers/index.ts';

test('A view is saved, shared, found by its name in the search, changed and deleted @smoke', async ({
  staff,
  page,
}) => {
  await staff.isSignedInAs();
  const name = `Large ${aKey()}`;
  const views = page.getByRole('button', { name: /^Views/ });
  const dialog = page.getByRole('dialog');
  const nameField = dialog.getByRole('textbox', { name: 'Name' });
  await page.goto('/admin?plan=tier_50_99&churchSize=100-250&q=Mary');
  await views.click();
  await dialog.getByRole('button', { name: 'Save what is shown' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a name of at most 60 characters')).toBeVisible();
  await nameField.fill(name);
  await dialog.getByLabel('Make a file and mail me a link to it').selectOption('Each Monday at 7:00');
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check();
  await expectAccessible(page, 'the form of a view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await staff.toasts.says('View saved');
  await expect(views).toHaveText(name);
  await views.click();
  await dialog.getByRole('button', { name: `Change ${name}` }).click();
  await expect(nameField).toHaveValue(name);
  await expect(dialog.getByRole('checkbox', { name: 'Replace its filter' })).toBeHidden();
  await page.keyboard.press('Escape');

  await staff.isSignedInAs('support');
  await page.goto('/admin/queue');
  await expect(staff.heading('Queue')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.getByRole('list', { name: 'Pages' }).getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/admin\?churchSize=100-250&plan=tier_50_99$/);
  await expect(views).toHaveText(name);
  await views.click();
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(
    'A file each Monday at 7:00, the next on',
  );
  await expect(dialog.getByRole('button', { name: `Change ${name}` })).toBeHidden();
  await page.keyboard.press('Escape');

  await staff.isSignedInAs();
  await page.reload();
  await views.click();
  await dialog.getByRole('button', { name: `Delete ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await staff.toasts.says('View deleted');
  await expect(views).toHaveText('Views');
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test('the page of a scheduled file says what it has and downloads it', async ({ staff, page, stack, allow }) => {
    const { id: accountId } = await staff.isSignedInAs();
    const firstName = `Ann${aKey()}`;
    const trial = await aTrial(stack, { pastor: { firstName } });
    const [view] = await stack.query('INSERT INTO export_views (account_id, hash) VALUES ($1, $2) RETURNING id', [
      accountId,
      aKey(),
    ]);
    const [file] = await stack.query(
      `INSERT INTO exports (at, account_id, list, filter, columns, outcome, rows, view_id)
       VALUES ($1, $2, 'trial-signups', '{}', '{Name,Email}', 'scheduled', 1, $3) RETURNING id`,
      [trial['created_at'], accountId, view.id],
    );
    await stack.query('INSERT INTO filed_rows VALUES ($1, $2, $3)', [view.id, trial.id, file.id]);
    await page.goto(`/admin/files/${file.id}`);
    await expect(page.getByRole('main')).toContainText('1 sign-up, as of');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text).toContain(firstName);
    allow(refused(404));
    await page.goto('/admin/files/987654');
    await expect(page.getByRole('main')).toContainText('There is no such file');
  });
});
