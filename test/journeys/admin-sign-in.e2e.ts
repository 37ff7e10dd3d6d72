import { aStaffMember, codeOf } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

const DASHBOARD = 'Trial Signup Dashboard';
const LOGIN = '**/api/admin/login';

test('Whoever opens /admin is asked who they are, and comes to the dashboard', async ({ desk, outages, page }) => {
  const member = await aStaffMember(desk.stack);
  const letGo = await outages.hold('**/api/admin/check-auth');
  await page.goto('/admin');
  await expect(desk.checking).toBeVisible();
  letGo();
  await expect(desk.heading('Admin Login')).toBeVisible();
  await expect(desk.checking).toBeHidden();

  await desk.fillIn(member);
  await desk.toasts.says('Login successful', 'Welcome to the admin dashboard');
  await expect(desk.heading(DASHBOARD)).toBeFocused();
  await page.reload();
  await expect(desk.heading(DASHBOARD)).toBeVisible();
});

test('/trials says what it is closed for', async ({ desk, page }) => {
  const member = await aStaffMember(desk.stack);
  await page.goto('/trials');
  await expect(desk.heading('Access Required')).toBeVisible();
  await expect(page.getByText('Please log in to view trial signup information')).toBeVisible();
  await desk.fillIn(member);
  await expect(desk.heading('Incomplete Trial Signups')).toBeVisible();
});

test('What is missing is said at its field, and nothing is sent', async ({ desk, page }) => {
  await page.goto('/admin');
  await desk.fillIn({ email: 'nobody', password: '' });
  await expect(desk.email).toHaveAccessibleDescription('Valid email is required');
  await expect(desk.password).toHaveAccessibleDescription('Password is required');
  await expect(desk.email).toBeFocused();
  await expect(desk.toasts.shown).toHaveCount(0);
});

test('A wrong password is refused in a toast and on the page', async ({ desk, page, allow }) => {
  allow(refused(401));
  const { email } = await aStaffMember(desk.stack);
  await page.goto('/admin');
  await desk.fillIn({ email, password: 'not this one, I fear' });
  await desk.toasts.warns('Login failed', 'Invalid username or password');
  await expect(desk.notice('Login failed')).toContainText('Invalid username or password');
  await expect(desk.password).toBeFocused();
});

test(
  'An answer without success, and no answer at all, are failures, too',
  { tag: '@thorough' },
  async ({ desk, outages, page, allow }) => {
    allow(/net::ERR_FAILED/);
    const member = await aStaffMember(desk.stack);
    await page.goto('/admin');
    await outages.answer('admin/login', 200, { success: false });
    await desk.fillIn(member);
    await desk.toasts.warns('Login failed', 'Invalid username or password');
    await outages.cutOff(LOGIN);
    await desk.logIn.click();
    await expect(desk.notice('Login failed')).toBeVisible();
    await desk.logIn.click();
    await expect(desk.heading(DASHBOARD)).toBeVisible();
  },
);

test('Whether a check fails or finds nobody, the sign-in stands there', async ({ desk, outages, page, allow }) => {
  allow(refused(500));
  await desk.isSignedInAs();
  await outages.answer('admin/check-auth', 500, { error: 'Not now.' });
  await page.goto('/admin');
  await expect(desk.heading('Admin Login')).toBeVisible();
});

test('An account with an authenticator asks for its code', async ({ desk, page, allow }) => {
  allow(refused(401));
  const member = await aStaffMember(desk.stack, { totp: true });
  await page.goto('/admin');
  await desk.fillIn(member);
  await expect(desk.authenticatorCode).toBeFocused();
  await expect(desk.toasts.shown).toHaveCount(0);

  await desk.logIn.click();
  await expect(desk.authenticatorCode).toHaveAccessibleDescription(/Please enter the 6-digit code/);
  await desk.authenticatorCode.fill(codeOf(member.secret!, 90));
  await desk.logIn.click();
  await desk.toasts.warns('Login failed');
  await desk.authenticatorCode.fill(codeOf(member.secret!));
  await desk.logIn.click();
  await expect(desk.heading(DASHBOARD)).toBeVisible();
});

