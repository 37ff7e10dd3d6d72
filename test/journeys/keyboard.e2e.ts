import { CARDS, expect, Keyboard, nextYears, SECURITY_CODE, test } from '../drivers/index.ts';

test('The whole sign-up is done by keyboard alone', async ({ pastor, page }) => {
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
  await keyboard.typeInto(registration.field('birthdate'), '05171990');
  await keyboard.typeInto(registration.field('gender'), 'Female');
  await keyboard.typeInto(registration.field('churchName'), 'Grace Chapel');
  await keyboard.reach(page.getByRole('checkbox', { name: 'Same as the church' }));
  await keyboard.press('Space');
  await keyboard.typeInto(registration.field('churchCity'), 'Austin');
  await keyboard.typeInto(registration.field('churchState'), 'Texas');
  await keyboard.typeInto(registration.field('churchSize'), '100-');
  await keyboard.typeInto(registration.field('position'), 'Youth');
  await registration.holds({ birthdate: '1990-05-17', gender: 'F', ministryName: 'Grace Chapel' });
  await registration.holds({ churchState: 'TX', churchSize: '100-250', position: 'Youth Pastor' });
  await keyboard.reach(registration.sendButton);
  await keyboard.press('Enter');

  await expect(phone.heading).toBeFocused();
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
  pastor.elsewhere.id = Number(new URL(page.url()).searchParams.get('trialId'));
  await pastor.hasOneAccount('tier_20_49');
});

test("A bank's question is answered by keyboard", async ({ pastor, page }) => {
  const keyboard = new Keyboard(page);
  await pastor.isAskedForCard();
  await pastor.savesCard('askingTheBank');
  await expect(pastor.billing.bank.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await keyboard.reach(pastor.billing.bank.getByRole('button', { name: 'Complete' }));
  await keyboard.press('Enter');
  await pastor.isWelcomed();
});

test('F8 leads to the toast, where it can be closed', async ({ pastor, page }) => {
  const keyboard = new Keyboard(page);
  await pastor.isAskedForCode();
  await pastor.phone.askForTheLink();
  await pastor.toasts.says('Link sent');
  await keyboard.press('F8');
  await expect(pastor.toasts.region.getByRole('list')).toBeFocused();
  await keyboard.reach(pastor.toasts.shown.getByRole('button', { name: 'Close' }));
  await keyboard.press('Enter');
  await expect(pastor.toasts.shown).toHaveCount(0);
});

test('A number is changed, and the change taken back, without losing the place', async ({ pastor, page }) => {
  const keyboard = new Keyboard(page);
  await pastor.isAskedForCode();
  const change = page.getByRole('button', { name: 'Change number' });
  await keyboard.reach(change);
  await keyboard.press('Enter');
  await expect(pastor.phone.newNumber).toBeFocused();
  await keyboard.reach(page.getByRole('button', { name: 'Cancel' }));
  await keyboard.press('Enter');
  await expect(change).toBeFocused();
});
