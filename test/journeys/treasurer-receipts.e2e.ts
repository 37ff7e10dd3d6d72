/** A member has receipts sent to the treasurer, too, who confirms the address and stops them later. */
import { aMember, anEmail, paysFirstMonth } from '../builders/index.ts';
import {
  expect,
  expectAccessibleAndFitting,
  linksOf,
  planLink,
  refused,
  withoutScripts,
  planTest as test,
} from '../drivers/index.ts';

test.use({ viewport: { width: 375, height: 812 } });

test(
  'A member enters the treasurer’s address, and the treasurer confirms and stops the receipts',
  { tag: '@thorough' },
  async ({ plan, page, stack, allow }) => {
    allow(refused(409));
    const [member, email] = [await aMember(stack), anEmail('treasurer')];
    const link = await planLink(stack, member.email);
    await plan.follow(link);
    const receipts = plan.part('Receipts');
    await expect(receipts).toContainText('A receipt for each payment goes to your email address.');

    await plan.button('Add a second address').click();
    const field = receipts.getByLabel('Second address for receipts');
    await expect(receipts.getByRole('heading')).toBeFocused();
    await field.fill('nobody');
    await plan.button('Send the link').click();
    await expect(field).toHaveAccessibleDescription(/Please enter a valid email address/);
    await field.fill('treasurer@gmial.com');
    await field.press('Tab');
    await page.getByRole('button', { name: 'treasurer@gmail.com' }).click();
    await expect(field).toHaveValue('treasurer@gmail.com');
    await field.fill(member.email);
    await plan.button('Send the link').click();
    await expect(receipts).toContainText('This is the address of your account');
    await expectAccessibleAndFitting(page, 'entering a second address');
    await field.fill(email);
    await plan.button('Send the link').click();
    await expect(receipts).toContainText(`We sent a link to ${email}.`);
    await expect(receipts.getByRole('heading')).toBeFocused();

    const presses = (mail: Parameters<typeof linksOf>[0], button: string, outcome: string) =>
      withoutScripts(async (there) => {
        await there.goto(linksOf(mail).find((each) => each.includes('-receipts?token='))!);
        await there.getByRole('button', { name: button }).click();
        await expect(there.getByRole('heading', { name: outcome })).toBeVisible();
      }, stack.url);
    const [confirmation] = await stack.sandbox.mails(email);
    await presses(confirmation!, 'Send me the receipts', 'The receipts come to you');
    await plan.follow(link);
    await expect(receipts).toContainText(`goes to your email address and to ${email}.`);
    await expectAccessibleAndFitting(page, 'a confirmed second address');

    await paysFirstMonth(stack, member);
    const [receipt] = await stack.sandbox.mails(email, { subject: /^Receipt for invoice/ });
    await presses(receipt!, 'Stop these receipts', 'No more receipts');
    await plan.follow(link);
    await expect(plan.button('Add a second address')).toBeVisible();
  },
);

test('A member enters and removes a second address', async ({ plan, stack }) => {
  const [member, email] = [await aMember(stack), anEmail('treasurer')];
  await plan.follow(await planLink(stack, member.email));
  await plan.button('Add a second address').click();
  await plan.part('Receipts').getByLabel('Second address for receipts').fill(email);
  await plan.button('Send the link').click();
  await expect(plan.part('Receipts')).toContainText(`We sent a link to ${email}.`);
  await stack.sandbox.mails(email, { count: 1 });
  await plan.button('Remove address').click();
  await expect(plan.button('Add a second address')).toBeVisible();
  await expect(plan.part('Receipts').getByRole('heading')).toBeFocused();
});