test('Logging out ends the session everywhere in this browser', async ({ desk, page }) => {
  await desk.isSignedInAs();
  await page.goto('/admin');
  await desk.logOut.click();
  await desk.toasts.says('Logged out');
  await expect(desk.heading('Admin Login')).toBeVisible();
  await page.goto('/trials');
  await expect(desk.heading('Access Required')).toBeVisible();
});

test(
  'A logout that fails says so, and nobody is logged out',
  { tag: '@thorough' },
  async ({ desk, outages, page, allow }) => {
    allow(refused(500));
    await desk.isSignedInAs();
    await page.goto('/admin');
    await outages.answer('admin/logout', 500, { error: 'Not now.' });
    await desk.logOut.click();
    await desk.toasts.warns('Logout failed', 'Something went wrong while logging out');
    await expect(desk.heading(DASHBOARD)).toBeVisible();
  },
);

test('A session that ends in the middle of the work costs a password, and nothing of the page', async ({
  desk,
  signups,
  page,
  allow,
}) => {
  allow(refused(401));
  const member = await desk.isSignedInAs();
  await page.goto('/admin');
  await signups.start.fill('2026-01-05');
  await desk.loseSession(member);
  await signups.search.fill('zechariah');
  await expect(desk.signInAgain).toContainText(`Log in as ${member.email}`);
  await page.keyboard.press('Escape');
  await expect(desk.signInAgain).toBeVisible();

  await desk.fillIn({ ...member, password: 'not this one, I fear' });
  await expect(desk.notice('Login failed')).toBeVisible();
  await desk.fillIn(member);
  await expect(desk.signInAgain).toBeHidden();
  await expect(page.getByText('No sign-ups match')).toBeVisible();
  await expect(signups.search).toHaveValue('zechariah');
  await expect(signups.start).toHaveValue('2026-01-05');
});

test(
  'Somebody else who signs in then gets a page of their own',
  { tag: '@thorough' },
  async ({ desk, signups, page, allow }) => {
    allow(refused(401), refused(403));
    const first = await desk.isSignedInAs('administrator');
    const second = await aStaffMember(desk.stack, { role: 'support' });
    await page.goto('/admin');
    await signups.start.fill('2026-01-05');
    await desk.loseSession(first);
    await signups.search.fill('zechariah');
    await expect(desk.signInAgain).toBeVisible();
    await desk.fillIn(second);
    await expect(page.getByText(second.email)).toBeVisible();
    await expect(signups.start).toHaveValue('');
    await expect(desk.places.getByRole('link', { name: 'Audit' })).toBeHidden();
  },
);

test('Support sees where it may go, and is told where it may not', async ({ desk, page }) => {
  await desk.isSignedInAs('support');
  await page.goto('/admin');
  await expect(desk.places.getByRole('link')).toHaveText([
    'Sign-ups',
    'Incomplete',
    'Ambassadors',
    'Trial requests',
    'Newsletter',
    'Dead jobs',
    'Database',
  ]);
  for (const path of ['/admin/audit', '/admin/exports']) {
    await page.goto(path);
    await expect(page.getByText('Your role does not include this.')).toBeVisible();
  }
});

test('No page of the back office is kept or found, and none but its own addresses exists', async ({ request }) => {
  const pages = ['/admin', '/admin/exports', '/admin/ambassadors/7', '/trials', '/trials/1234567890123', '/database'];
  for (const path of pages) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['cache-control'], path).toBe('no-store');
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex');
    expect(await answer.text(), path).toMatch(/<meta name="robots" content="noindex"/);
  }
  for (const path of ['/trials/_', '/trials/abc', '/trials/1/2', '/admin/nothing', '/admin/ambassadors/_'])
    expect((await request.get(path)).status(), path).toBe(404);
});
