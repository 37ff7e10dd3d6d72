import { expect, refused, test, Traffic } from '../drivers/index.ts';
import { ADMIN } from '../support/stack.mjs';

const CHECK = '**/api/admin/check-auth';
const NO_SQL = 'Direct SQL execution is disabled for security. Please use the admin API endpoints.';
const TABLES = ['users', 'trial_signups', 'ambassador_applications', 'subscriptions', 'prices', 'products', 'payments'];

test.describe('The password form', () => {
  test('enables its button once a password is typed', async ({ database }) => {
    await database.open();
    await expect(database.page.getByText('Administrator authentication required')).toBeVisible();
    await expect(database.access).toBeDisabled();
    await database.password.fill('   ');
    await expect(database.access).toBeDisabled();
    await database.password.fill('x');
    await expect(database.access).toBeEnabled();
  });

  test('keeps the navigation of a member of staff, and the shortcuts', async ({ database, staff, page }) => {
    await staff.isSignedInAs('support');
    await database.open();
    await expect(database.password).toBeVisible();
    await expect(staff.places).toBeVisible();
    await expect(staff.places.getByRole('link', { name: 'Database' })).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('searchbox', { name: 'Search people and pages' })).toBeFocused();
    await page.keyboard.press('Escape');
    await staff.places.getByRole('link', { name: 'Queue' }).click();
    await expect(staff.heading('Queue')).toBeVisible();
  });

  test('refuses a wrong password', async ({ database }) => {
    await database.open();
    await database.unlock('another password');
    await expect(database.problem).toHaveText('Invalid credentials. Please contact admin for database access.');
    await expect(database.password).toBeFocused();
  });

  test('shows different errors for a failed and a missing answer', async ({ database, outages, allow }) => {
    allow(refused(500), /net::ERR_FAILED/);
    const checked = database.page.waitForResponse(CHECK);
    await database.open();
    await checked;
    await outages.answer('admin/check-auth', 500, { error: 'Not now.' });
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.problem).toHaveText('Authentication failed. Please contact admin for database access.');
    await outages.cutOff(CHECK);
    await database.access.click();
    await expect(database.problem).toHaveText('Authentication error. Please contact admin for database access.');
  });

  test('unlocks by Enter, for this browser session', async ({ database, page, context }) => {
    await database.open();
    const asked = page.waitForResponse('**/api/admin/auth');
    await database.password.fill(ADMIN.ADMIN_DATABASE_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(database.query).toBeVisible();
    expect((await asked).status()).toBe(200);
    await page.reload();
    await expect(database.query).toBeVisible();
    const another = await context.newPage();
    await another.goto('/database');
    await expect(another.getByText('Administrator authentication required')).toBeVisible();
  });

  test('shows an error if the server does not know the session', async ({ database, outages, allow }) => {
    allow(refused(401));
    await outages.answer('admin/auth', 401, { error: 'Admin authentication required' });
    await database.open();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.page.getByText('Admin authentication required')).toBeVisible();
  });

  test('is locked again by the Lock button', async ({ database, page }) => {
    await database.open();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await page.getByRole('button', { name: 'Lock' }).click();
    await expect(database.password).toBeVisible();
    await page.reload();
    await expect(database.password).toBeVisible();
  });
});

test.describe('The page', () => {
  test('lists the tables, with dashes instead of counts without a sign-in', async ({ database }) => {
    await database.open();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.tables).toHaveText(TABLES.map((name) => new RegExp(`^${name}.*–$`)));
    await expect(database.cards).toHaveText([/Users–/, /Trial signups–/, /Churches–/]);
  });

  test('shows counts to administrators only', { tag: '@smoke' }, async ({ database, staff }) => {
    await staff.isSignedInAs('support');
    await database.open();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.tables.first()).toHaveText(/–$/);
    await staff.isSignedInAs('administrator');
    await database.open();
    await expect(database.tables).toHaveText(TABLES.map((name) => new RegExp(`^${name}.*\\d$`)));
    await expect(database.cards.nth(2)).toHaveText(/Churches\d+/);
  });

  test('asks for its password again once the server has forgotten it', async ({
    database,
    staff,
    page,
    context,
    allow,
  }) => {
    allow(refused(401));
    await staff.isSignedInAs('administrator');
    await database.open();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.tables.first()).toHaveText(/\d$/);
    await context.clearCookies({ name: 'database' });
    await page.reload();
    await expect(database.password).toBeVisible();
  });

  test('runs no SQL: it sends nothing and shows why', async ({ database, page, context, stack }) => {
    await database.open();
    const asked = page.waitForResponse('**/api/admin/auth');
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await asked;
    const traffic = new Traffic(context);
    await database.query.fill('DELETE FROM users');
    await page.getByRole('button', { name: 'Execute Query' }).click();
    await expect(page.getByText(NO_SQL)).toBeVisible();
    // The page may still load its own scripts.
    const sent = await traffic.sentTo(new URL(stack.url).origin);
    expect(sent.filter(({ call }) => !call.startsWith('/assets/'))).toEqual([]);
  });

  test('is locked by signing out', async ({ database, staff, page }) => {
    await staff.isSignedInAs();
    await database.open();
    await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
    await expect(database.query).toBeVisible();
    await staff.logOut.click();
    await staff.toasts.says('Logged out');
    await expect(database.password).toBeVisible();
    expect((await page.request.get('/api/admin/auth')).status()).toBe(401);
    await page.reload();
    await expect(database.password).toBeVisible();
  });
});
