/** /plan after the end: a member starts again. */
import { aMember, lifeOf, deleteAtStripe } from '../builders/index.ts';
import { expect, expectAccessibleAndFitting, linksOf, refused, SCREENS, planTest as test } from '../drivers/index.ts';
import { eventually } from '../support/index.ts';

for (const [screen, viewport] of Object.entries(SCREENS))
  test(
    `On ${screen}, a member whose subscription has ended starts again: a code, a card that works, one press`,
    { tag: '@smoke' },
    async ({ plan, page, stack, allow }) => {
      await page.setViewportSize(viewport);
      allow(refused(402));
      const looksRight = async (state: string) => {
        if (process.env['THOROUGH'] || state === 'the choice') await expectAccessibleAndFitting(page, state);
      };
      const member = await aMember(stack, { card: '4000000000000341' });
      const { stripe_id: id } = await lifeOf(stack, member.id);
      await deleteAtStripe(stack, `subscriptions/${id}`);
      const [ended] = await stack.sandbox.mails(member.email, { subject: 'Your subscription has ended' });
      await page.goto(linksOf(ended!).find((link) => link.includes('/plan?token='))!);
      await expect(plan.heading).toHaveText('Your subscription has ended');
      await looksRight('the offer');
      const again = plan.part('Start again');
      await expect(again).toContainText(`(•••) •••-${member.phone.slice(-4)}`);

      const { length } = await stack.sandbox.sms(member.phone);
      await plan.button('Text me a code').click();
      const code = page.getByLabel('Verification code');
      await expect(code).toBeFocused();
      await code.fill('12');
      await plan.button('Confirm phone').click();
      await expect(code).toHaveAccessibleDescription(/6-digit|six digits/i);
      await looksRight('a wrong code');
      await code.fill(await stack.sandbox.smsCode(member.phone, { count: length + 1 }));
      await page.keyboard.press('Enter');

      await expect(again.getByRole('heading')).toBeFocused();
      await expect(again).toContainText('You pay $19.99 today');
      await page.getByText('20-49', { exact: true }).click();
      await expect(again).toContainText('You pay $39.99 today and $39.99 every month after that');
      await looksRight('the choice');
      await plan.button('Pay $39.99 and start again').click();
      await expect(again.getByRole('alert')).toContainText('Your bank refused the card. Nothing was charged.');
      await looksRight('a refused card');

      await plan.button('Use another card').click();
      await expect(page.getByRole('heading', { name: 'Update your card' })).toBeVisible();
      await plan.entersCard('good');
      await expect(again).toContainText('Visa •••• 4242');
      await page.reload();
      await page.getByText('20-49', { exact: true }).click();
      await plan.button('Pay $39.99 and start again').click();
      await plan.isShown();
      await expect(plan.heading).toBeFocused();
      await expect(plan.fact('Plan')).toContainText('Growth');
      await expect(plan.part('Invoices')).toContainText('$39.99 Paid');
      await looksRight('the plan');
      await eventually(async () => (await lifeOf(stack, member.id)).account === 'active');
    },
  );
