import { expect, TRIAL_REQUEST } from '../drivers/index.ts';
import { testsOfBarriers } from './barriers-of-applications.ts';
import { testOf, testsOfBoth } from './both-applications.ts';
import { testsOfFailing } from './failing-applications.ts';

const test = testOf(TRIAL_REQUEST);

testsOfBoth(test, TRIAL_REQUEST);
testsOfFailing(test, TRIAL_REQUEST);
testsOfBarriers(test, TRIAL_REQUEST);

test('It is reached from the largest plan, and names the way for smaller ministries', async ({ applicant, page }) => {
  await page.goto('/pricing');
  await page.getByRole('link', { name: /^Contact Us/ }).click();
  await applicant.isShown();
  const main = page.getByRole('main');
  await expect(main).toContainText('For ministries with 500 or more active users');
  await expect(main.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/trial');
});

test('The team gets the request, and an answer to its mail goes to the person', async ({ applicant, stack }) => {
  await applicant.applies();
  await applicant.isThanked();
  await expect(applicant.page.getByRole('main')).toContainText(
    'Thank you. A person from our team reads it and answers you by e-mail. If it is urgent, write to support@lampstand.example.',
  );
  const { firstName, lastName, whyInterested } = applicant.details;
  const subject = new RegExp(`^Trial request of ${firstName} ${lastName}`);
  const mails = await stack.sandbox.mails('support@lampstand.example', { subject });
  expect(mails.some(({ text }) => text.replace(/\s+/g, ' ').includes(whyInterested))).toBe(true);
});
