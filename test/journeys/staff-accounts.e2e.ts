/** The accounts of the team: an administrator invites, the new member sets a password and logs in. */
import { anEmail, aStaffName } from '../builders/index.ts';
import { expect, expectAccessible, refused, SCREENS, test } from '../drivers/index.ts';

const PASSWORD = 'a password of some length';

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test('an administrator invites a member, who sets a password and logs in, and disables the account', async ({
      staff,
      page,
      stack,
      anotherDevice,
      allow,
    }) => {
      allow(refused(400), refused(401), refused(410));
      const { password } = await staff.isSignedInAs();
      const [email, name] = [anEmail('staff'), aStaffName()];
      await page.goto('/admin/staff');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      const inDialog = page.getByRole('dialog');
      await expect(inDialog.getByLabel('Name')).toBeFocused();
      await inDialog.getByLabel('Name').fill(name);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Role').selectOption('Support');
      let read = () => {};
      const isRead = new Promise<void>((resolve) => (read = resolve));
      await page.route('**/api/admin/staff', async (route) => {
        if (route.request().method() === 'GET') await isRead;
        await route.continue();
      });
      await page.getByLabel('Your password').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This is not your password')).toBeVisible();
      await page.getByLabel('Your password').fill(password);
      await page.keyboard.press('Enter');
      await staff.toasts.says('Invitation sent');
      read();
      await expect(staff.row(email)).toContainText('Invited');
      await expect(staff.row(email)).toContainText(name);

      const [mail] = await stack.sandbox.mails(email);
      const link = /http\S+\/admin\/password\?token=[\w.-]+/.exec(mail!.text)![0];
      const there = await anotherDevice();
      await there.goto(link);
      await expect(there.getByText(email)).toBeVisible();
      await expect(there).toHaveURL(/\/admin\/password$/);
      await there.getByLabel('New password').fill('too short');
      await there.keyboard.press('Enter');
      await expect(there.getByText('A password has 15 to 200 characters.')).toBeVisible();
      await expectAccessible(there, 'setting a password');
      await there.getByLabel('New password').fill(PASSWORD);
      await there.keyboard.press('Enter');
      await there.getByRole('link', { name: 'Log in' }).click();
      await expect(there.getByLabel('Email')).toHaveValue(email);
      await there.getByLabel('Password').fill(PASSWORD);
      await there.keyboard.press('Enter');
      await expect(there.getByRole('heading', { name: 'Queue', exact: true })).toBeVisible();
      await there.goto('/admin/account');
      const changed = aStaffName();
      await there.getByLabel('Your name').fill(changed);
      await there.getByRole('button', { name: 'Save the name' }).click();
      await expect(there.getByRole('link', { name: changed, includeHidden: true })).toHaveCount(1);

      await page.reload();
      await expect(staff.row(email)).toContainText('Active');
      await staff
        .row(email)
        .getByRole('button', { name: /^Change/ })
        .click();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByLabel('Your password').fill(password);
      await page.getByRole('button', { name: 'Disable' }).click();
      await expect(staff.row(email)).toContainText('Disabled');
      await there.goto(link);
      await expect(there.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
    });
  });
