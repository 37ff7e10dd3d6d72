import { countTimes, forgetCounts } from '../builders/index.ts';
import { limitedTest as test, PHONE, refused } from '../drivers/index.ts';
import { expect } from '@playwright/test';

test.use({ viewport: PHONE });

test('While too many codes are requested, a pastor gets a code after a check of the browser', async ({
  pastor,
  page,
  allow,
}) => {
  allow(refused(429));
  await countTimes(pastor.stack, 'unprovenCodesOverall', 'all', 3000);
  await pastor.viaApi.signsUp();
  await pastor.opensLink();
  await expect(pastor.notice('Failed to send verification code')).toContainText(
    'We are getting many requests for codes right now',
  );
  await expect(page.getByRole('button', { name: 'Email me the link' })).toBeEnabled();
  await page.getByRole('button', { name: 'Check my browser and text the code' }).click();
  await pastor.toasts.says('Verification code resent!');
  await expect(page.getByRole('button', { name: 'Check my browser and text the code' })).toBeHidden();
  await pastor.phone.typeCode(await pastor.receivesCode());
  await pastor.billing.isShown();
  await forgetCounts(pastor.stack, 'unprovenCodes');
});
