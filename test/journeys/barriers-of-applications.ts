import { type Application, expect, isFine, refused, SCREENS } from '../drivers/index.ts';
import type { testOf } from './both-applications.ts';

/** Every state of the ambassador application and the trial request is open to everybody, on a phone and at a desk. */
export function testsOfBarriers(test: ReturnType<typeof testOf>, { call }: Application): void {
  for (const [screen, viewport] of Object.entries(SCREENS))
    test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
      test.use({ viewport });

      test('no barrier is found in any state, and nothing is wider than the screen', async ({
        applicant,
        outages,
        page,
        allow,
      }) => {
        allow(refused(500));
        test.slow();
        await applicant.opens();
        await isFine(page, 'empty');
        await applicant.send();
        await expect(applicant.summary).toBeFocused();
        await isFine(page, 'refused');
        await outages.answer(call, 500, { error: 'Not now.' });
        await applicant.fillIn(applicant.details);
        await applicant.send();
        await applicant.isToldToTryAgain();
        await isFine(page, 'failed, with a toast');
        const letGo = await outages.hold(`**/api/${call}`);
        await applicant.send();
        await expect(applicant.sendButton).toHaveText('Submitting...');
        await isFine(page, 'submitting');
        letGo();
        await applicant.isThanked();
        await isFine(page, 'submitted');
      });
    });
}
