/** The payments of a member on the page of the person. */
import { aMember, firstMonthOf, paysFirstMonth, planTokenOf } from '../builders/index.ts';
import { expect, horizontalOverflow, PHONE, refused, test } from '../drivers/index.ts';
import { eventually } from '../support/index.ts';

test('The page of a member lists what was paid with which card; an administrator refunds a part, support can only send the receipt', async ({
  staff,
  inspector,
  stack,
  page,
  allow,
}) => {
  allow(refused(400));
  const member = await aMember(stack, { plan: 'tier_20_49' });
  await paysFirstMonth(stack, member);
  await staff.isSignedInAs('support');
  await page.setViewportSize(PHONE);
  await page.goto(`/trials/${member.id}`);
  const payments = inspector.part('Payments');
  const [facts, invoice] = [payments.getByRole('row').nth(1), payments.getByRole('row').nth(2)];
  const day = /[A-Z][a-z]{2} \d+, \d{4}/.source;
  await expect(facts).toHaveText(new RegExp(`^${day}.* – ${day}Growth\\$39\\.99Visa ending 4242Paid\\s*$`));
  await expect(payments.getByRole('button', { name: /^Email to…/ })).toBeVisible();
  await expect(payments.getByRole('button', { name: /^Refund…/ })).toHaveCount(0);
  expect(await horizontalOverflow(page)).toBe(0);
  await staff.isSignedInAs('administrator');
  await page.goto(`/trials/${member.id}`);
  await expect(invoice.getByRole('link', { name: /^PDF of invoice / })).toHaveAttribute('href', /\/pdf$/);
  await payments.getByRole('button', { name: /^Refund…/ }).click();
  const { dialog } = inspector;
  await expect(dialog).toContainText(/\$39\.99 paid on .* goes back to the Visa ending 4242/);
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('39.99');
  await dialog.getByLabel('Amount in dollars').fill('50');
  await dialog.getByLabel('Reason').selectOption('Charged twice');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toContainText('At most $39.99 can be refunded.');
  await expect(dialog.getByLabel('Amount in dollars')).toBeFocused();
  await dialog.getByLabel('Amount in dollars').fill('5');
  await expect(dialog).toContainText('“Your refund of $5.00 for invoice');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(payments).toContainText('Refunded $5.00');
});

test(
  'A disputed payment says by when to answer the bank, to staff; the member does not read that it is paid',
  { tag: '@thorough' },
  async ({ staff, inspector, stack, page }) => {
    const member = await aMember(stack, { card: '4000000000000259' });
    await paysFirstMonth(stack, member);
    await stack.sandbox.advance({ minutes: 5 });
    await eventually(async () => (await firstMonthOf(stack, member.id))?.['dispute']);
    await staff.isSignedInAs('administrator');
    await page.goto(`/trials/${member.id}`);
    const payments = inspector.part('Payments');
    await expect(payments).toContainText('Disputed');
    await expect(payments).toContainText(
      /Answer it in Stripe’s dashboard by [A-Z][a-z]{2} \d+, \d{4}\. It cannot be refunded\./,
    );
    await expect(payments.getByRole('link', { name: /^Open the dispute in Stripe/ })).toHaveAttribute(
      'href',
      /\/disputes\/du_/,
    );
    await expect(payments.getByRole('button', { name: /^Refund…/ })).toHaveCount(0);
    await page.goto('/admin/queue?group=disputed');
    await expect(page.getByRole('table')).toContainText(/Answer it in Stripe’s dashboard by [A-Z][a-z]+ \d+, \d{4}\./);
    await expect(page.getByRole('link', { name: /^Open in Stripe/ })).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    await page.goto(`/plan?token=${await planTokenOf(stack, member)}`);
    const invoices = page.getByRole('table', { name: /^Invoices of / });
    await expect(invoices).toContainText('Disputed at the bank');
    await expect(invoices).not.toContainText('Paid');
  },
);
