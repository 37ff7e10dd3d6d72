import { deleteAtStripe, lifeOf } from '../builders/index.ts';
import { expect, headingsOf, refused, test } from '../drivers/index.ts';
import { eventually } from '../support/index.ts';

const WENT_WRONG = 'Something went wrong. Please contact support.';

test.describe("The payment provider's own page", () => {
  test.beforeEach(({ allow }) => allow(/stripe\.js|net::ERR_FAILED/));

  test('stores the card if our form cannot be loaded', async ({ pastor, outages, page }) => {
    await outages.cutOff('**/stripe.js');
    await pastor.viaApi.provesPhone();
    await pastor.opensLink();
    await pastor.toasts.warns(
      'Checkout Error',
      'We could not prepare the card form. Please try again or contact support.',
    );
    await expect(pastor.notice('Checkout Error')).toContainText(
      'The card form could not be loaded. A blocker or a weak connection may be in the way.',
    );
    await pastor.billing.choosePlan('200-499');
    await pastor.billing.checkoutButton.click();
    await pastor.return.payOnProvidersPage('good');

    await pastor.return.activates();
    await pastor.toasts.says('Success!', 'Your trial has been activated and account created.');
    await expect(page).toHaveURL(/\/trial\/success$/);
    await pastor.hasOneAccount('tier_200_499');
    await pastor.getsWelcomeMail();

    await page.reload();
    await pastor.return.activates();
    await pastor.hasOneAccount('tier_200_499');
  });

  test('cannot be sent before its script has loaded', async ({ pastor, outages, page }) => {
    await pastor.viaApi.provesPhone();
    const release = await outages.hold('**/browser/checkout.js');
    await page.goto((await pastor.viaApi.call('trial-checkout-session')).body.url, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Save card' })).toBeDisabled();
    release();
    await pastor.return.payOnProvidersPage('good');
    await pastor.return.activates();
  });

  test("returns to the sign-up's own page if opening the account takes long, which waits for it", async ({
    pastor,
    page,
    stack,
    allow,
  }) => {
    allow(refused(503));
    await pastor.viaApi.provesPhone();
    await pastor.isKnown();
    await page.goto((await pastor.viaApi.call('trial-checkout-session')).body.url);
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-before', times: 0 });
    const answered = page.waitForResponse('**/api/trial-checkout-complete');
    await pastor.return.payOnProvidersPage('good');
    await answered;
    await stack.sandbox.heal();
    await expect(page).toHaveURL(pastor.link);
    await pastor.isWelcomed();
    await pastor.hasOneAccount();
  });

  test(
    'returns to the card step, where our form loads on a retry',
    { tag: '@thorough' },
    async ({ pastor, outages, page }) => {
      const restore = await outages.cutOff('**/stripe.js');
      await pastor.viaApi.provesPhone();
      await pastor.opensLink();
      await pastor.billing.checkoutButton.click();
      await page.getByRole('link', { name: 'Back' }).click();
      await pastor.billing.isShown();
      await expect(pastor.retryButton).toBeVisible();
      restore();
      await pastor.retryButton.click();
      await pastor.savesCard();
      await pastor.isWelcomed();
    },
  );

  test('supports 3D Secure', async ({ pastor, page }) => {
    await pastor.viaApi.provesPhone();
    await page.goto((await pastor.viaApi.call('trial-checkout-session')).body.url);
    await pastor.return.payOnProvidersPage('askingTheBank');
    await pastor.return.bankAnswers('Complete');
    await pastor.return.activates();
    await pastor.hasOneAccount();
  });

  test(
    'that was completed on another device returns as completed',
    { tag: '@thorough' },
    async ({ pastor, page, anotherDevice }) => {
      await pastor.viaApi.provesPhone();
      const { url } = (await pastor.viaApi.call('trial-checkout-session')).body;
      const there = pastor.at(await anotherDevice());
      await there.page.goto(url);
      await there.return.payOnProvidersPage('good');
      await there.return.activates();
      await page.goto(url);
      await pastor.return.activates();
      await pastor.hasOneAccount();
    },
  );
});

test.describe('The checkout complete page', () => {
  test('waits for the server, and then shows the result', async ({ outages, page, pastor, allow }) => {
    allow(refused(404));
    const release = await outages.hold('**/api/trial-checkout-complete');
    await page.goto('/trial/success?session_id=cs_test_unknown');
    await expect(pastor.return.waiting).toBeVisible();
    release();
    await pastor.return.fails(WENT_WRONG, '/trial');
  });

  test('shows an error without a session', async ({ page, pastor }) => {
    await page.goto('/trial/success');
    await pastor.return.fails('Missing session information. Please contact support.', '/trial');
    await pastor.toasts.warns('Error processing checkout', 'Missing session information. Please contact support.');
  });

  for (const session of ['cs_test_unknown', 'not-a-session'])
    test(`shows an error for the session "${session}"`, async ({ page, pastor, allow }) => {
      allow(refused(404), refused(400));
      await page.goto(`/trial/success?session_id=${session}`);
      await pastor.return.fails(WENT_WRONG, '/trial');
      await pastor.toasts.warns('Error processing checkout', WENT_WRONG);
      await expect(page).toHaveURL(/\/trial\/success$/);
    });

  test('shows the error of the server', async ({ page, pastor, outages, allow }) => {
    allow(refused(500));
    await outages.answer('trial-checkout-complete', 500, { success: false, error: 'Our bank is asleep.' });
    await page.goto('/trial/success?session_id=cs_test_1');
    await pastor.return.fails('Our bank is asleep.', '/trial');
    await pastor.return.fails(
      'We couldn’t process your trial activation. Please try again or contact support.',
      '/trial',
    );
    await pastor.toasts.warns('Error processing checkout', 'Our bank is asleep.');
  });

  test('shows a default error if the server gives none', { tag: '@thorough' }, async ({ page, pastor, outages }) => {
    await outages.answer('trial-checkout-complete', 200, { success: false });
    await page.goto('/trial/success?session_id=cs_test_1');
    await pastor.return.fails(WENT_WRONG, '/trial');
    await pastor.toasts.warns('Error processing checkout', WENT_WRONG);
  });

  test(
    'shows an error if the server cannot be reached',
    { tag: '@thorough' },
    async ({ page, pastor, outages, allow }) => {
      allow(/net::ERR_FAILED/);
      const restore = await outages.cutOff('**/api/trial-checkout-complete');
      await page.goto('/trial/success?session_id=cs_test_1');
      await pastor.return.fails('Failed to process checkout', '/trial');
      await pastor.toasts.warns('Error processing checkout', 'Failed to process checkout');
      restore();
      await pastor.return.retry.click();
      await pastor.registration.isShown();
    },
  );
});

test.describe("The return from a bank's page", () => {
  test('shows an error without a trial', async ({ page, pastor }) => {
    await page.goto('/trial-checkout-success');
    await pastor.return.fails('Missing trial information', '/trial');
    await pastor.toasts.warns('Missing trial information', /We couldn’t process your trial activation/);
  });

  test('shows an error for an unknown trial', async ({ page, pastor, allow }) => {
    allow(refused(404));
    await page.goto('/trial-checkout-success?trial_id=1234567890123');
    await pastor.return.fails('We could not find this sign-up.', '/trial');
    await pastor.toasts.warns('Missing trial information');
  });

  test('shows an error for a card that the provider does not confirm', async ({ page, pastor, allow }) => {
    allow(refused(400));
    await pastor.viaApi.provesPhone();
    const { clientSecret } = (await pastor.viaApi.call('trial-setup-intent')).body;
    const setup = clientSecret.split('_secret_')[0];
    await page.goto(
      `/trial-checkout-success?trial_id=${pastor.viaApi.id}&setup_intent=${setup}&redirect_status=succeeded`,
    );
    await pastor.return.fails('Payment Error', pastor.link);
    await pastor.hasNoAccount();
  });

  test('shows a finished trial as active', async ({ page, pastor }) => {
    await pastor.viaApi.becomesMember();
    await page.goto(`/trial-checkout-success?trial_id=${pastor.viaApi.id}&redirect_status=succeeded`);
    await pastor.return.activates();
  });

  test('does not welcome a member whose subscription has ended', async ({ page, pastor, stack }) => {
    const { id } = await pastor.viaApi.becomesMember();
    const { stripe_id: subscription } = await lifeOf(stack, id);
    await deleteAtStripe(stack, `subscriptions/${subscription}`);
    await eventually(async () => (await lifeOf(stack, id)).state === 'canceled');
    const headings = await headingsOf(page);
    await page.goto(`/trial-checkout-success?trial_id=${id}&redirect_status=succeeded`);
    await expect(page.getByRole('heading', { level: 1, name: 'Your subscription has ended' })).toBeVisible();
    expect([...headings].filter((text) => text.startsWith('Your trial is active'))).toEqual([]);
  });
});
