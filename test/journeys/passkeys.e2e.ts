import { aStaffMember, codeOf } from '../builders/index.ts';
import {
  AccountScreen,
  expect,
  expectBestPractices,
  Keyboard,
  refused,
  SCREENS,
  test as journey,
  horizontalOverflow,
} from '../drivers/index.ts';

const DASHBOARD = 'Trial Signup Dashboard';

/** Passkeys need a host name; browsers refuse them at an IP address. */
const test = journey.extend<{ account: AccountScreen }>({
  baseURL: ({ stack }, use) => use(stack.url.replace('127.0.0.1', 'localhost')),
  account: ({ page }, use) => use(new AccountScreen(page)),
});

test(
  'The keyboard alone adds a passkey, signs out, and signs in with the passkey',
  { tag: '@thorough' },
  async ({ staff, account, page, allow }) => {
    allow(refused(401));
    const member = await staff.isSignedInAs();
    const keyboard = new Keyboard(page);
    await account.hasDevice();
    await page.goto('/admin');
    await keyboard.reach(page.getByRole('link', { name: member.name }), 60);
    await keyboard.press('Enter');
    await expect(staff.heading('Your Sign-In')).toBeVisible();
    await expect(page.getByText('You have no passkeys.')).toBeVisible();
    await keyboard.reach(account.addPasskey, 60);
    await keyboard.press('Enter');
    await expect(account.name).toBeFocused();
    await keyboard.type('Office laptop');
    await keyboard.typeInto(account.password, member.password);
    await keyboard.press('Enter');
    await staff.toasts.says('Passkey added', 'You are asked for it when you log in.');
    await expect(account.passkey('Office laptop')).toContainText('Not used yet');
    await expect(account.addPasskey).toBeFocused();

    await keyboard.reach(staff.logOut, 60);
    await keyboard.press('Enter');
    await expect(staff.heading('Admin Login')).toBeVisible();
    await keyboard.typeInto(staff.email, member.email);
    await keyboard.typeInto(staff.password, member.password);
    await keyboard.press('Enter');
    await expect(staff.heading('Your Sign-In')).toBeFocused();
    await expect(account.passkey('Office laptop')).toContainText('Last used just now');
  },
);

