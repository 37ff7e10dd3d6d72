import { aStaffMember, codeOf } from '../builders/index.ts';
import {
  AccountScreen,
  expect,
  isWellMade,
  Keyboard,
  refused,
  SCREENS,
  test as journey,
  wider,
} from '../drivers/index.ts';

const DASHBOARD = 'Trial Signup Dashboard';

/** Browsers know passkeys by names, so these journeys are made at localhost. */
const test = journey.extend<{ account: AccountScreen }>({
  baseURL: ({ stack }, use) => use(stack.url.replace('127.0.0.1', 'localhost')),
  account: ({ page }, use) => use(new AccountScreen(page)),
});

test('Keys alone add a passkey, sign out, and sign in with it', async ({ desk, account, page, allow }) => {
  allow(refused(401));
  const member = await desk.isSignedInAs();
  const keyboard = new Keyboard(page);
  await account.hasDevice();
  await page.goto('/admin');
  await keyboard.reach(page.getByRole('link', { name: member.email }), 60);
  await keyboard.press('Enter');
  await expect(desk.heading('Your Sign-In')).toBeVisible();
  await expect(page.getByText('You have no passkeys.')).toBeVisible();
  await keyboard.reach(account.addPasskey, 60);
  await keyboard.press('Enter');
  await expect(account.name).toBeFocused();
  await keyboard.type('Office laptop');
  await keyboard.typeInto(account.password, member.password);
  await keyboard.press('Enter');
  await desk.toasts.says('Passkey added', 'You are asked for it when you log in.');
  await expect(account.passkey('Office laptop')).toContainText('Not used yet');
  await expect(account.addPasskey).toBeFocused();

  await keyboard.reach(desk.logOut, 60);
  await keyboard.press('Enter');
  await expect(desk.heading('Admin Login')).toBeVisible();
  await keyboard.typeInto(desk.email, member.email);
  await keyboard.typeInto(desk.password, member.password);
  await keyboard.press('Enter');
  await expect(desk.heading('Your Sign-In')).toBeFocused();
  await expect(account.passkey('Office laptop')).toContainText('Last used just now');
});

test('A passkey that the device does not give can be asked for again', async ({ desk, account, page, allow }) => {
  allow(refused(401));
  const member = await desk.isSignedInAs();
  const device = await account.hasDevice();
  await page.goto('/admin/account');
  await account.adds('Phone', member.password);
  await expect(account.passkey('Phone')).toBeVisible();
  await desk.logOut.click();
  await device.recognizes(false);
  await desk.fillIn(member);
  await desk.toasts.warns('Passkey not used', 'Press Log In to try again.');
  await expect(desk.notice('Passkey not used')).toContainText('The device gave no passkey');
  await expect(desk.authenticatorCode).toBeHidden();
  await device.recognizes(true);
  await desk.logIn.click();
  await expect(desk.heading('Your Sign-In')).toBeVisible();
});

test('Who has an authenticator app, too, may type its code instead', async ({ desk, account, page, allow }) => {
  allow(refused(401));
  const member = await aStaffMember(desk.stack, { totp: true });
  const device = await account.hasDevice();
  await page.goto('/admin/account');
  await desk.fillIn(member);
  await desk.authenticatorCode.fill(codeOf(member.secret!, -1));
  await desk.logIn.click();
  await account.adds('Phone', member.password);
  await expect(account.passkey('Phone')).toBeVisible();
  await desk.logOut.click();
  await device.recognizes(false);
  await desk.fillIn(member);
  await expect(desk.notice('Passkey not used')).toBeVisible();
  await desk.authenticatorCode.fill(codeOf(member.secret!));
  await desk.logIn.click();
  await expect(desk.heading('Your Sign-In')).toBeVisible();
});

test(
  'What is wrong with a new passkey is said in its dialog',
  { tag: '@thorough' },
  async ({ desk, account, page, allow }) => {
    allow(refused(400));
    const member = await desk.isSignedInAs('support');
    const device = await account.hasDevice();
    await page.goto('/admin/account');
    await account.adds('', '');
    await expect(account.name).toHaveAccessibleDescription(/A name of 1 to 60 characters is required/);
    await expect(account.name).toBeFocused();
    await account.name.fill('Phone');
    await account.password.fill('not this one, I fear');
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

test('A passkey is removed by its owner’s password', async ({ desk, account, page, allow }) => {
  allow(refused(400));
  const member = await desk.isSignedInAs();
  await account.hasDevice();
  await page.goto('/admin/account');
  await account.adds('Old phone', member.password);
  const remove = page.getByRole('button', { name: 'Remove Old phone' });
  await remove.click();
  await account.password.fill('not this one, I fear');
  await account.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(account.password).toHaveAccessibleDescription('This is not your password');
  await account.password.fill(member.password);
  await account.dialog.getByRole('button', { name: 'Remove' }).click();
  await desk.toasts.says('Passkey removed');
  await expect(page.getByText('You have no passkeys.')).toBeVisible();
});

test('Whoever needs a second factor first sees nothing else, until it is there', async ({
  desk,
  account,
  signups,
  outages,
  page,
  allow,
}) => {
  allow(refused(403));
  const { email, role, password } = await desk.isSignedInAs();
  await account.hasDevice();
  const staff = { email, role, secondFactorRequired: true };
  const required = { error: 'Add a passkey first.', secondFactorRequired: true };
  await page.goto('/admin');
  await expect(desk.heading(DASHBOARD)).toBeVisible();
  await outages.answer('admin/trial-signups?*', 403, required);
  await outages.answer('admin/check-auth', 200, { isAuthenticated: true, staff });
  await signups.search.fill('zechariah');
  await expect(desk.heading('Add a passkey first')).toBeFocused();
  await expect(desk.places.getByRole('link')).toHaveCount(0);
  await expect(desk.logOut).toBeVisible();
  await account.adds('Office laptop', password);
  await expect(desk.heading(DASHBOARD)).toBeFocused();
  await expect(desk.places.getByRole('link', { name: 'Audit' })).toBeVisible();
});

test('At an IP address the page says where passkeys work', async ({ desk, account, page, stack }) => {
  const { port } = new URL(stack.url);
  await page.goto(`${stack.url}/admin/account`);
  await desk.fillIn(await aStaffMember(stack));
  await expect(page.getByText(`Open this page at http://localhost:${port} instead.`)).toBeVisible();
  await expect(account.addPasskey).toBeHidden();
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`No barrier is found on ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('with no passkey, adding one, with one, removing it', async ({ desk, account, page, outages }) => {
      const { email, role, password } = await desk.isSignedInAs();
      await account.hasDevice();
      await page.goto('/admin/account');
      await expect(account.addPasskey).toBeVisible();
      await isWellMade(page, 'no passkey');
      await account.adds('', '');
      await isWellMade(page, 'dialog refused');
      await account.name.fill('Grace’s phone with a name that is rather long for a phone');
      await account.password.fill(password);
      await account.goOn.click();
      await expect(account.passkey('Grace')).toBeVisible();
      await isWellMade(page, 'one passkey');
      expect(await wider(page)).toBe(0);
      await page.getByRole('button', { name: 'Remove' }).click();
      await isWellMade(page, 'removing');
      await outages.answer('admin/check-auth', 200, {
        isAuthenticated: true,
        staff: { email, role, secondFactorRequired: true },
      });
      await page.reload();
      await expect(desk.heading('Add a passkey first')).toBeVisible();
      await isWellMade(page, 'needed first');
      expect(await wider(page)).toBe(0);
    });
  });
}
