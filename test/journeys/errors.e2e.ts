/** What the sign-up shows when a call fails, and what any page shows when it cannot be rendered. */
import { storedTrials, timeOf } from '../builders/index.ts';
import { expect, expectAccessibleAndFitting, PHONE, refused, test, typedFrom } from '../drivers/index.ts';
import type { Page } from '@playwright/test';

const DATABASE = 'Unable to verify account status. Please try again later or contact support.';
const UNEXPECTED = 'An unexpected error occurred. Please try again or contact support.';

test('Step one says what failed, keeps what was typed, and saves the sign-up once though an answer was lost', async ({
  pastor,
  outages,
  allow,
}) => {
  allow(refused(400), refused(429), refused(500), refused(503), /net::ERR_FAILED/);
  const { registration, toasts } = pastor;
  await pastor.opensTrialPage();
  // A look-up that is used up is left out.
  await outages.answer(
    'check-user-exists',
    429,
    { error: 'Too many attempts. Please wait a little and try again.' },
    2,
  );
  await outages.answer('trial-signup', 503, { databaseError: true, error: DATABASE });
  await registration.fillIn(typedFrom(pastor.details));
  const failsAgain = async (title: string, message: string) => {
    await registration.send();
    await toasts.warns(title, message);
    await expect(pastor.notice(title)).toContainText(message);
  };
  await failsAgain('System Error', DATABASE);
  await expect(registration.summary).toBeFocused();
  await outages.answer('check-user-exists', 503, { databaseError: true, error: DATABASE });
  await outages.answer('trial-signup', 500, { error: UNEXPECTED });
  await failsAgain('System Error', DATABASE);
  await failsAgain('Error', UNEXPECTED);
  const restore = await outages.cutOff('**/api/trial-signup');
  await failsAgain('Error', 'Failed to create trial signup');
  restore();
  const fields = { firstName: 'Name must be at least 2 characters' };
  await outages.answer('trial-signup', 400, { error: 'Please check the marked fields and try again.', fields });
  await registration.send();
  await registration.refuses({ name: fields.firstName });
  await registration.holds({ name: 'Mary Ann Lee' });

  await registration.fillIn({ name: 'Mary Lee' });
  await outages.loseAnswer('trial-signup');
  await registration.send();
  await pastor.phone.isShown();
  expect(await storedTrials(pastor.stack, { phone: pastor.details.phone })).toHaveLength(1);
});

test('A link to an unknown sign-up, or to none, says what helps', async ({ pastor, page, allow }) => {
  allow(refused(404));
  for (const query of ['step=verification', 'step=verification&trialId=abc', 'step=verification&trialId=-1']) {
    await page.goto(`/trial?${query}`);
    await pastor.toasts.warns('Missing trial information');
    await expect(pastor.notice('Missing trial information')).toBeVisible();
  }
  await page.goto('/trial?step=verification&trialId=1234567890123');
  await pastor.toasts.warns('Error loading trial data');
  await expect(page.getByRole('main').getByRole('heading')).toHaveText(['We could not find this sign-up']);
  await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toHaveCount(0);
  await expectAccessibleAndFitting(page, 'an unknown sign-up');
  await page.getByRole('main').getByRole('link', { name: 'Start over' }).click();
  await pastor.registration.isShown();
});

test(
  'The card step says what failed, returns to the saved plan, does not confirm a card twice, and goes on at a retry',
  { tag: '@smoke' },
  async ({ pastor, outages, allow }) => {
    allow(refused(500), refused(503), /net::ERR_FAILED/);
    const message = 'We could not prepare the card form. Please try again or contact support.';
    await outages.answer('trial-setup-intent', 503, { error: message });
    await pastor.viaApi.provesPhone();
    await pastor.opensLink();
    await pastor.toasts.warns('Checkout Error', message);
    await expect(pastor.notice('Checkout Error')).toContainText(message);
    await pastor.retryButton.click();
    await pastor.billing.isReady();

    await pastor.billing.choosePlan('20-49');
    await outages.answer('update-selected-plan', 500, { error: UNEXPECTED });
    await pastor.billing.choosePlan('100-199');
    await pastor.toasts.warns('Error', UNEXPECTED);
    await expect(pastor.notice('Error')).toContainText(UNEXPECTED);
    await pastor.billing.hasPlan('20-49');

    await pastor.stack.sandbox.webhooks.set('hold');
    const restore = await outages.cutOff('**/api/update-payment-verified');
    await pastor.savesCard();
    await pastor.toasts.warns('Payment Error', UNEXPECTED);
    await expect(pastor.notice('Payment Error')).toContainText(UNEXPECTED);
    restore();
    await pastor.billing.startButton.click();
    await pastor.isWelcomed();
    await pastor.stack.sandbox.webhooks.deliver();
    await pastor.stack.sandbox.webhooks.set('normal');
    await pastor.hasOneAccount('tier_20_49');
  },
);

