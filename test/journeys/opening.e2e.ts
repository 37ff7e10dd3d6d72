import { expect, type Outages, refused, test } from '../drivers/index.ts';
import { aVisitor } from '../builders/index.ts';

const CREATION_FAILED =
  'Your payment method was processed, but we could not create your account. Please contact support.';
const PENDING = 'We are still opening your account. Please contact support if you do not hear from us soon.';

test(
  'An account that is refused shows an eight-second toast, and another try opens it',
  { tag: '@smoke' },
  async ({ pastor, outages, page }) => {
    await pastor.toasts.areTimed();
    await outages.answer('create-account', 200, { success: false, error: 'Something is wrong with your account.' });
    await pastor.isAskedForCard();
    await pastor.savesCard();
    await pastor.toasts.warns('Account Creation Failed', CREATION_FAILED);
    await pastor.toasts.lasts(8);
    await expect(page.getByRole('heading', { level: 1, name: 'Your account isn’t open yet' })).toBeVisible();
    await expect(pastor.notice('Account Creation Failed')).toContainText(CREATION_FAILED);
    await expect(pastor.notice('Account Creation Failed')).toContainText('Something is wrong with your account.');
    await pastor.billing.asksForNoCard();

    await pastor.retryButton.click();
    await pastor.isWelcomed();
    await pastor.hasOneAccount();
  },
);

/** Of what exists only once the account is open. */
const ACCOUNT_LINKS = ['Go to my dashboard', 'Add trial end to calendar', 'Open your plan'];

for (const [how, fail] of Object.entries({
  'is answered with 503': (outages: Outages) => outages.answer('create-account', 503, { error: PENDING }),
  'gets no answer': (outages: Outages) => outages.cutOff('**/api/create-account'),
})) {
  test(
    `When the call that opens the account ${how}, the page names support and shows the account once it is open`,
    { tag: how === 'gets no answer' ? '@thorough' : [] },
    async ({ pastor, outages, page, allow }) => {
      allow(refused(503, 'create-account'), /net::ERR_FAILED/);
      await fail(outages);
      await pastor.isAskedForCard();
      const release = await outages.hold('**/api/trial-signup/*');
      await pastor.savesCard();
      await pastor.isWelcomed();
      const notice = page.getByRole('status').filter({ hasText: PENDING });
      await expect(notice).toBeVisible();
      await expect(notice.getByRole('link', { name: 'contact support' })).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Your 30-day trial is active.');
      for (const name of ACCOUNT_LINKS)
        for (const link of await page.getByRole('main').getByRole('link', { name, disabled: true }).all())
          await expect(link).not.toHaveAttribute('href');

      release();
      await pastor.toasts.says('Trial started!');
      await expect(notice).toBeHidden();
      for (const name of ACCOUNT_LINKS)
        await expect(page.getByRole('main').getByRole('link', { name }).first()).toHaveAttribute('href');
      await pastor.hasOneAccount();
      await pastor.getsWelcomeMail();
    },
  );
}

test(
  'An account that turns out to exist already replaces the notice that it is opening',
  { tag: '@thorough' },
  async ({ pastor, outages, allow }) => {
    allow(refused(503, 'create-account'));
    await outages.answer('create-account', 503, { error: PENDING });
    await pastor.isAskedForCard();
    const { body } = await pastor.viaApi.load();
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
  },
);

test('The card is saved after the last chosen plan, even when both are sent quickly', async ({
  pastor,
  outages,
  page,
}) => {
  await pastor.isAskedForCard();
  const release = await outages.hold('**/api/update-selected-plan');
  for (const range of ['20-49', '50-99', '500+']) await page.getByText(range, { exact: true }).click();
  await pastor.savesCard();
  await expect(page.getByRole('button', { name: 'Saving your card…' })).toBeVisible();
  release();
  await pastor.isWelcomed();
  await pastor.hasOneAccount('tier_500_plus');
});

const SUPPORT = 'already exists. Please contact support if you need assistance accessing your account.';

test.describe('A person who has an account', () => {
  test(
    'sees the error at the phone if the check answers 409',
    { tag: '@thorough' },
    async ({ pastor, outages, allow }) => {
      allow(refused(409, 'check-user-exists'));
      await outages.answer('check-user-exists', 409, { userExists: true, error: 'User already exists' });
      await pastor.leavesPartOne();
      await pastor.toasts.warns('Account Already Exists', `An account with this phone number ${SUPPORT}`);
      await pastor.registration.refuses({ phone: 'Account already exists for this phone.' });
    },
  );

  test('is recognized after verifying the phone', { tag: '@thorough' }, async ({ pastor }) => {
    await pastor.viaApi.signsUp();
    await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
    await pastor.toasts.areTimed();
    await pastor.opensLink();
    await pastor.phone.typeCode(await pastor.receivesCode(2));
    await pastor.success.recognisesMember();
    await pastor.toasts.says('Account Access', 'You already have an account');
    await pastor.toasts.lasts(5);
    await pastor.hasNoAccount();
  });

  test(
    'is recognized at the card if another sign-up with the phone was faster',
    { tag: '@thorough' },
    async ({ pastor, allow }) => {
      allow(refused(409, 'trial-consent'));
      await pastor.isAskedForCard();
      await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
      await pastor.savesCard();
      await pastor.success.recognisesMember();
      await pastor.hasNoAccount();
    },
  );

  test('is recognized when the account should open', { tag: '@thorough' }, async ({ pastor, outages }) => {
    await pastor.toasts.areTimed();
    await outages.answer('create-account', 200, { success: false, userExists: true });
    await pastor.isAskedForCard();
    await pastor.savesCard();
    await pastor.success.recognisesMember();
    await pastor.toasts.says('Account Access', 'You already have an account');
    await pastor.toasts.lasts(5);
  });

  test('is recognized when opening the link later', { tag: '@thorough' }, async ({ pastor, allow }) => {
    allow(refused(409, 'trial-setup-intent'));
    await pastor.viaApi.provesPhone();
    await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
    await pastor.opensLink();
    await pastor.success.recognisesMember();
  });
});
