/** A part of a page that the server does not have: the page is of a release that is gone. It is loaded anew, once. */
import type { Page } from '@playwright/test';
import {
  Demo,
  expect,
  expectAccessibleAndFitting,
  idleNetwork,
  PHONE,
  refused,
  test,
  typedFrom,
} from '../drivers/index.ts';

const WIZARD = '**/assets/wizard-*.js*';
const PAGE_OF_STAFF = '**/assets/signups-page-*.js*';
const MISSING = [refused(404), /dynamically imported module/, /React Router caught/];

/** Counts how often the page is loaded from now on. */
function loadsOf(page: Page) {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

test.describe('In the sign-up', () => {
  test.use({ viewport: PHONE });

  test('a missing step loads with the page, and nothing typed is lost', async ({ pastor, outages, page, allow }) => {
    allow(...MISSING);
    const typed = typedFrom(pastor.details);
    const isBack = await outages.missing(WIZARD);
    await pastor.opensTrialPage();
    const loads = loadsOf(page);
    const failed = page.waitForResponse((response) => response.status() === 404);
    await pastor.registration.fillIn(typed);
    await failed;
    await pastor.registration.holds({ name: typed.name!, churchName: typed.churchName! });
    expect(loads()).toBe(0);
    const reload = outages.reload().then(isBack);
    await pastor.sends();
    await reload;
    expect(loads()).toBe(1);
    await pastor.provesPhone();
  });

  test(
    'a step that stays missing is named in a message, after one reload',
    { tag: '@thorough' },
    async ({ pastor, outages, page, allow }) => {
      allow(...MISSING);
      const isBack = await outages.missing(WIZARD);
      await pastor.opensTrialPage();
      const loads = loadsOf(page);
      await pastor.registration.fillIn(typedFrom(pastor.details));
      await pastor.registration.send();
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'This page could not be shown' })).toBeFocused();
      await expect(main).toContainText(
        'A part of it did not load. We may be updating the site. What you saved is safe.',
      );
      await expectAccessibleAndFitting(page, 'a part that did not load');
      expect(loads()).toBe(1);
      isBack();
      await page.getByRole('button', { name: 'Try again' }).click();
      await pastor.phone.isShown();
    },
  );

  test('the form is sent without the scripts that are missing, with what was typed before', async ({
    pastor,
    outages,
    page,
    allow,
  }) => {
    allow(...MISSING);
    await outages.missing('**/assets/entry.client-*.js');
    const release = await outages.hold('**/assets/entry.client-*.js');
    await page.goto('/trial');
    const loads = loadsOf(page);
    const isQuiet = idleNetwork(page);
    await page.getByLabel('Your name').fill('Ruth Boaz');
    const failed = page.waitForResponse((response) => response.status() === 404);
    release();
    await failed;
    await isQuiet();
    await pastor.registration.holds({ name: 'Ruth Boaz' });
    await expect(page.getByText('This page did not load completely.')).toBeHidden();
    expect(loads()).toBe(0);
  });
});

test.describe('In the back office', () => {
  test('a missing page is loaded anew', { tag: '@smoke' }, async ({ staff, outages, page, allow }) => {
    allow(...MISSING);
    await staff.isSignedInAs();
    const isBack = await outages.missing(PAGE_OF_STAFF);
    const first = outages.reload();
    await page.goto('/admin');
    await first;
    await outages.reload().then(isBack);
    await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();
  });

  test(
    'a page that stays missing says what to do, after one reload',
    { tag: '@thorough' },
    async ({ staff, outages, page, allow }) => {
      allow(...MISSING);
      await staff.isSignedInAs();
      await outages.missing(PAGE_OF_STAFF);
      const loads = loadsOf(page);
      await page.goto('/admin');
      const message = page.getByRole('alert').filter({ hasText: 'This page did not load completely.' });
      await expect(message).toContainText('Wait a minute, then reload it.');
      await expect(staff.checking).toBeHidden();
      await expectAccessibleAndFitting(page, 'a page without its scripts');
      expect(loads()).toBe(2);
    },
  );

  test(
    'a part that is missing before it is needed leaves the page, and loads with it when it is',
    { tag: '@thorough' },
    async ({ staff, outages, page, allow }) => {
      allow(...MISSING);
      await staff.isSignedInAs();
      const isBack = await outages.missing('**/assets/shortcuts-dialog-*.js*');
      const failed = page.waitForResponse((response) => response.status() === 404);
      await page.goto('/admin');
      await failed;
      await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();
      const loads = loadsOf(page);
      const reload = outages.reload().then(isBack);
      await page.keyboard.press('?');
      await reload;
      await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();
      await expect(async () => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 500 });
      }).toPass();
      expect(loads()).toBe(1);
    },
  );
});

test.describe('On the plan page', () => {
  test('a missing script is loaded anew, and a message says what to do if it stays missing', async ({
    outages,
    page,
    allow,
  }) => {
    allow(...MISSING);
    const isBack = await outages.missing('**/assets/plan-page-*.js*');
    const loads = loadsOf(page);
    await page.goto('/plan');
    await expect(page.getByText('This page did not load completely.')).toBeVisible();
    expect(loads()).toBe(2);
    isBack();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await expect(page.getByText('This page did not load completely.')).toBeHidden();
  });
});

test.describe('A demo', () => {
  test('that is missing loads with the page once it is pressed, or says what to do', async ({
    outages,
    page,
    allow,
  }) => {
    allow(...MISSING);
    const isBack = await outages.missing('**/demo.js*');
    const demo = new Demo(page);
    await page.goto('/trial-demo');
    const loads = loadsOf(page);
    const button = demo.studentTab('Challenge');
    await button.click();
    await expect.poll(loads).toBe(1);
    await button.click();
    await expect(page.getByText('The demo didn’t load. Reload the page in a minute.')).toBeVisible();
    expect(loads()).toBe(1);
    isBack();
    await page.reload();
    await button.click();
    await expect(page.getByText('The demo didn’t load.')).toHaveCount(0);
  });
});
