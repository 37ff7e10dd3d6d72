import { aVisitor } from '../builders/index.ts';
import { ChartWatch, expect, test } from '../drivers/index.ts';

test.describe('The screen stands where the server stands, after every call it accepted', () => {
  test('from the first details to success', async ({ pastor, page }) => {
    const watch = new ChartWatch(page, () => pastor.serverStep());
    await pastor.signsUp();
    await pastor.toasts.says('Verification code sent!');
    await watch.settled();
    await pastor.phone.askForTheLink();
    await pastor.toasts.says('Link sent');
    await watch.settled();
    await pastor.provesPhone();
    await watch.settled();
    await pastor.billing.choosePlan('20-49');
    await watch.settled();
    await pastor.savesCard();
    await pastor.isWelcomed();
    await watch.settled();

    const steps = new Map(watch.seen);
    expect(steps.get('trial-signup')).toBe('phone-verification');
    expect(steps.get('verify-phone')).toBe('phone-verification');
    expect(steps.get('send-resume-link')).toBe('phone-verification');
    expect(steps.get('verify-code')).toBe('billing-information');
    expect(steps.get('trial-setup-intent')).toBe('billing-information');
    expect(steps.get('update-selected-plan')).toBe('billing-information');
    expect(steps.get('create-account')).toBe('success');
    expect([...steps.keys()]).toContain('update-payment-verified');
  });

  test('to the account that existed', { tag: '@thorough' }, async ({ pastor, page }) => {
    const watch = new ChartWatch(page, () => pastor.serverStep());
    await pastor.elsewhere.signsUp();
    await aVisitor(pastor.stack, { phone: pastor.details.phone }).becomesMember();
    await pastor.opensLink();
    await pastor.phone.typeCode(await pastor.receivesCode(2));
    await pastor.success.recognisesMember();
    await watch.settled();
    expect(new Map(watch.seen).get('verify-code')).toBe('success');
    const { userExists } = (await pastor.elsewhere.load()).body.trialSignup;
    expect(userExists).toBe(true);
  });

  test(
    'to a changed number and back to the card that could not be used',
    { tag: '@thorough' },
    async ({ pastor, page }) => {
      const watch = new ChartWatch(page, () => pastor.serverStep());
      await pastor.isAskedForCode();
      await pastor.phone.changeNumberTo((pastor.elsewhere.phone = aVisitor(pastor.stack).phone));
      await pastor.provesPhone();
      await pastor.savesCard('declined');
      await pastor.toasts.warns('Payment Error');
      await watch.settled();
      await pastor.savesCard('good');
      await pastor.isWelcomed();
      await watch.settled();
      expect(watch.seen.filter(([call]) => call === 'create-account')).toEqual([['create-account', 'success']]);
    },
  );
});
