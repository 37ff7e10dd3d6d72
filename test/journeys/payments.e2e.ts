/** The payments of a member on the page of the person. */
import { aMember, paysFirstMonth } from '../builders/index.ts';
import { expect, horizontalOverflow, PHONE, test } from '../drivers/index.ts';

test('The page of a member lists what was paid when, for which month and plan, and with which card', async ({
  staff,
  inspector,
  stack,
  page,
}) => {
  const member = await aMember(stack, { plan: 'tier_20_49' });
  await paysFirstMonth(stack, member);
  await staff.isSignedInAs();
  await page.goto(`/trials/${member.id}`);
  const payments = inspector.part('Payments');
  const [facts, invoice] = [payments.getByRole('row').nth(1), payments.getByRole('row').nth(2)];
  const day = /[A-Z][a-z]{2} \d+, \d{4}/.source;
  await expect(facts).toHaveText(new RegExp(`^${day}.* – ${day}Growth\\$39\\.99Visa ending 4242Paid\\s*$`));
  await expect(invoice.getByRole('link', { name: /^PDF of invoice / })).toHaveAttribute('href', /\/pdf$/);
  await page.setViewportSize(PHONE);
  await expect(payments).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
});
