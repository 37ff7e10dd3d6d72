import { deleteAtStripe, idOf, lifeOf } from '../builders/index.ts';
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

  test('cannot be sent before its script has loaded', { tag: '@thorough' }, async ({ pastor, outages, page }) => {
    await pastor.viaApi.provesPhone();
    const release = await outages.hold('**/browser/checkout.js');
    await page.goto((await pastor.viaApi.call('trial-checkout-session')).body.url, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Save card' })).toBeDisabled();
    release();
    await pastor.return.payOnProvidersPage('good');
    await pastor.return.activates();
  });

  test(
    "returns to the sign-up's own page if opening the account takes long, which waits for it",
    { tag: '@thorough' },
    async ({ pastor, page, stack, allow }) => {
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
    },
  );

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

  test('supports 3D Secure', { tag: '@thorough' }, async ({ pastor, page }) => {
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

test('A return from a payment that cannot be completed says why, and what to do', async ({
  outages,
  page,
  pastor,
  allow,
}) => {
  allow(refused(400), refused(404), refused(500));
  const { return: returned, toasts } = pastor;
  await page.goto('/trial/success');
  await returned.fails('Missing session information. Please contact support.', '/trial');
  await toasts.warns('Error processing checkout', 'Missing session information. Please contact support.');
  const release = await outages.hold('**/api/trial-checkout-complete');
  await page.goto('/trial/success?session_id=cs_test_unknown');
  await expect(returned.waiting).toBeVisible();
  release();
  await returned.fails(WENT_WRONG, '/trial');
  await toasts.warns('Error processing checkout', WENT_WRONG);
  await expect(page).toHaveURL(/\/trial\/success$/);
  await page.goto('/trial/success?session_id=not-a-session');
  await returned.fails(WENT_WRONG, '/trial');
  await outages.answer('trial-checkout-complete', 500, { success: false, error: 'Our bank is asleep.' });
  await page.goto('/trial/success?session_id=cs_test_1');
  await returned.fails('Our bank is asleep.', '/trial');
  await returned.fails('We couldn’t process your trial activation. Please try again or contact support.', '/trial');
  await toasts.warns('Error processing checkout', 'Our bank is asleep.');

  await page.goto('/trial-checkout-success');
  await returned.fails('Missing trial information', '/trial');
  await toasts.warns('Missing trial information', /We couldn’t process your trial activation/);
  await page.goto('/trial-checkout-success?trial_id=1234567890123');
  await returned.fails('We could not find this sign-up.', '/trial');
  await toasts.warns('Missing trial information');

  await pastor.viaApi.provesPhone();
  const { clientSecret } = (await pastor.viaApi.call('trial-setup-intent')).body;
  await page.goto(
    `/trial-checkout-success?trial_id=${pastor.viaApi.id}&setup_intent=${idOf(clientSecret)}&redirect_status=succeeded`,
  );
  await returned.fails('Payment Error', pastor.link);
  await pastor.hasNoAccount();
});

test.describe('The checkout complete page', () => {
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

test("A return from a bank's page shows a running trial as active, and welcomes no member whose subscription has ended", async ({
  page,
  pastor,
  stack,
}) => {
  const headings = await headingsOf(page);
  const { id } = await pastor.viaApi.becomesMember();
  await page.goto(`/trial-checkout-success?trial_id=${id}&redirect_status=succeeded`);
  await pastor.return.activates();

  const { stripe_id: subscription } = await lifeOf(stack, id);
  await deleteAtStripe(stack, `subscriptions/${subscription}`);
  await eventually(async () => (await lifeOf(stack, id)).state === 'canceled');
  // The first page reports no more.
  await page.goto('about:blank');
  headings.clear();
  await page.goto(`/trial-checkout-success?trial_id=${id}&redirect_status=succeeded`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your subscription has ended' })).toBeVisible();
  expect([...headings].filter((text) => text.startsWith('Your trial is active'))).toEqual([]);
});
