/** The prices: the plan that fits is named while the number is typed, and is the one that the sign-up has. */
import { expect, test } from '../drivers/index.ts';

const QUESTION = 'How many take part in a normal month?';

test(
  'The answer, its price and the plan that fits follow the number while it is typed',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/pricing');
    const field = page.getByLabel(QUESTION);
    const answer = page.locator('#how-many').getByRole('status');
    const fits = page.getByText(/^Fits /).filter({ visible: true });
    await expect(answer).toHaveText('', { useInnerText: true });
    await expect(fits).toHaveCount(0);
    for (const [people, texts, marked] of [
      ['45', ['Growth, $39.99 a month', '$0.89 a person', 'covers 20 to 49 people, at $0.82 to $2.00 each'], 'Growth'],
      ['50', ['50-99 active users, $79.99 a month', '$1.60 a person'], '50-99 active users'],
      ['1200', ['1,200 people: let’s talk', 'Get a Quote'], undefined],
    ] as const) {
      await field.fill(people);
      for (const text of texts) await expect(answer).toContainText(text, { useInnerText: true });
      await expect(fits).toHaveCount(marked ? 1 : 0);
      if (marked) await expect(page.getByRole('article').filter({ has: fits })).toContainText(marked);
    }
    for (const none of ['', '0', '3.5']) {
      await field.fill(none);
      await expect(answer).toHaveText('', { useInnerText: true });
    }
    await page.getByRole('link', { name: 'it’s for 22' }).click();
    await expect(field).toHaveValue('22');
    await expect(answer).toContainText('$1.82 a person', { useInnerText: true });
    await expect(page).toHaveURL('/pricing');
  },
);

test('A number that is typed after a refused one replaces the error and the dates stay', async ({ page, allow }) => {
  allow(/400/);
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Find our plan' }).click();
  const field = page.getByLabel(QUESTION);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('30');
  await expect(page.getByText('Please enter a number')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/nothing is charged before/)).toBeVisible();
  await field.fill('150');
  await expect(page.getByText(/nothing is charged before/)).toBeVisible();
  await expect(page.getByText('Fits 150 people')).toBeVisible();
  await page.getByRole('link', { name: 'Start with this plan' }).click();
  await expect(page).toHaveURL('/trial?plan=tier_100_199');
});
