/** Saved views: a filter under a name, for oneself or the team. */
import { aKey } from '../builders/index.ts';
import { expect, expectAccessible, test } from '../drivers/index.ts';

test('A view is saved, shared, found by its name in the search, changed and deleted', async ({ staff, page }) => {
  await staff.isSignedInAs();
  const name = `Large ${aKey()}`;
  const menu = page.getByLabel('More', { exact: true });
  const views = page.getByRole('button', { name: /^Views/ });
  const dialog = page.getByRole('dialog');
  const nameField = dialog.getByRole('textbox', { name: 'Name' });
  await page.goto('/admin?plan=tier_50_99&churchSize=100-250&q=Mary');
  await menu.click();
  await views.click();
  await dialog.getByRole('button', { name: 'Save what is shown' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a name of at most 60 characters')).toBeVisible();
  await nameField.fill(name);
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
  await menu.click();
  await expect(views).toHaveText(name);
  await views.click();
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('Shared by');
  await expect(dialog.getByRole('button', { name: `Change ${name}` })).toBeHidden();
  await page.keyboard.press('Escape');

  await staff.isSignedInAs();
  await page.reload();
  await menu.click();
  await views.click();
  await dialog.getByRole('button', { name: `Delete ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await staff.toasts.says('View deleted');
  await expect(views).toHaveText('Views');
});
