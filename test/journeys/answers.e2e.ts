/** What was typed in step one, as steps two and three show it and let it be changed. */
import { formatPhone } from '@lampstand/contracts';
import { expect, expectAccessibleAndFitting, posts, refused, SCREENS, test } from '../drivers/index.ts';

test(
  'The names are checked and changed on step two, and the welcome uses them',
  { tag: '@thorough' },
  async ({ pastor, page }) => {
    await pastor.isAskedForCode();
    await pastor.answers.open();
    await expect(pastor.answers.box).toContainText(pastor.details.churchName);
    await expect(pastor.answers.box).toContainText(pastor.details.email);
    await expect(pastor.answers.box).toContainText(formatPhone(pastor.details.phone));
    await pastor.answers.change('Change details');
    await expect(page.getByLabel('Your name')).toBeFocused();
    await page.getByLabel('Church name').fill('G');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(page.getByLabel('Church name')).toHaveAccessibleDescription('Church name is required');
    await expect(page.getByLabel('Church name')).toBeFocused();
    await expectAccessibleAndFitting(page, 'a refused detail');

    await page.getByLabel('Your name').fill('Maria Lee');
    await page.getByLabel('Church name').fill('Grace Chapel');
    await page.getByRole('button', { name: 'Save details' }).click();
    await pastor.toasts.says('Details updated');
    await expect(pastor.answers.summary).toContainText('Maria Lee, Grace Chapel');
    await expect(page.getByRole('button', { name: 'Change details' })).toBeFocused();

    await pastor.provesPhone();
    await expect(pastor.answers.summary).toContainText('Maria Lee, Grace Chapel');
    await pastor.savesCard();
    await pastor.success.welcomes('Maria');
  },
);

for (const [screen, viewport] of Object.entries(SCREENS))
  test(
    `What is below the card form stays where it is while the form loads, on ${screen}`,
    { tag: '@thorough' },
    async ({ pastor, page, outages }) => {
      await page.setViewportSize(viewport);
      const release = await outages.hold('**/api/trial-setup-intent');
      await pastor.isAskedForCode();
      await pastor.provesPhone();
      await expect(page.getByText('Preparing the card form…')).toBeVisible();
      const top = () => pastor.answers.summary.evaluate((each) => each.getBoundingClientRect().top + scrollY);
      const before = await top();
      const terms = page.getByRole('form', { name: 'Card' }).getByRole('link', { name: 'Terms of Service' });
      await terms.focus();
      release();
      await pastor.billing.isReady();
      await expect(terms, 'the keyboard keeps its place').toBeFocused();
      expect(Math.abs((await top()) - before)).toBeLessThan(10);
    },
  );

test('Details that cannot be saved stay in the form; two presses save them once', async ({
  pastor,
  page,
  outages,
  allow,
}) => {
  allow(refused(500));
  await pastor.isAskedForCode();
  const sent = posts(page);
  await pastor.answers.open();
  await pastor.answers.change('Change details');
  await page.getByLabel('Church name').fill('Grace Chapel');
  await outages.answer('update-details', 500, { error: 'An unexpected error occurred.' });
  await page.getByRole('button', { name: 'Save details' }).click();
  await pastor.toasts.warns('Error', 'An unexpected error occurred');
  await expect(page.getByLabel('Church name')).toHaveValue('Grace Chapel');
  await page.getByRole('button', { name: 'Save details' }).dblclick();
  await pastor.toasts.says('Details updated');
  expect(sent).toEqual(['/api/update-details', '/api/update-details']);
});
