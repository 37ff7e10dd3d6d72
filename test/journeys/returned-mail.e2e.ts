/** Steps two and three, the success screen and the plan page say that a mail bounced, and how to correct the address. */
import { anEmail } from '../builders/index.ts';
import { expect, expectAccessibleAndFitting, type Pastor, SCREENS, test } from '../drivers/index.ts';

const CAME_BACK = 'Our email came back';

async function isTold(pastor: Pastor): Promise<void> {
  await expect(pastor.notice(CAME_BACK)).toContainText(pastor.details.email, { timeout: 15_000 });
}

async function corrects(pastor: Pastor): Promise<void> {
  pastor.details.email = anEmail('corrected');
  await pastor.notice(CAME_BACK).getByRole('button', { name: 'Correct it' }).click();
  await pastor.phone.newEmail.fill(pastor.details.email);
  await pastor.page.getByRole('button', { name: 'Save email' }).click();
  await pastor.toasts.says('Email address updated');
  await expect(pastor.notice(CAME_BACK)).toHaveCount(0);
}

test(
  'A visitor whose email bounces sees a notice on step two and corrects the address',
  { tag: '@thorough' },
  async ({ pastor }) => {
    pastor.details.email = anEmail('bounce');
    await pastor.isAskedForCode();
    await isTold(pastor);
    await corrects(pastor);
    await pastor.mails();
  },
);

for (const [screen, viewport] of Object.entries(SCREENS))
  test(`A visitor whose email bounces corrects it on step three, and the welcome page shows the new one, on ${screen}`, async ({
    pastor,
    page,
  }) => {
    await page.setViewportSize(viewport);
    pastor.details.email = anEmail('bounce');
    await pastor.isAskedForCard();
    await isTold(pastor);
    await expectAccessibleAndFitting(page, 'a mail that came back');
    await corrects(pastor);
    await pastor.savesCard();
    await pastor.isWelcomed();
    await expect(page.getByRole('main')).toContainText(`We send it to ${pastor.details.email}.`);
    await pastor.getsWelcomeMail();
  });

test('A member whose mail comes back is told on the success screen and on the plan page', async ({ pastor, page }) => {
  pastor.details.email = anEmail('bounce');
  await pastor.viaApi.becomesMember();
  await pastor.opensLink();
  await isTold(pastor);
  const correct = pastor.notice(CAME_BACK).getByRole('link', { name: 'Correct it: write to support' });
  await expect(correct).toHaveAttribute('href', /^mailto:support@lampstand\.example/);
  await expectAccessibleAndFitting(page, 'the success screen of a member whose mail came back');
  await page.getByRole('link', { name: 'Open your plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your plan' })).toBeVisible();
  await expect(correct).toBeVisible();
});
