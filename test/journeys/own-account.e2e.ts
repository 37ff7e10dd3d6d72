import { callsTo, codeOf } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, PHONE, refused, test } from '../drivers/index.ts';

test('A member of staff adds an authenticator app by its QR code, changes the password, and logs another browser out', async ({
  staff,
  page,
  stack,
  allow,
}) => {
  allow(refused(400), refused(401));
  const { email, password } = await staff.isSignedInAs('support');
  await page.setViewportSize(PHONE);
  await page.goto('/admin/account');
  const dialog = page.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const ownPassword = dialog.getByLabel('Your password');

  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await ownPassword.fill(`${password}x`);
  await inDialog('Go on').click();
  await expect(ownPassword).toHaveAccessibleDescription('This is not your password');
  await ownPassword.fill(password);
  await inDialog('Go on').click();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await dialog.locator('.secret').innerText()).replaceAll(' ', '');
  const code = dialog.getByLabel('Code that the app shows');
  await expect(code).toBeFocused();
  await expectAccessible(page, 'authenticator');
  expect(await horizontalOverflow(page)).toBe(0);
  await code.fill(codeOf(secret, 90));
  await inDialog('Add the app').click();
  await expect(code).toHaveAccessibleDescription(/not the code that the app shows now/);
  await code.fill(codeOf(secret));
  await inDialog('Add the app').click();
  await staff.toasts.says('Authenticator app added');
  await expect(page.getByRole('button', { name: 'Replace the app' })).toBeVisible();

  await page.getByRole('button', { name: 'Change the password' }).click();
  const changed = 'another password of some length';
  await ownPassword.fill(password);
  await dialog.getByLabel('New password').fill('short');
  await inDialog('Change the password').click();
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/15 to 200 characters/);
  await dialog.getByLabel('New password').fill(changed);
  await inDialog('Change the password').click();
  await staff.toasts.says('Password changed');

  const elsewhere = { email, password: changed, totp: codeOf(secret, 1) };
  expect((await callsTo(stack).post('admin/login', elsewhere)).status).toBe(200);
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expectAccessible(page, 'own account');
  expect(await horizontalOverflow(page)).toBe(0);
  await sessions.getByRole('button', { name: 'End this one' }).click();
  await staff.toasts.says('Logged out there');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This browser');
});
