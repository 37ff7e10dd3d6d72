import { expect, hasNoBarriers, refused, SCREENS, SiteFrame, test } from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`No barrier is found on ${screen}`, () => {
    test.use({ viewport });
    test.beforeEach(({ allow }) => allow(refused(400), refused(402), refused(404), refused(503), /net::ERR_FAILED/));

    test('in step one, empty and refused', async ({ pastor, page }) => {
      await pastor.opensTrialPage();
      await hasNoBarriers(page, 'empty form');
      await pastor.registration.fillIn({ birthdate: '2020-01-01' });
      await pastor.registration.send();
      await pastor.toasts.warns('Age Requirement');
      await expect(pastor.registration.summary).toBeFocused();
      await hasNoBarriers(page, 'refused form with a toast');
    });

    test('in step two, with its forms open and a wrong code', { tag: '@thorough' }, async ({ pastor, page }) => {
      await pastor.isAskedForCode();
      await hasNoBarriers(page, 'code screen');
      await pastor.phone.changeNumberTo('12');
      await hasNoBarriers(page, 'changing the number');
      await pastor.phone.changeEmailTo('nobody');
      await hasNoBarriers(page, 'changing the e-mail');
      await pastor.phone.typeCode('000000');
      await pastor.toasts.warns('Invalid verification code');
      await hasNoBarriers(page, 'wrong code');
    });

    test('in step three, ready and refused', { tag: '@thorough' }, async ({ pastor, page }) => {
      await pastor.isAskedForCard();
      await hasNoBarriers(page, 'plan and card');
      await pastor.savesCard('declined');
      await pastor.toasts.warns('Payment Error');
      await hasNoBarriers(page, 'card refused');
    });

    test(
      "in step three without a card form, and with a bank's question",
      { tag: '@thorough' },
      async ({ pastor, outages, page }) => {
        await outages.answer('trial-setup-intent', 503, { error: 'Not now.' });
        await pastor.elsewhere.provesPhone();
        await pastor.opensLink();
        await pastor.toasts.warns('Checkout Error');
        await hasNoBarriers(page, 'no card form');
        await pastor.retryButton.click();
        await pastor.savesCard('askingTheBank');
        await expect(pastor.billing.bank.getByRole('button', { name: 'Complete' })).toBeVisible();
        await hasNoBarriers(page, "the bank's question");
      },
    );

    test(
      'while the account is opened, refused, pending and open',
      { tag: '@thorough' },
      async ({ pastor, outages, page }) => {
        await outages.answer('create-account', 200, { success: false, error: 'Not now.' });
        await pastor.isAskedForCard();
        await pastor.savesCard();
        await pastor.toasts.warns('Account Creation Failed');
        await hasNoBarriers(page, 'account refused');
        await pastor.retryButton.click();
        await pastor.isWelcomed();
        await hasNoBarriers(page, 'success');
      },
    );

    test(
      'on the pages a payment comes back to, and where a link is broken',
      { tag: '@thorough' },
      async ({ pastor, outages, page }) => {
        await page.goto('/trial/success');
        await pastor.toasts.warns('Error processing checkout');
        await hasNoBarriers(page, 'checkout failed');
        await outages.hold('**/api/trial-checkout-complete');
        await page.goto('/trial/success?session_id=cs_test_1');
        await expect(pastor.return.waiting).toBeVisible();
        await hasNoBarriers(page, 'waiting');
        await page.goto('/trial?step=verification&trialId=1234567890123');
        await pastor.toasts.warns('Error loading trial data');
        await hasNoBarriers(page, 'link without a trial');
        await pastor.elsewhere.becomesMember();
        await page.goto(`/trial-checkout-success?trial_id=${pastor.elsewhere.id}`);
        await pastor.return.activates();
        await hasNoBarriers(page, 'checkout complete');
      },
    );

    test('on the home page, the 404 page and in the open drawer', async ({ page }) => {
      await page.goto('/');
      await hasNoBarriers(page, 'home');
      await page.goto('/nowhere');
      await hasNoBarriers(page, '404');
      const frame = new SiteFrame(page);
      if (!(await frame.menuButton.isVisible())) return;
      await frame.openMenu();
      await hasNoBarriers(page, 'drawer');
    });
  });
}

test('Whoever asked for less motion gets none', async ({ pastor, outages, page }) => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ timeline, playState }) => timeline instanceof DocumentTimeline && playState === 'running')
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 10)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
  await pastor.elsewhere.provesPhone();
  const letGo = await outages.hold('**/api/trial-signup/*');
  await pastor.opensLink();
  await expect(page.getByText('Opening your sign-up…')).toBeVisible();
  expect(await moving()).toEqual([]);
  letGo();
  await pastor.billing.isReady();
  await pastor.savesCard('declined').catch(() => {});
  await pastor.toasts.warns('Payment Error');
  expect(await moving()).toEqual([]);
});
