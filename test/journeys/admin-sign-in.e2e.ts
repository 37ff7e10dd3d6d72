import { aStaffMember, codeOf } from '../builders/index.ts';
import { expect, expectBestPractices, refused, test } from '../drivers/index.ts';

const DASHBOARD = 'Trial Signup Dashboard';
const LOGIN = '**/api/admin/login';

test(
  '/admin asks for a sign-in, marks what is missing and wrong, and then shows the dashboard',
  { tag: '@smoke' },
  async ({ staff, outages, page, allow }) => {
    allow(refused(401));
    const member = await aStaffMember(staff.stack);
    const release = await outages.hold('**/api/admin/check-auth');
    await page.goto('/admin');
    await expect(staff.checking).toBeVisible();
    release();
    await expect(staff.heading('Admin Login')).toBeVisible();
    await expect(staff.checking).toBeHidden();

    await staff.fillIn({ email: 'nobody', password: '' });
    await expect(staff.email).toHaveAccessibleDescription('Valid email is required');
    await expect(staff.password).toHaveAccessibleDescription('Password is required');
    await expect(staff.email).toBeFocused();
    await expect(staff.toasts.shown).toHaveCount(0);
    await staff.fillIn({ ...member, password: 'a wrong password' });
    await staff.toasts.warns('Login failed', 'Invalid username or password');
    await expect(staff.notice('Login failed')).toContainText('Invalid username or password');
    await expect(staff.password).toBeFocused();

    await staff.fillIn(member);
    await staff.toasts.says('Login successful', 'Welcome to the admin dashboard');
    await expect(staff.heading(DASHBOARD)).toBeFocused();
    await page.reload();
    await expect(staff.heading(DASHBOARD)).toBeVisible();
    await staff.logOut.click();
    await staff.toasts.says('Logged out');
    await expect(staff.heading('Admin Login')).toBeVisible();
    await page.goto('/trials');
    await expect(staff.heading('Access Required')).toBeVisible();
    await expect(page.getByText('Please log in to view trial signup information')).toBeVisible();
    await staff.fillIn(member);
    await expect(staff.heading('Incomplete Trial Signups')).toBeVisible();
  },
);

test(
  'An answer without success and a missing answer are failures',
  { tag: '@thorough' },
  async ({ staff, outages, page, allow }) => {
    allow(/net::ERR_FAILED/);
    const member = await aStaffMember(staff.stack);
    await page.goto('/admin');
    await outages.answer('admin/login', 200, { success: false });
    await staff.fillIn(member);
    await staff.toasts.warns('Login failed', 'Invalid username or password');
    const restore = await outages.cutOff(LOGIN);
    await staff.logIn.click();
    await expect(staff.notice('Login failed')).toBeVisible();
    restore();
    await staff.logIn.click();
    await expect(staff.heading(DASHBOARD)).toBeVisible();
  },
);

test(
  'The sign-in is shown if the session check fails',
  { tag: '@thorough' },
  async ({ staff, outages, page, allow }) => {
    allow(refused(500));
    await staff.isSignedInAs();
    await outages.answer('admin/check-auth', 500, { error: 'Not now.' });
    await page.goto('/admin');
    await expect(staff.heading('Admin Login')).toBeVisible();
  },
);

test('An account with an authenticator app asks for its code', async ({ staff, page, allow }) => {
  allow(refused(401));
  const member = await aStaffMember(staff.stack, { totp: true });
  await page.goto('/admin');
  await staff.fillIn(member);
  await expect(staff.authenticatorCode).toBeFocused();
  await expect(staff.toasts.shown).toHaveCount(0);

  await staff.logIn.click();
  await expect(staff.authenticatorCode).toHaveAccessibleDescription(/Please enter the 6-digit code/);
  await expectBestPractices(page, 'a refused code');
  await staff.authenticatorCode.fill(codeOf(member.secret!, 90));
  await staff.logIn.click();
  await staff.toasts.warns('Login failed');
  await staff.authenticatorCode.fill(codeOf(member.secret!));
  await staff.logIn.click();
  await expect(staff.heading(DASHBOARD)).toBeVisible();
});

test(
  'A failed logout shows an error and keeps the session',
  { tag: '@thorough' },
  async ({ staff, outages, page, allow }) => {
    allow(refused(500));
    await staff.isSignedInAs();
    await page.goto('/admin');
    await outages.answer('admin/logout', 500, { error: 'Not now.' });
    await staff.logOut.click();
    await staff.toasts.warns('Logout failed', 'Something went wrong while logging out');
    await expect(staff.heading(DASHBOARD)).toBeVisible();
  },
);

test('A session that ends asks for the password again and keeps the page', async ({
  staff,
  signups,
  outages,
  page,
  allow,
}) => {
  allow(refused(401));
  const member = await staff.isSignedInAs();
  await page.goto('/admin');
  await signups.start.fill('2026-01-05');
  await signups.searchesWhileSessionEnds('zechariah', () => staff.loseSession(member), outages);
  await expect(staff.signInAgain).toContainText(`Log in as ${member.email}`);
  await expect(staff.signInAgain.getByLabel('Email')).toHaveValue(member.email);
  await page.keyboard.press('Escape');
  await expect(staff.signInAgain).toBeVisible();

  await staff.fillIn({ ...member, password: 'a wrong password' });
  await expect(staff.notice('Login failed')).toBeVisible();
  await staff.fillIn(member);
  await expect(staff.signInAgain).toBeHidden();
  await expect(page.getByText('No sign-ups match')).toBeVisible();
  await expect(signups.search).toHaveValue('zechariah');
  await expect(signups.start).toHaveValue('2026-01-05');
});

test(
  'Another account that signs in then gets a fresh page',
  { tag: '@thorough' },
  async ({ staff, signups, outages, page, allow }) => {
    allow(refused(401), refused(403));
    const first = await staff.isSignedInAs('administrator');
    const second = await aStaffMember(staff.stack, { role: 'support' });
    await page.goto('/admin');
    await signups.start.fill('2026-01-05');
    await signups.searchesWhileSessionEnds('zechariah', () => staff.loseSession(first), outages);
    await expect(staff.signInAgain).toBeVisible();
    await staff.fillIn(second);
    await expect(page.getByText(second.email)).toBeVisible();
    await expect(signups.start).toHaveValue('');
    await expect(staff.places.getByRole('link', { name: 'Audit' })).toBeHidden();
  },
);

test(
  'Support sees only its pages, an error on the others, and the rail and the search on unknown ones',
  { tag: '@smoke' },
  async ({ staff, page, allow }) => {
    allow(refused(404));
    await staff.isSignedInAs('support');
    await page.goto('/admin/audit');
    await expect(page.getByText('Your role does not include this.')).toBeVisible();
    await expect(staff.places.getByRole('link')).toHaveText(['Queue', 'People', 'Requests', 'Ambassadors', 'Reports']);
    await page.goto('/admin/exports');
    await expect(page.getByText('Your role does not include this.')).toBeVisible();
    await page.goto('/trials/abc');
    await expect(staff.heading('Page Not Found')).toBeVisible();
    await expect(staff.places).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Free Trial' })).toHaveCount(0);
    await page.getByRole('link', { name: 'sign-ups', exact: true }).click();
    await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();
  },
);
