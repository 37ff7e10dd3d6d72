import { type Application, expect, refused } from '../drivers/index.ts';
import type { testOf } from './both-applications.ts';

/** What goes wrong with the ambassador application and the trial request alike: nothing that was typed is lost. */
export function testsOfFailing(test: ReturnType<typeof testOf>, { call }: Application): void {
  for (const status of [500, 503])
    test(`A server that answers ${status} takes nothing away, and the next try works`, async ({
      applicant,
      outages,
      allow,
    }) => {
      allow(refused(status, call));
      await outages.answer(call, status, {
        error: 'An unexpected error occurred. Please try again or contact support.',
      });
      await applicant.applies();
      await applicant.isToldToTryAgain();
      await applicant.send();
      await applicant.isThanked();
      await applicant.hasAppliedOnce();
    });

  test(
    'Without a network everything stays as typed, also after a reload, and then it works',
    { tag: '@thorough' },
    async ({ applicant, context, page, allow }) => {
      allow(/net::ERR_INTERNET_DISCONNECTED/);
      await applicant.opens();
      await applicant.fillIn(applicant.details);
      await context.setOffline(true);
      await applicant.send();
      await applicant.isToldToTryAgain();
      await context.setOffline(false);
      await page.reload();
      await expect(applicant.keptNotice).toBeVisible();
      await applicant.holds(applicant.typed);
      await applicant.send();
      await applicant.isThanked();
      await applicant.hasAppliedOnce();
    },
  );

  test('It is saved once although the answer was lost', async ({ applicant, outages, allow }) => {
    allow(/net::ERR_FAILED/);
    await outages.loseAnswer(call);
    await applicant.applies();
    await applicant.isToldToTryAgain();
    await applicant.send();
    await applicant.isThanked();
    await applicant.hasAppliedOnce();
  });

  test(
    'What only the server found stands at its field',
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
    'Too many attempts are told, with the time of the next',
    { tag: '@thorough' },
    async ({ applicant, outages, allow }) => {
      allow(refused(429, call));
      const error = 'Too many attempts. Please wait a little and try again.';
      await outages.answer(call, 429, { error, retryAt: new Date(Date.now() + 600_000).toISOString() });
      await applicant.applies();
      await applicant.isToldToTryAgain();
      await expect(applicant.notice).toContainText(error);
      await expect(applicant.notice).toContainText(/You can try again at \d{1,2}:\d{2} [AP]M\./);
    },
  );
}
