import { aKey, aStaffMember, aTrial } from '../builders/index.ts';
import { expect, isWellMade, Keyboard, refused, SCREENS, test, wider } from '../drivers/index.ts';
import { ADMIN } from '../support/stack.mjs';

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`No barrier is found on ${screen}`, () => {
    test.use({ viewport });

    test('before the sign-in, refused and asked for a code', async ({ desk, page, allow }) => {
      allow(refused(401));
      const member = await aStaffMember(desk.stack, { totp: true });
      await page.goto('/admin');
      await desk.fillIn({ email: 'nobody', password: '' });
      await isWellMade(page, 'fields refused');
      await desk.fillIn(member);
      await expect(desk.authenticatorCode).toBeFocused();
      await isWellMade(page, 'code asked for');
      await page.goto('/trials');
      await desk.fillIn({ ...member, password: 'wrong' });
      await desk.toasts.warns('Login failed');
      await isWellMade(page, 'sign-in refused');
    });

    test(
      'on the dashboard: full, filtered, open, without a match, failed',
      { tag: '@thorough' },
      async ({ desk, signups, outages, page, allow }) => {
        allow(refused(500), refused(401));
        const member = await desk.isSignedInAs();
        const church = `Church ${aKey()}`;
        await aTrial(desk.stack, { state: 'success', pastor: { churchName: church } });
        await page.goto(`/admin?q=${church}`);
        await signups.preset('30 days').click();
        await expect(desk.rows().last()).toContainText(church);
        await page.getByText('Sign-ups per day as a table').click();
        await page.getByText('Columns (7)').click();
        await isWellMade(page, 'a full page');
        expect(await wider(page)).toBe(0);
        await signups.search.fill(`nobody ${aKey()}`);
        await expect(page.getByText('No sign-ups match')).toBeVisible();
        await isWellMade(page, 'no match');
        await outages.answer('admin/trial-signups?*', 500, { error: 'Not now.' });
        await signups.search.fill('another');
        await expect(page.getByText('Error loading trial signups.')).toBeVisible();
        await isWellMade(page, 'failed');
        await desk.loseSession(member);
        await signups.search.fill('a third');
        await expect(desk.signInAgain).toBeVisible();
        await isWellMade(page, 'session over');
      },
    );

    test(
      'on incomplete sign-ups, exports, audit and the database page',
      { tag: '@thorough' },
      async ({ desk, database, page }) => {
        await desk.isSignedInAs();
        const church = `Church ${aKey()}`;
        await aTrial(desk.stack, {
          state: 'billingInformation',
          pastor: { churchName: church, message: 'Call me, '.repeat(60) },
        });
        await page.goto(`/trials?q=${church}`);
        await expect(desk.rows()).toHaveCount(1);
        await isWellMade(page, 'incomplete');
        expect(await wider(page)).toBe(0);
        await page.request.get('/api/admin/trial-signups/export');
        for (const path of ['/admin/exports', '/admin/audit']) {
          await page.goto(path);
          await expect(desk.rows().first()).toBeVisible();
          await isWellMade(page, path);
          expect(await wider(page), path).toBe(0);
        }
        await database.open();
        await isWellMade(page, 'database gate');
        await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
        await page.getByRole('button', { name: 'Execute Query' }).click();
        await isWellMade(page, 'database');
        expect(await wider(page), 'database').toBe(0);
      },
    );
  });
}

test('Keys alone sign in, filter, sort, export and sign out', { tag: '@thorough' }, async ({ desk, signups, page }) => {
  const member = await aStaffMember(desk.stack);
  const church = `Church ${aKey()}`;
  for (const firstName of ['Ruth', 'Naomi']) await aTrial(desk.stack, { pastor: { firstName, churchName: church } });
  const keyboard = new Keyboard(page);
  await page.goto('/admin');
  await keyboard.typeInto(desk.email, member.email);
  await keyboard.typeInto(desk.password, member.password);
  await keyboard.press('Enter');
  await expect(desk.heading('Trial Signup Dashboard')).toBeFocused();
  await keyboard.typeInto(signups.start, '01012020');
  await keyboard.reach(signups.apply);
  await keyboard.press('Enter');
  await expect(signups.activeFilter).toContainText('From Jan 1, 2020');
  await keyboard.typeInto(signups.search, church);
  await expect(page.getByText('2 sign-ups, dates in')).toBeVisible();
  await keyboard.reach(signups.head('Name').getByRole('button'));
  await keyboard.press('Enter');
  await expect(desk.rows().first()).toContainText('Naomi');
  await expect(signups.head('Name').getByRole('button')).toBeFocused();
  await keyboard.reach(signups.export, 200);
  const [file] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/^trial-signups-/);
  await keyboard.reach(desk.logOut, 200);
  await keyboard.press('Enter');
  await expect(desk.heading('Admin Login')).toBeVisible();
});

test('Neither the public pages nor the sign-up load a script of the back office', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  for (const path of ['/', '/trial', '/ambassador-application', '/search']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(scripts.filter((path) => /back-office|signups-page|incomplete-page|staff/.test(path))).toEqual([]);
});
