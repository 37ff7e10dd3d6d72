import { expect, refused, test } from '../drivers/index.ts';

const DATABASE = 'Unable to verify account status. Please try again later or contact support.';
const UNEXPECTED = 'An unexpected error occurred. Please try again or contact support.';

test.describe('Step one', () => {
  for (const call of ['check-user-exists', 'trial-signup'])
    test(`says System Error when ${call} finds no database, and the next try works`, async ({
      pastor,
      outages,
      allow,
    }) => {
      allow(refused(503, call));
      await outages.answer(call, 503, { databaseError: true, error: DATABASE });
      await pastor.sendsDetails();
      await pastor.toasts.warns('System Error', DATABASE);
      await expect(pastor.notice('System Error')).toContainText(DATABASE);
      await expect(pastor.registration.summary).toBeFocused();
      await pastor.registration.send();
      await pastor.phone.isShown();
    });

  test('says Error with the message of the server', async ({ pastor, outages, allow }) => {
    allow(refused(500));
    await outages.answer('trial-signup', 500, { error: UNEXPECTED });
    await pastor.sendsDetails();
    await pastor.toasts.warns('Error', UNEXPECTED);
    await expect(pastor.notice('Error')).toContainText(UNEXPECTED);
  });

  test("says 'Failed to create trial signup' when nothing is known", async ({ pastor, outages, allow }) => {
    allow(/net::ERR_FAILED/);
    await outages.cutOff('**/api/trial-signup');
    await pastor.sendsDetails();
    await pastor.toasts.warns('Error', 'Failed to create trial signup');
    await expect(pastor.notice('Error')).toContainText('Failed to create trial signup');
    await pastor.registration.holds({ name: 'Mary Ann Lee' });
  });

  test('saves once although the answer was lost', async ({ pastor, outages, allow }) => {
    allow(/net::ERR_FAILED/);
    await outages.loseAnswer('trial-signup');
    await pastor.sendsDetails();
    await pastor.toasts.warns('Error', 'Failed to create trial signup');
    await pastor.registration.send();
    await pastor.phone.isShown();
    const saved = await pastor.stack.query('SELECT id FROM trial_signups WHERE phone = $1', [pastor.details.phone]);
    expect(saved).toHaveLength(1);
  });

  test('shows what only the server found at the field', async ({ pastor, outages, allow }) => {
    allow(refused(400));
    await outages.answer('trial-signup', 400, {
      error: 'Please check the marked fields and try again.',
      fields: { firstName: 'Name must be at least 2 characters' },
    });
    await pastor.sendsDetails();
    await pastor.registration.refuses({ name: 'Name must be at least 2 characters' });
  });
});

test.describe('A link', () => {
  test('to a sign-up nobody knows', async ({ pastor, page, allow }) => {
    allow(refused(404));
    await page.goto('/trial?step=verification&trialId=1234567890123');
    await pastor.toasts.warns('Error loading trial data');
    await expect(pastor.notice('Error loading trial data')).toContainText('We could not find this sign-up.');
    await page.getByRole('main').getByRole('link', { name: 'Start over' }).click();
    await pastor.registration.isShown();
  });

  for (const query of ['step=verification', 'step=verification&trialId=abc', 'step=verification&trialId=-1'])
    test(`without a trial: ?${query}`, async ({ pastor, page }) => {
      await page.goto(`/trial?${query}`);
      await pastor.toasts.warns('Missing trial information');
      await expect(pastor.notice('Missing trial information')).toBeVisible();
    });

  test('that cannot be read just now is read at the next try', async ({ pastor, outages, allow }) => {
    allow(/net::ERR_FAILED/);
    await pastor.elsewhere.provesPhone();
    await outages.cutOff('**/api/trial-signup/*');
    await pastor.opensLink();
    await pastor.toasts.warns('Error loading trial data', 'Please try again or contact support.');
    await pastor.retryButton.click();
    await pastor.billing.isReady();
  });

  test('to a sign-up that support cancelled starts over', async ({ pastor, page }) => {
    await pastor.elsewhere.signsUp();
    await pastor.page.route('**/api/trial-signup/*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.trialSignup.step = 'registration';
      await route.fulfill({ response: answer, json: body });
    });
    await pastor.opensLink();
    await expect(page.getByRole('heading', { name: 'This sign-up has ended' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('This sign-up was cancelled.');
  });
});

test.describe('The card step', () => {
  test('says Checkout Error when the card form cannot be prepared, and the next try works', async ({
    pastor,
    outages,
    allow,
  }) => {
    allow(refused(503));
    const message = 'We could not prepare the card form. Please try again or contact support.';
    await outages.answer('trial-setup-intent', 503, { error: message });
    await pastor.elsewhere.provesPhone();
    await pastor.opensLink();
    await pastor.toasts.warns('Checkout Error', message);
    await expect(pastor.notice('Checkout Error')).toContainText(message);
    await pastor.retryButton.click();
    await pastor.savesCard();
    await pastor.isWelcomed();
  });

  test('takes a plan back that could not be saved', async ({ pastor, outages, allow }) => {
    allow(refused(500));
    await pastor.isAskedForCard();
    await pastor.billing.choosePlan('20-49');
    await outages.answer('update-selected-plan', 500, { error: UNEXPECTED });
    await pastor.billing.choosePlan('100-199');
    await pastor.toasts.warns('Error', UNEXPECTED);
    await expect(pastor.notice('Error')).toContainText(UNEXPECTED);
    await pastor.billing.hasPlan('20-49');
    await pastor.savesCard();
    await pastor.isWelcomed();
    await pastor.hasOneAccount('tier_20_49');
  });

  test('says Payment Error when the server cannot be asked, and does not ask the bank twice', async ({
    pastor,
    outages,
    allow,
  }) => {
    allow(/net::ERR_FAILED/);
    await pastor.stack.sandbox.webhooks.set('hold');
    await outages.cutOff('**/api/update-payment-verified');
    await pastor.isAskedForCard();
    await pastor.savesCard();
    await pastor.toasts.warns('Payment Error', UNEXPECTED);
    await expect(pastor.notice('Payment Error')).toContainText(UNEXPECTED);
    await pastor.billing.startButton.click();
    await pastor.isWelcomed();
    await pastor.stack.sandbox.webhooks.deliver();
    await pastor.stack.sandbox.webhooks.set('normal');
    await pastor.hasOneAccount();
  });
});
