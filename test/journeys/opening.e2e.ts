import { expect, type Outages, refused, test } from '../drivers/index.ts';

const CREATION_FAILED =
  'Your payment method was processed, but we could not create your account. Please contact support.';
const PENDING = 'We are still opening your account. Please contact support if you do not hear from us soon.';

test('A refused account keeps the pastor on the page for eight seconds of toast, and another try opens it', async ({
  pastor,
  outages,
  page,
}) => {
  await pastor.toasts.areTimed();
  await outages.answer('create-account', 200, { success: false, error: 'Something is wrong with your account.' });
  await pastor.isAskedForCard();
  await pastor.savesCard();
  await pastor.toasts.warns('Account Creation Failed', CREATION_FAILED);
  await pastor.toasts.lasts(8);
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is not open yet' })).toBeVisible();
  await expect(pastor.notice('Account Creation Failed')).toContainText(CREATION_FAILED);
  await expect(pastor.notice('Account Creation Failed')).toContainText('Something is wrong with your account.');
  await pastor.billing.asksForNoCard();

  await pastor.retryButton.click();
  await pastor.isWelcomed();
  await pastor.hasOneAccount();
});

for (const [how, spoil] of Object.entries({
  'is answered with 503': (outages: Outages) => outages.answer('create-account', 503, { error: PENDING }),
  'gets no answer': (outages: Outages) => outages.cutOff('**/api/create-account'),
  'loses its answer': (outages: Outages) => outages.loseAnswer('create-account'),
})) {
  test(`When opening the account ${how}, support is named, the flow proceeds and settles`, async ({
    pastor,
    outages,
    page,
    allow,
  }) => {
    allow(refused(503, 'create-account'), /net::ERR_FAILED/);
    await spoil(outages);
    await pastor.isAskedForCard();
    const letGo = await outages.hold('**/api/trial-signup/*');
    await pastor.savesCard();
    await pastor.isWelcomed();
    const notice = page.getByRole('status').filter({ hasText: PENDING });
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('link', { name: 'support@lampstand.example' })).toBeVisible();

    letGo();
    await pastor.toasts.says('Trial started!');
    await expect(notice).toBeHidden();
    await pastor.hasOneAccount();
    await pastor.getsWelcomeMail();
  });
}

test('Nobody is told two things at once: an account found later says so on the same page', async ({
  pastor,
  outages,
  allow,
}) => {
  allow(refused(503, 'create-account'));
  await outages.answer('create-account', 503, { error: PENDING });
  await pastor.isAskedForCard();
  const { body } = await pastor.elsewhere.load();
  await outages.answer(
    'trial-signup/*',
    200,
    {
      success: true,
      trialSignup: { firstName: body.trialSignup.firstName, step: 'success', userExists: true, phoneVerified: true },
    },
    0,
  );
  await pastor.savesCard();
  await pastor.success.recognisesMember();
  await pastor.toasts.says('Account Access', 'You already have an account');
});

test('The card waits for the plan: the last choice holds, however quickly the card follows', async ({
  pastor,
  outages,
  page,
}) => {
  await pastor.isAskedForCard();
  const letGo = await outages.hold('**/api/update-selected-plan');
  for (const range of ['20-49', '50-99', '500+']) await page.getByText(range, { exact: true }).click();
  await pastor.savesCard();
  await expect(page.getByRole('button', { name: 'Saving your card…' })).toBeVisible();
  letGo();
  await pastor.isWelcomed();
  await pastor.hasOneAccount('tier_500_plus');
});
