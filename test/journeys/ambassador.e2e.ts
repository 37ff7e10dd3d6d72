import { AMBASSADOR, expect, scriptBytes } from '../drivers/index.ts';
import { testsOfBarriers } from './barriers-of-applications.ts';
import { testOf, testsOfBoth } from './both-applications.ts';
import { testsOfFailing } from './failing-applications.ts';

const test = testOf(AMBASSADOR);

// The same form as the trial request, which has these tests in `npm test`.
if (process.env['THOROUGH']) {
  testsOfBoth(test, AMBASSADOR);
  testsOfFailing(test, AMBASSADOR);
  testsOfBarriers(test, AMBASSADOR);
}

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
