import { expect, refused, test, Traffic } from '../drivers/index.ts';
import { ADMIN } from '../support/stack.mjs';

const CHECK = '**/api/admin/check-auth';
const NO_SQL = 'Direct SQL execution is disabled for security. Please use the admin API endpoints.';
const TABLES = ['users', 'trial_signups', 'ambassador_applications', 'subscriptions', 'prices', 'products', 'payments'];

test('The database page asks for its password, is open for this browser session without counts, runs no SQL, and is locked again', async ({
  database,
  page,
  context,
  stack,
}) => {
  await database.open();
  await expect(page.getByText('Administrator authentication required')).toBeVisible();
  await expect(database.access).toBeDisabled();
  await database.password.fill('   ');
  await expect(database.access).toBeDisabled();
  await database.unlock('another password');
  await expect(database.problem).toHaveText('Invalid credentials. Please contact admin for database access.');
  await expect(database.password).toBeFocused();

  const asked = page.waitForResponse('**/api/admin/auth');
  await database.password.fill(ADMIN.ADMIN_DATABASE_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(database.query).toBeVisible();
  expect((await asked).status()).toBe(200);
  await page.reload();
  await expect(database.tables).toHaveText(TABLES.map((name) => new RegExp(`^${name}.*–$`)));
  await expect(database.cards).toHaveText([/Users–/, /Trial signups–/, /Churches–/]);
  const another = await context.newPage();
  await another.goto('/database');
  await expect(another.getByText('Administrator authentication required')).toBeVisible();
  await another.close();

  await page.waitForLoadState('networkidle');
  const traffic = new Traffic(context);
  await database.query.fill('DELETE FROM users');
  await page.getByRole('button', { name: 'Execute Query' }).click();
  await expect(page.getByText(NO_SQL)).toBeVisible();
  // The page may still load its own scripts.
  const sent = await traffic.sentTo(new URL(stack.url).origin);
  expect(sent.filter(({ call }) => !call.startsWith('/assets/'))).toEqual([]);

  await page.getByRole('button', { name: 'Lock' }).click();
  await expect(database.password).toBeVisible();
  await page.reload();
  await expect(database.password).toBeVisible();
});

test(
  'The database page says what failed: the check, its answer, or the session that the server does not know',
  { tag: '@thorough' },
  async ({ database, page, outages, allow }) => {
    allow(refused(500), refused(401), /net::ERR_FAILED/);
    const checked = page.waitForResponse(CHECK);
    await database.open();
    await checked;
    await outages.answer('admin/check-auth', 500, { error: 'Not now.' });
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.problem).toHaveText('Authentication failed. Please contact admin for database access.');
    const restore = await outages.cutOff(CHECK);
    await database.access.click();
    await expect(database.problem).toHaveText('Authentication error. Please contact admin for database access.');
    restore();
    await outages.answer('admin/auth', 401, { error: 'Admin authentication required' });
    await database.access.click();
    await expect(page.getByText('Admin authentication required')).toBeVisible();
  },
);

test(
  'The database page keeps the shortcuts of staff, shows counts to administrators only, and is locked by logging out',
  { tag: '@smoke' },
  async ({ database, staff, page, context, allow }) => {
    allow(refused(401));
    await staff.isSignedInAs('support');
    await database.open();
    await expect(database.password).toBeVisible();
    await expect(staff.places).toBeVisible();
    await expect(staff.places.getByRole('link', { name: 'Database' })).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('searchbox', { name: 'Search people and pages' })).toBeFocused();
    await page.keyboard.press('Escape');
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.tables.first()).toHaveText(/–$/);

    await staff.isSignedInAs('administrator');
    await database.open();
    await expect(database.tables).toHaveText(TABLES.map((name) => new RegExp(`^${name}.*\\d$`)));
    await expect(database.cards.nth(2)).toHaveText(/Churches\d+/);
    // The server asks again once it has forgotten the password.
    await context.clearCookies({ name: 'database' });
    await page.reload();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.query).toBeVisible();
    await staff.logOut.click();
    await staff.toasts.says('Logged out');
    await expect(database.password).toBeVisible();
    expect((await page.request.get('/api/admin/auth')).status()).toBe(401);
    await page.reload();
    await expect(database.password).toBeVisible();
  },
);
