import { aKey, aStaffMember, aStoredRequest, aTrial } from '../builders/index.ts';
import { expect, expectBestPractices, Keyboard, refused, SCREENS, test, horizontalOverflow } from '../drivers/index.ts';
import { ADMIN } from '../support/stack.mjs';

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`The back office passes axe on ${screen}`, () => {
    test.use({ viewport });

    test('on the sign-in: with errors and the code field', { tag: '@thorough' }, async ({ staff, page, allow }) => {
      allow(refused(401));
      const member = await aStaffMember(staff.stack, { totp: true });
      await page.goto('/admin');
      await staff.fillIn({ email: 'nobody', password: '' });
      await expectBestPractices(page, 'fields refused');
      await staff.fillIn(member);
      await expect(staff.authenticatorCode).toBeFocused();
      await expectBestPractices(page, 'code asked for');
      await page.goto('/trials');
      await staff.fillIn({ ...member, password: 'wrong' });
      await staff.toasts.warns('Login failed');
      await expectBestPractices(page, 'sign-in refused');
    });

    test(
      'on the dashboard: filtered, without a match, failed, with an ended session',
      { tag: '@thorough' },
      async ({ staff, signups, outages, page, allow }) => {
        allow(refused(500), refused(401));
        const member = await staff.isSignedInAs();
        const church = `Church ${aKey()}`;
        await aTrial(staff.stack, { state: 'success', pastor: { churchName: church } });
        await page.goto(`/admin?q=${church}`);
        await signups.opensFilters();
        await signups.preset('30 days').click();
        await expect(staff.rows().last()).toContainText(church);
        await signups.opensMenu();
        await expectBestPractices(page, 'a full page');
        expect(await horizontalOverflow(page)).toBe(0);
        await signups.search.fill(`nobody ${aKey()}`);
        await expect(page.getByText('No sign-ups match')).toBeVisible();
        await expectBestPractices(page, 'no match');
        await outages.answer('admin/trial-signups?*', 500, { error: 'Not now.' });
        await signups.search.fill('another');
        await expect(page.getByText('Error loading trial signups.')).toBeVisible();
        await expectBestPractices(page, 'failed');
        await staff.loseSession(member);
        await signups.search.fill('a third');
        await expect(staff.signInAgain).toBeVisible();
        await expectBestPractices(page, 'session over');
      },
    );

    test('on the database page, once it is open', { tag: '@thorough' }, async ({ staff, database, page }) => {
      await staff.isSignedInAs();
      await database.open();
      await database.unlock(ADMIN.ADMIN_DATABASE_PASSWORD);
      await page.getByRole('button', { name: 'Execute Query' }).click();
      await expectBestPractices(page, 'database');
      expect(await horizontalOverflow(page)).toBe(0);
    });
  });
}

test(
  'Signing in, filtering, sorting, exporting and signing out work by keyboard alone',
  { tag: '@thorough' },
  async ({ staff, signups, page }) => {
    const member = await aStaffMember(staff.stack);
    const church = `Church ${aKey()}`;
    for (const firstName of ['Ruth', 'Naomi']) await aTrial(staff.stack, { pastor: { firstName, churchName: church } });
    const keyboard = new Keyboard(page);
    await page.goto('/admin');
    await keyboard.typeInto(staff.email, member.email);
    await keyboard.typeInto(staff.password, member.password);
    await keyboard.press('Enter');
    await expect(staff.heading('Trial Signup Dashboard')).toBeFocused();
    await keyboard.typeInto(signups.search, church);
    await expect(page.getByText('2 sign-ups, dates in')).toBeVisible();
    await keyboard.typeInto(signups.start, '01012020');
    await keyboard.reach(signups.apply);
    await keyboard.press('Enter');
    await expect(signups.activeFilter).toContainText('From Jan 1, 2020');
    await keyboard.reach(signups.head('Name').getByRole('button'));
    await keyboard.press('Enter');
    await expect(staff.rows().first()).toContainText('Naomi');
    await expect(signups.head('Name').getByRole('button')).toBeFocused();
    await keyboard.reach(signups.export, 200);
    const [file] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^trial-signups-/);
    await keyboard.reach(staff.logOut, 200);
    await keyboard.press('Enter');
    await expect(staff.heading('Admin Login')).toBeVisible();
  },
);

test('Public pages and the sign-up load no script of the back office', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  for (const path of ['/', '/trial']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(scripts.filter((path) => /back-office|signups-page|incomplete-page|staff/.test(path))).toEqual([]);
});

test('A page without use for five minutes hears of no changes, so the session can expire; used again, it reads them', async ({
  staff,
  page,
  stack,
}) => {
  await page.clock.install();
  await staff.isSignedInAs('support');
  const listening = page.waitForRequest('**/api/admin/changes');
  await page.goto('/admin/queue');
  const stream = await listening;
  await expect(page.locator('.queue-group').or(page.getByText('Nothing needs a person.')).first()).toBeVisible();
  const closed = page.waitForEvent('requestfailed', (request) => request === stream);
  await page.clock.fastForward('05:31');
  await closed;
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  await page.clock.runFor('02:00');
  expect(calls).toEqual([]);
  const id = Date.now();
  await aStoredRequest(stack, { id, lastName: `Idle ${id}` }, { created_at: '2020-01-01' });
  await page.mouse.move(100, 100);
  await expect(staff.row(String(id))).toBeVisible();
});
