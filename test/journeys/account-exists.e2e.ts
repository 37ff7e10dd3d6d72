import { aPhone, aVisitor } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

const SUPPORT = 'already exists. Please contact support if you need assistance accessing your account.';

test.describe('Someone who has an account', () => {
  test('is told so by the phone in step one', async ({ pastor }) => {
    const member = await aVisitor(pastor.stack).becomesMember();
    pastor.details.phone = member.phone;
    await pastor.sendsDetails();
    await pastor.toasts.warns('Account Already Exists', `An account with this phone number ${SUPPORT}`);
    await pastor.registration.refuses({ phone: 'Account already exists for this phone.' });
    await expect(pastor.page.getByRole('main')).toContainText(`An account with this phone number ${SUPPORT}`);
    await expect(pastor.page).toHaveURL(/\/trial$/);

    await pastor.registration.fillIn({ phone: aPhone() });
    await pastor.registration.send();
    await pastor.phone.isShown();
  });

  test('is told so by the e-mail at sign-up', async ({ pastor, allow }) => {
    allow(refused(409, 'trial-signup'));
    const member = await aVisitor(pastor.stack).becomesMember();
    pastor.details.email = member.details.email.toUpperCase();
    await pastor.sendsDetails();
    await pastor.toasts.warns('Account Already Exists', `An account with this email or phone number ${SUPPORT}`);
    await expect(pastor.registration.summary).toBeFocused();
    await expect(pastor.registration.summary).toContainText(`An account with this email or phone number ${SUPPORT}`);
    await pastor.registration.holds({ name: 'Mary Ann Lee' });
  });

  test(
    'is told so also when the answer to the question is a 409',
    { tag: '@thorough' },
    async ({ pastor, outages, allow }) => {
      allow(refused(409, 'check-user-exists'));
      await outages.answer('check-user-exists', 409, { userExists: true, error: 'User already exists' });
      await pastor.sendsDetails();
      await pastor.toasts.warns('Account Already Exists', `An account with this phone number ${SUPPORT}`);
      await pastor.registration.refuses({ phone: 'Account already exists for this phone.' });
    },
  );

  test('is recognised once the phone is proven', { tag: '@thorough' }, async ({ pastor }) => {
    await pastor.elsewhere.signsUp();
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
    'is recognised at the card, when another sign-up of the phone was faster',
    { tag: '@thorough' },
    async ({ pastor, allow }) => {
      allow(refused(400, 'setup_intents'));
      await pastor.isAskedForCard();
      await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
      await pastor.savesCard();
      await pastor.success.recognisesMember();
      await pastor.hasNoAccount();
    },
  );

  test('is recognised when the account is to be opened', async ({ pastor, outages }) => {
    await pastor.toasts.areTimed();
    await outages.answer('create-account', 200, { success: false, userExists: true });
    await pastor.isAskedForCard();
    await pastor.savesCard();
    await pastor.success.recognisesMember();
    await pastor.toasts.says('Account Access', 'You already have an account');
    await pastor.toasts.lasts(5);
  });

  test('sees it again when the link is opened later', { tag: '@thorough' }, async ({ pastor }) => {
    await pastor.elsewhere.provesPhone();
    await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
    await pastor.opensLink();
    await pastor.success.recognisesMember();
  });
});