test('Signing in can be tried again after the device refuses the passkey, which is removed with the password of its owner', async ({
  staff,
  account,
  page,
  allow,
}) => {
  allow(refused(400), refused(401));
  const member = await staff.isSignedInAs();
  const device = await account.hasDevice();
  await page.goto('/admin/account');
  await account.adds('Phone', member.password);
  await expect(account.passkey('Phone')).toBeVisible();
  await staff.logOut.click();
  await device.recognizes(false);
  await staff.fillIn(member);
  await staff.toasts.warns('Passkey not used', 'Press Log In to try again.');
  await expect(staff.notice('Passkey not used')).toContainText('The device gave no passkey');
  await expect(staff.authenticatorCode).toBeHidden();
  await device.recognizes(true);
  await staff.logIn.click();
  await expect(staff.heading('Your Sign-In')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await account.password.fill('a wrong password');
  await account.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(account.password).toHaveAccessibleDescription('This is not your password');
  await account.password.fill(member.password);
  await account.dialog.getByRole('button', { name: 'Remove' }).click();
  await staff.toasts.says('Passkey removed');
  await expect(page.getByText('You have no passkeys.')).toBeVisible();
});

test(
  'A staff member with an authenticator app may enter its code instead of the passkey',
  { tag: '@thorough' },
  async ({ staff, account, page, allow }) => {
    allow(refused(401));
    const member = await aStaffMember(staff.stack, { totp: true });
    const device = await account.hasDevice();
    await page.goto('/admin/account');
    await staff.fillIn(member);
    await staff.authenticatorCode.fill(codeOf(member.secret!));
    await staff.logIn.click();
    await account.adds('Phone', member.password);
    await expect(account.passkey('Phone')).toBeVisible();
    await staff.logOut.click();
    await device.recognizes(false);
    await staff.fillIn(member);
    await expect(staff.notice('Passkey not used')).toBeVisible();
    await staff.authenticatorCode.fill(codeOf(member.secret!, 1));
    await staff.logIn.click();
    await expect(staff.heading('Your Sign-In')).toBeVisible();
  },
);

test(
  'The dialog of a new passkey shows what is wrong with it',
  { tag: '@thorough' },
  async ({ staff, account, page, allow }) => {
    allow(refused(400));
    const member = await staff.isSignedInAs('support');
    const device = await account.hasDevice();
    await page.goto('/admin/account');
    await account.adds('', '');
    await expect(account.name).toHaveAccessibleDescription(/A name of 1 to 60 characters is required/);
    await expect(account.name).toBeFocused();
    await account.name.fill('Phone');
    await account.password.fill('a wrong password');
    await account.goOn.click();
    await expect(account.password).toHaveAccessibleDescription('This is not your password');
    await device.recognizes(false);
    await account.password.fill(member.password);
    await account.goOn.click();
    await expect(account.dialog.getByRole('alert')).toContainText('The device gave no passkey');
    await device.recognizes(true);
    await account.goOn.click();
    await expect(account.passkey('Phone')).toBeVisible();
    await account.adds('Phone again', member.password);
    await expect(account.dialog.getByRole('alert')).toContainText('has a passkey for your account already');
  },
);

test('A staff member who needs a second factor sees nothing else until it is added', async ({
  staff,
  account,
  signups,
  outages,
  page,
  allow,
}) => {
  allow(refused(403));
  const { email, role, password } = await staff.isSignedInAs();
  await account.hasDevice();
  const session = { email, role, secondFactorRequired: true };
  const required = { error: 'Add a passkey first.', secondFactorRequired: true };
  await page.goto('/admin');
  await expect(staff.heading(DASHBOARD)).toBeVisible();
  await outages.answer('admin/trial-signups?*', 403, required);
  await outages.answer('admin/check-auth', 200, { isAuthenticated: true, staff: session });
  await signups.search.fill('zechariah');
  await expect(staff.heading('Add a passkey first')).toBeFocused();
  await expect(staff.places.getByRole('link')).toHaveCount(0);
  await expect(staff.logOut).toBeVisible();
  await account.adds('Office laptop', password);
  await expect(staff.heading(DASHBOARD)).toBeFocused();
  await expect(staff.places.getByRole('link', { name: 'Audit' })).toBeVisible();
});

test(
  'At an IP address the page names the address where passkeys work',
  { tag: '@thorough' },
  async ({ staff, account, page, stack }) => {
    const { port } = new URL(stack.url);
    await page.goto(`${stack.url}/admin/account`);
    await staff.fillIn(await aStaffMember(stack));
    await expect(page.getByText(`Open this page at http://localhost:${port} instead.`)).toBeVisible();
    await expect(account.addPasskey).toBeHidden();
  },
);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('the account page passes axe without a passkey, while adding one, with one, and while removing it', async ({
      staff,
      account,
      page,
      outages,
    }) => {
      const { email, role, password } = await staff.isSignedInAs();
      await account.hasDevice();
      await page.goto('/admin/account');
      await expect(account.addPasskey).toBeVisible();
      await expectBestPractices(page, 'no passkey');
      await account.adds('', '');
      await expectBestPractices(page, 'dialog refused');
      await account.name.fill('Grace’s phone with a name that is rather long for a phone');
      await account.password.fill(password);
      await account.goOn.click();
      await expect(account.passkey('Grace')).toBeVisible();
      await expectBestPractices(page, 'one passkey');
      expect(await horizontalOverflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Remove' }).click();
      await expectBestPractices(page, 'removing');
      await outages.answer('admin/check-auth', 200, {
        isAuthenticated: true,
        staff: { email, role, secondFactorRequired: true },
      });
      await page.reload();
      await expect(staff.heading('Add a passkey first')).toBeVisible();
      await expectBestPractices(page, 'needed first');
      expect(await horizontalOverflow(page)).toBe(0);
    });
  });
}
