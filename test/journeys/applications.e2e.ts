/** The ambassador application and the trial request. */
import {
  AMBASSADOR,
  type Application,
  expect,
  expectAccessibleAndFitting,
  refused,
  isHydrated,
  SCREENS,
  TRIAL_REQUEST,
} from '../drivers/index.ts';
import { timeOf } from '../builders/index.ts';
import { testOf, testsOfForm } from './application-form.ts';

const ambassadorTest = testOf(AMBASSADOR);
const requestTest = testOf(TRIAL_REQUEST);

ambassadorTest.describe('The ambassador application', () => {
  const test = ambassadorTest;

  // `npm test` runs these for the trial request, which has the same form.
  if (process.env['THOROUGH']) {
    testsOfForm(test, AMBASSADOR);
    testsOfFailures(test, AMBASSADOR);
    testsOfAccessibility(test, AMBASSADOR);
  }

  test(
    'The home page leads to the program, which is described before the form, and the next steps after it',
    { tag: '@smoke' },
    async ({ applicant, page }) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Apply to the Ambassador Program' }).click();
      await applicant.isShown();
      await isHydrated(page);
      const main = page.getByRole('main');
      await expect(main).toContainText(
        'Ambassadors get early access to new features, exclusive strategy calls and help shape youth ministry technology.',
      );
      await expect(main).not.toContainText('What happens next?');
      await applicant.fillIn(applicant.details);
      await applicant.send();
      await applicant.isThanked();
      await expect(main).toContainText('We review applications within 5-7 business days.');
      await expect(main.getByRole('heading', { name: 'What happens next?' })).toBeVisible();
      await expect(main.getByRole('listitem')).toHaveText([
        'Our team reviews your application.',
        'You receive an email with our decision.',
        'If you’re selected, we invite you to ambassador onboarding.',
      ]);
      await expect(main.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
    },
  );
});

requestTest.describe('The trial request', () => {
  const test = requestTest;

  testsOfForm(test, TRIAL_REQUEST);
  testsOfFailures(test, TRIAL_REQUEST);
  testsOfAccessibility(test, TRIAL_REQUEST);

  test('The largest plan links to it, it links smaller ministries to the free trial, and says who answers', async ({
    applicant,
    page,
  }) => {
    await page.goto('/pricing');
    await page.getByRole('link', { name: /^Get a Quote/ }).click();
    await applicant.isShown();
    await isHydrated(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('For ministries with 500 or more active users');
    await expect(main.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/trial');
    await applicant.fillIn(applicant.details);
    await applicant.send();
    await applicant.isThanked();
    await expect(main).toContainText(
      'Thank you. Someone on our team will read it and answer you by email. If it’s urgent, write to support@lampstand.example.',
    );
  });
});

/** Failures of the network or the server: nothing typed is lost. */
function testsOfFailures(test: ReturnType<typeof testOf>, { call }: Application): void {
  test('The entries stay when the server fails, and are saved once though an answer was lost', async ({
    applicant,
    outages,
    allow,
  }) => {
    allow(refused(500, call), refused(503, call), /net::ERR_FAILED/);
    const error = 'An unexpected error occurred. Please try again or contact support.';
    await outages.answer(call, 500, { error });
    await applicant.applies();
    await applicant.isToldToTryAgain();
    await outages.answer(call, 503, { error });
    await applicant.send();
    await applicant.isToldToTryAgain();
    await outages.loseAnswer(call);
    await applicant.send();
    await applicant.isThanked();
    await applicant.hasAppliedOnce();
  });

  test(
    'Without a network it waits, and is sent by itself',
    { tag: '@thorough' },
    async ({ applicant, outages, allow }) => {
      allow(/net::ERR_INTERNET_DISCONNECTED/);
      await applicant.opens();
      await applicant.fillIn(applicant.details);
      await outages.during(() => applicant.send());
      await applicant.isThanked();
      await applicant.hasAppliedOnce();
    },
  );

  test(
    'Errors of the server are shown at their fields',
    { tag: '@thorough' },
    async ({ applicant, outages, allow }) => {
      allow(refused(400, call));
      const fields = { churchCity: 'City is required', email: 'Please enter a valid email address' };
      await outages.answer(call, 400, { error: 'Please check the marked fields and try again.', fields });
      await applicant.applies();
      await applicant.refuses(fields);
      await applicant.send();
      await applicant.isThanked();
    },
  );

  test(
    'Too many attempts are refused, with the time of the next',
    { tag: '@thorough' },
    async ({ applicant, outages, allow }) => {
      allow(refused(429, call));
      const error = 'Too many attempts. Please wait a little and try again.';
      const now = Date.parse(await timeOf(applicant.stack));
      await outages.answer(call, 429, { error, retryAt: new Date(now + 600_000).toISOString() });
      await applicant.applies();
      await applicant.isToldToTryAgain();
      await expect(applicant.notice).toContainText(error);
      await expect(applicant.notice).toContainText(/You can try again (tomorrow )?at \d{1,2}:\d{2} [AP]M\./);
    },
  );
}

/** Accessibility in every state. */
function testsOfAccessibility(test: ReturnType<typeof testOf>, { call }: Application): void {
  for (const [screen, viewport] of Object.entries(SCREENS))
    test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
      test.use({ viewport });

      test('every state passes axe and fits the width of the screen', async ({ applicant, outages, page, allow }) => {
        allow(refused(500));
        test.slow();
        await applicant.opens();
        await expectAccessibleAndFitting(page, 'empty');
        await applicant.send();
        await expect(applicant.summary).toBeFocused();
        await expectAccessibleAndFitting(page, 'refused');
        await outages.answer(call, 500, { error: 'Not now.' });
        await applicant.fillIn(applicant.details);
        await applicant.send();
        await applicant.isToldToTryAgain();
        await expectAccessibleAndFitting(page, 'failed, with a toast');
        const release = await outages.hold(`**/api/${call}`);
        await applicant.send();
        await expect(applicant.sendButton).toHaveText('Submitting...');
        await expectAccessibleAndFitting(page, 'submitting');
        release();
        await applicant.isThanked();
        await expectAccessibleAndFitting(page, 'submitted');
      });
    });
}