test.describe('A page that cannot be rendered', () => {
  test.use({ viewport: PHONE });

  const HEADING = 'This page could not be shown';
  /** The browser's console errors about an exception. */
  const CONSOLE_ERRORS = [
    /^error: .*(TypeError|RangeError)/s,
    /^error: .*React Router caught/s,
    /^uncaught: (Type|Range)Error/,
  ];

  const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });

  /** Asserts the text and the links, and that no detail of the error is shown. */
  async function expectErrorPage(page: Page, home: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('body')).not.toContainText(/Error|undefined|null|\.js|\bat \w/);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'support@lampstand.example' })).toBeVisible();
    await expect(main.getByRole('link', { name: home })).toBeVisible();
    await expectAccessibleAndFitting(page, HEADING);
  }

  test('shows an error below the links of the back office, and a retry works', async ({
    staff,
    outages,
    page,
    allow,
  }) => {
    allow(...CONSOLE_ERRORS);
    await staff.isSignedInAs();
    await outages.answer('admin/trial-signups?*', 200, { rows: [null], total: 1 });
    await page.goto('/admin');
    await expectErrorPage(page, 'Go to the dashboard');
    await staff.menu.click();
    await staff.places.getByRole('link', { name: 'Newsletter' }).click();
    await expect(staff.heading('Newsletter Subscribers')).toBeVisible();

    await outages.answer('admin/trial-signups?*', 200, { rows: [null], total: 1 });
    await page.goto('/admin');
    await retry(page).click();
    await expect(staff.heading('Trial Signup Dashboard')).toBeVisible();
    await expect(page.getByRole('heading', { name: HEADING })).toHaveCount(0);
  });

  test(
    'shows an error in the first step of the sign-up, and a retry works',
    { tag: '@thorough' },
    async ({ pastor, outages, page, allow }) => {
      allow(...CONSOLE_ERRORS, /Minified React error #31/);
      await page.context().addCookies([{ name: 'signup', value: '1', url: pastor.stack.url }]);
      await outages.answer('trial-signup/current', 200, { success: true, signup: { firstName: {}, trialId: 7 } }, 2);
      await page.goto('/trial');
      await expectErrorPage(page, 'Return to Homepage');
      await retry(page).click();
      await pastor.registration.isShown();
    },
  );

  test(
    'shows an error in a later step of the sign-up, and a retry continues there',
    { tag: '@thorough' },
    async ({ pastor, outages, page, allow }) => {
      allow(...CONSOLE_ERRORS);
      await pastor.viaApi.signsUp();
      // Other tests have moved the clock of these servers. Of an expired code the page shows no time.
      const later = new Date(Date.parse(await timeOf(pastor.stack)) + 600_000).toISOString();
      const times = { sentAt: later, resendAt: 'soon', expiresAt: later, lockedUntil: later, sends: 1 };
      await outages.answer('verify-phone', 200, { success: true, sent: false, ...times });
      await pastor.opensLink();
      await expectErrorPage(page, 'Return to Homepage');
      await retry(page).click();
      await pastor.phone.isShown();
    },
  );

  test('shows the same error if it fails outside its frame', { tag: '@thorough' }, async ({ page, allow }) => {
    allow(...CONSOLE_ERRORS);
    const withoutText = { path: '/nowhere', title: 'Small groups', keywords: '', headings: '', description: '' };
    let fails = true;
    await page.route('**/search.json', (route) => (fails ? route.fulfill({ json: [withoutText] }) : route.continue()));
    await page.goto('/search?q=small+groups');
    await expectErrorPage(page, 'Return to Homepage');
    fails = false;
    await retry(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  });
});
