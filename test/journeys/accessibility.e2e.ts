import { expect, expectAccessible, refused, SCREENS, test, typedFrom } from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`The sign-up passes axe on ${screen}`, () => {
    test.use({ viewport });
    test.beforeEach(({ allow }) => allow(refused(400), refused(402), refused(404), refused(503), /net::ERR_FAILED/));

    test('in step one, empty and with errors', { tag: '@thorough' }, async ({ pastor, page }) => {
      await pastor.opensTrialPage();
      await expectAccessible(page, 'empty form');
      await pastor.registration.fillIn({ ...typedFrom(pastor.details), birthdate: '2020-01-01' });
      await pastor.registration.send();
      await pastor.toasts.warns('Age Requirement');
      await expect(pastor.registration.summary).toBeFocused();
      await expectAccessible(page, 'refused form with a toast');
    });

    test('in step two, with open forms and a wrong code', { tag: '@thorough' }, async ({ pastor, page }) => {
      await pastor.isAskedForCode();
      await expectAccessible(page, 'code screen');
      await pastor.phone.changeNumberTo('12');
      await expectAccessible(page, 'changing the number');
      await pastor.phone.changeEmailTo('nobody');
      await expectAccessible(page, 'changing the email');
      await pastor.phone.typeCode('000000');
      await pastor.toasts.warns('Invalid verification code');
      await expectAccessible(page, 'wrong code');
    });

    test('in step three, ready and with a declined card', { tag: '@thorough' }, async ({ pastor, page }) => {
      await pastor.isAskedForCard();
      await expectAccessible(page, 'plan and card');
      await pastor.savesCard('declined');
      await pastor.toasts.warns('Payment Error');
      await expectAccessible(page, 'card refused');
    });

    test(
      'in step three without a card form, and with 3D Secure',
      { tag: '@thorough' },
      async ({ pastor, outages, page }) => {
        await outages.answer('trial-setup-intent', 503, { error: 'Not now.' });
        await pastor.viaApi.provesPhone();
        await pastor.opensLink();
        await pastor.toasts.warns('Checkout Error');
        await expectAccessible(page, 'no card form');
        await pastor.retryButton.click();
        await pastor.savesCard('askingTheBank');
        await expect(pastor.billing.bank.getByRole('button', { name: 'Complete' })).toBeVisible();
        await expectAccessible(page, "the bank's question");
      },
    );

    test('while the account opens: refused and open', { tag: '@thorough' }, async ({ pastor, outages, page }) => {
      await outages.answer('create-account', 200, { success: false, error: 'Not now.' });
      await pastor.isAskedForCard();
      await pastor.savesCard();
      await pastor.toasts.warns('Account Creation Failed');
      await expectAccessible(page, 'account refused');
      await pastor.retryButton.click();
      await pastor.isWelcomed();
      await expectAccessible(page, 'success');
    });

    test(
      'on the pages that a payment returns to, and on a broken link',
      { tag: '@thorough' },
      async ({ pastor, outages, page }) => {
        await page.goto('/trial/success');
        await pastor.toasts.warns('Error processing checkout');
        await expectAccessible(page, 'checkout failed');
        await outages.hold('**/api/trial-checkout-complete');
        await page.goto('/trial/success?session_id=cs_test_1');
        await expect(pastor.return.waiting).toBeVisible();
        await expectAccessible(page, 'waiting');
        await page.goto('/trial?step=verification&trialId=1234567890123');
        await pastor.toasts.warns('Error loading trial data');
        await expectAccessible(page, 'link without a trial');
        await pastor.viaApi.becomesMember();
        await page.goto(`/trial-checkout-success?trial_id=${pastor.viaApi.id}`);
        await pastor.return.activates();
        await expectAccessible(page, 'checkout complete');
      },
    );
  });
}

test('Nothing moves with reduced motion', { tag: '@thorough' }, async ({ pastor, outages, page }) => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ timeline, playState }) => timeline instanceof DocumentTimeline && playState === 'running')
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 10)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
  const release = await outages.hold('**/api/trial-checkout-complete');
  await page.goto('/trial/success?session_id=cs_test_1');
  await expect(page.getByText('Activating your trial…')).toBeVisible();
  expect(await moving()).toEqual([]);
  await pastor.viaApi.provesPhone();
  await pastor.opensLink();
  release();
  await pastor.billing.isReady();
  await pastor.savesCard('declined').catch(() => {});
  await pastor.toasts.warns('Payment Error');
  expect(await moving()).toEqual([]);
});
