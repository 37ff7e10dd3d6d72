/** The forms of a person who comes new. */
import { AMBASSADOR, Applicant, expect } from '../drivers/index.ts';
import { test } from './engines.ts';

test(
  'A pastor signs up, verifies the phone, saves a card and sees the welcome',
  { tag: '@smoke' },
  async ({ pastor, page }) => {
    await pastor.signsUp();
    await pastor.provesPhone();
    await pastor.savesCard();
    await pastor.isWelcomed();
    await expect(page).toHaveTitle(`Welcome, ${pastor.firstName}! | Lampstand`);
    await pastor.hasOneAccount();
  },
);

test('A sign-up with missing fields is refused at the fields', async ({ pastor }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ name: 'Mary Lee', email: 'mary@church', phone: '512 555' });
  await pastor.registration.send();
  await expect(pastor.registration.summary).toBeFocused();
  await expect(pastor.registration.field('email')).toHaveAttribute('aria-invalid', 'true');
});

test('A person applies as an ambassador', async ({ page, stack }) => {
  const applicant = new Applicant(page, stack, AMBASSADOR);
  await applicant.applies();
  await applicant.isThanked();
  await applicant.hasAppliedOnce();
});
