/** The whole sign-up, with a pointer and by keyboard. */
import {
  CARDS,
  expect,
  headingsOf,
  isHydrated,
  Keyboard,
  nextYears,
  SCREENS,
  SECURITY_CODE,
  test,
  typedFrom,
} from '../drivers/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`On ${screen}`, { tag: '@smoke' }, () => {
    test.use({ viewport });

    test('a pastor signs up, verifies the phone, saves a card and sees the welcome, each step after the one before', async ({
      pastor,
      page,
    }) => {
      const headings = await headingsOf(page);
      await pastor.toasts.areTimed();
      await pastor.opensTrialPage();
      await expect(page).toHaveTitle('Start Your 30-Day Free Trial | Lampstand');

      await pastor.registration.fillIn(typedFrom(pastor.details));
      await pastor.sends();
      await pastor.toasts.says('Verification code sent!');
      await expect(pastor.phone.code).toBeFocused();
      await expect(page).toHaveURL(/\/trial\?step=verification&trialId=\d{13,16}$/);
      await expect(page).toHaveTitle('Step 2 of 3: Confirm your phone | Lampstand');

      await pastor.provesPhone();
      await pastor.toasts.says('Phone verified!');
      await expect(pastor.billing.heading).toBeFocused();
      await expect(page).toHaveURL(/\/trial\?step=verification&trialId=\d{13,16}$/);
      await expect(page).toHaveTitle('Step 3 of 3: Choose your plan and card | Lampstand');
      await pastor.billing.hasPlan('1-19');
      expect([...headings]).toEqual(['Start your free trial', 'Confirm your phone', 'Choose your plan and card']);

      await pastor.savesCard();
      await pastor.isWelcomed();
      await pastor.success.numbersItsSteps();
      await pastor.toasts.says('Success!', 'Your account has been created.');
      await pastor.toasts.lasts(4);
      await expect(pastor.success.heading(pastor.firstName)).toBeFocused();
      await expect(page).toHaveTitle(`Welcome, ${pastor.firstName}! | Lampstand`);
      await pastor.hasOneAccount();
    });
  });
}

test('The plan chosen on the site is the one of step three', async ({ pastor, page }) => {
  await page.goto('/pricing');
  await page.getByLabel('How many take part in a normal month?').fill('120');
  await page.getByRole('button', { name: 'Find our plan' }).click();
  await page.getByRole('link', { name: 'Start with this plan' }).click();
  await page.waitForURL('**/trial?plan=tier_100_199');
  await isHydrated(page);
  await pastor.registration.fillIn(typedFrom(pastor.details));

  await page.goto('/trial');
  await pastor.registration.holds({ name: typedFrom(pastor.details).name! });
  await pastor.sends();
  await pastor.provesPhone();
  await pastor.billing.hasPlan('100-199');
  await pastor.billing.names('100-199 active users: $99.99 a month');

  await page.goto('/');
  await page.getByRole('link', { name: /^Start Free Trial ?: Growth/ }).click();
  const saved = page.waitForResponse('**/api/update-selected-plan');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Continue your sign-up/ })
    .click();
  await saved;
  await pastor.billing.hasPlan('20-49');
  await expect(page).toHaveURL(/\/trial\?step=verification&trialId=\d{13,16}$/);
  await page.reload();
  await pastor.billing.hasPlan('20-49');
  await pastor.billing.choosePlan('50-99');
  await page.reload();
  await pastor.billing.hasPlan('50-99');
  await pastor.billing.names('50-99 active users: $79.99 a month');
  await pastor.savesCard();
  await pastor.isWelcomed();
  await pastor.hasOneAccount('tier_50_99');
});

test('The success screen, the welcome mail and the calendar file state the same date, price and how to cancel', async ({
  pastor,
  request,
}) => {
  await pastor.isAskedForCard();
  await pastor.billing.choosePlan('20-49');
  await pastor.savesCard();
  await pastor.isWelcomed();

  const ends = new Date((await pastor.viaApi.load()).body.trialSignup.trialEndsAt);
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
  const calendar = await request.get(`/api/trial-signup/${pastor.viaApi.id}/calendar.ics`);
  expect(await calendar.text()).toContain(`DTSTART:${ends.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}`);
});

