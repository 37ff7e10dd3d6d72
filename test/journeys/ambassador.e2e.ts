import { AMBASSADOR, expect, hasNoBarriers, refused, SCREENS, scriptBytes, wider } from '../drivers/index.ts';
import { testOf, testsOfBoth } from './both-applications.ts';
import { testsOfFailing } from './failing-applications.ts';

const test = testOf(AMBASSADOR);

testsOfBoth(test, AMBASSADOR);
testsOfFailing(test, AMBASSADOR);

test('What the program is stands before the form, what comes next after it', async ({ applicant, page }) => {
  await applicant.opens();
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
    'You receive an e-mail with our decision.',
    'If you are selected, we invite you to ambassador onboarding.',
  ]);
  await expect(main.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
});

test('It is reached from the home page, and brings no more script than the sign-up', async ({ applicant, page }) => {
  await page.goto('/trial', { waitUntil: 'networkidle' });
  const signup = await scriptBytes(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Apply to the Ambassador Program' }).click();
  await applicant.isShown();
  await page.waitForLoadState('networkidle');
  expect(await scriptBytes(page)).toBeLessThanOrEqual(signup);
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test('no barrier is found in any state, and nothing is wider than the screen', async ({
      applicant,
      outages,
      page,
      allow,
    }) => {
      allow(refused(500));
      test.slow();
      const isFine = async (state: string) => {
        await hasNoBarriers(page, state);
        expect(await wider(page), state).toBe(0);
      };
      await applicant.opens();
      await isFine('empty');
      await applicant.send();
      await expect(applicant.summary).toBeFocused();
      await isFine('refused');
      await outages.answer(AMBASSADOR.call, 500, { error: 'Not now.' });
      await applicant.fillIn(applicant.details);
      await applicant.send();
      await applicant.isToldToTryAgain();
      await isFine('failed, with a toast');
      const letGo = await outages.hold(`**/api/${AMBASSADOR.call}`);
      await applicant.send();
      await expect(applicant.sendButton).toHaveText('Submitting...');
      await isFine('submitting');
      letGo();
      await applicant.isThanked();
      await isFine('submitted');
    });
  });
