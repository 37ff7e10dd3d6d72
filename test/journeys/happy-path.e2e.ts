import { DESK, expect, PHONE, test } from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries({ 'a phone': PHONE, 'a desk': DESK })) {
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test('a pastor signs up, proves the phone, saves a card and is welcomed', async ({ pastor, page }) => {
      await pastor.toasts.areTimed();
      await pastor.opensTrialPage();
      await expect(page).toHaveTitle('Start Your 30-Day Free Trial | Lampstand');

      await pastor.signsUp();
      await pastor.toasts.says('Verification code sent!');
      await expect(pastor.phone.heading).toBeFocused();
      await expect(page).toHaveURL(/\/trial\?step=verification&trialId=\d{13,16}$/);
      await expect(page).toHaveTitle('Step 2 of 3: Confirm your phone | Lampstand');

      await pastor.provesPhone();
      await pastor.toasts.says('Phone verified!');
      await expect(pastor.billing.heading).toBeFocused();
      await expect(page).toHaveURL(/\/trial\?step=verification&trialId=\d{13,16}$/);
      await expect(page).toHaveTitle('Step 3 of 3: Choose your plan and card | Lampstand');
      await pastor.billing.hasPlan('1-19');

      await pastor.savesCard();
      await pastor.isWelcomed();
      await pastor.toasts.says('Success!', 'Your account has been created.');
      await pastor.toasts.lasts(4);
      await expect(pastor.success.heading(pastor.firstName)).toBeFocused();
      await expect(page).toHaveTitle(`Welcome, ${pastor.firstName}! | Lampstand`);
      await pastor.hasOneAccount();
    });
  });
}

test('The success screen and the welcome mail tell the same date, price and way to cancel', async ({ pastor }) => {
  await pastor.isAskedForCard();
  await pastor.billing.choosePlan('20-49');
  await pastor.savesCard();
  await pastor.isWelcomed();

  const ends = new Date((await pastor.elsewhere.load()).body.trialSignup.trialEndsAt);
  const long = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'America/Chicago' } as const;
  const weekday = ends.toLocaleDateString('en-US', { weekday: 'long', ...long });
  await pastor.success.tellsWhatComesNext(weekday);

  const mail = await pastor.getsWelcomeMail();
  expect(mail.text).toContain('Plan: Growth (20-49 active users a month)');
  expect(mail.text).toContain(`Your trial is free until ${ends.toLocaleDateString('en-US', long)}.`);
  expect(mail.text).toContain('$39.99');
  expect(mail.text).toContain('support@lampstand.example');
  expect(mail.text).toContain('/api/go/dashboard');
  await pastor.hasOneAccount('tier_20_49');
});

test('The calendar file has the end of the trial', async ({ pastor, request }) => {
  await pastor.elsewhere.becomesMember();
  const calendar = await request.get(`/api/trial-signup/${pastor.elsewhere.id}/calendar.ics`);
  const { trialEndsAt } = (await pastor.elsewhere.load()).body.trialSignup;
  expect(await calendar.text()).toContain(`DTSTART:${trialEndsAt.replaceAll(/[-:]|\.\d{3}/g, '')}`);
});