test('The whole sign-up works by keyboard alone', async ({ pastor, page }) => {
  const keyboard = new Keyboard(page);
  const { registration, phone, billing } = pastor;
  const { details } = pastor;
  await pastor.opensTrialPage();

  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await keyboard.typeInto(registration.field('name'), 'Mary Ann Lee');
  await keyboard.typeInto(registration.field('email'), details.email);
  await keyboard.typeInto(registration.field('phone'), details.phone);
  await keyboard.press('Enter');
  await expect(registration.field('churchName')).toBeFocused();
  await keyboard.type('Grace Chapel');
  await keyboard.typeInto(registration.field('churchCity'), 'Austin');
  await keyboard.typeInto(registration.field('churchState'), 'Texas');
  await keyboard.typeInto(registration.field('churchSize'), '100-');
  await keyboard.reach(registration.continueButton);
  await keyboard.press('Enter');
  await registration.isAt(3);
  await keyboard.reach(page.getByRole('checkbox', { name: 'Same as the church' }));
  await keyboard.press('Space');
  await keyboard.reach(page.getByRole('radio', { name: 'Youth Pastor' }));
  await keyboard.press('Space');
  await keyboard.reach(page.getByRole('radio', { name: 'Male', exact: true }));
  await keyboard.press('ArrowDown');
  for (const [part, digits] of [
    ['Month', '5'],
    ['Day', '17'],
    ['Year', '1990'],
  ] as const)
    await keyboard.typeInto(page.getByLabel(part, { exact: true }), digits);
  await registration.holds({ gender: 'F', ministryName: 'Grace Chapel' });
  await registration.holds({ churchState: 'TX', churchSize: '100-250', position: 'Youth Pastor' });
  await keyboard.reach(registration.sendButton);
  await keyboard.press('Enter');

  await expect(phone.code).toBeFocused();
  await keyboard.typeInto(phone.code, await pastor.receivesCode());

  await expect(billing.heading).toBeFocused();
  await expect(billing.startButton).toBeEnabled();
  await keyboard.reach(billing.plan('1-19'));
  const saved = page.waitForResponse('**/api/update-selected-plan');
  await keyboard.press('ArrowDown');
  await saved;
  await billing.hasPlan('20-49');
  await keyboard.typeInto(billing.cardFrame.getByLabel('Card number'), CARDS.good);
  await keyboard.typeInto(billing.cardFrame.getByLabel('Expiration date'), nextYears());
  await keyboard.typeInto(billing.cardFrame.getByLabel('Security code'), SECURITY_CODE);
  await keyboard.reach(billing.startButton);
  await keyboard.press('Space');

  await pastor.isWelcomed();
  await expect(pastor.success.heading('Mary')).toBeFocused();
  pastor.viaApi.id = Number(new URL(page.url()).searchParams.get('trialId'));
  await pastor.hasOneAccount('tier_20_49');
});

test('F8 moves the focus to the toasts, which can be closed, and canceling a change of the number returns it', async ({
  pastor,
  page,
}) => {
  const keyboard = new Keyboard(page);
  await pastor.isAskedForCode();
  await pastor.phone.askForTheLink();
  await pastor.toasts.says('Link sent');
  await keyboard.press('F8');
  await expect(pastor.toasts.region.getByRole('list')).toBeFocused();
  await keyboard.reach(pastor.toasts.shown.getByRole('button', { name: 'Close' }));
  await keyboard.press('Enter');
  await expect(pastor.toasts.shown).toHaveCount(0);

  const change = page.getByRole('button', { name: 'Change number' });
  await change.focus();
  await keyboard.press('Enter');
  await expect(pastor.phone.newNumber).toBeFocused();
  await keyboard.reach(page.getByRole('button', { name: 'Cancel' }));
  await keyboard.press('Enter');
  await expect(change).toBeFocused();
});
