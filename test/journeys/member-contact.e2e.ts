/** Support corrects the email and the phone of a member, who confirms both by links from mails. */
import { aMember, anEmail, aPhone } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, refused, SCREENS, test } from '../drivers/index.ts';

const linkIn = (text: string, path: string): string =>
  new RegExp(String.raw`http\S+${path}\?token=[\w.-]+`).exec(text)![0];

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test('a member confirms a corrected email and a corrected phone', async ({
      staff,
      inspector,
      stack,
      anotherDevice,
      allow,
    }) => {
      allow(refused(400), refused(410));
      const [member, email, phone] = [await aMember(stack), anEmail('corrected'), aPhone()];
      await staff.isSignedInAs();
      await inspector.open(member.id);
      await inspector.ask('Correct the email');
      await inspector.dialog.getByLabel('New email').fill(email);
      await inspector.confirm('Correct the email');
      await expect(inspector.page.getByText('New email, not confirmed by its owner yet:')).toContainText(email);
      await inspector.ask('Correct the phone');
      await inspector.dialog.getByLabel('New mobile phone').fill(phone);
      await inspector.confirm('Correct the phone');
      await expect(inspector.page.getByText('New phone, not confirmed by a code yet:')).toBeVisible();

      const there = await anotherDevice();
      const [toPhone] = await stack.sandbox.mails(member.email, { subject: /new phone/ });
      const [toEmail] = await stack.sandbox.mails(email);
      await there.goto(linkIn(toEmail!.text, '/plan/email'));
      await there.getByRole('button', { name: 'Use this address' }).click();
      await expect(there.getByRole('heading', { name: 'Your new email is confirmed' })).toBeFocused();

      const [toOld] = await stack.sandbox.mails(member.email, { subject: 'A new email address for your account' });
      await there.goto(linkIn(toOld!.text, '/plan/keep-email'));
      expect(await horizontalOverflow(there)).toBe(0);
      await expectAccessible(there, 'keeping an email');
      await there.getByRole('button', { name: 'Use the new one now' }).click();
      await expect(there.getByRole('heading', { name: 'The new email may be used' })).toBeFocused();

      await there.goto(linkIn(toPhone!.text, '/plan/phone'));
      await there.getByRole('button', { name: 'Text me the code' }).click();
      await expect(there.getByLabel('Code')).toBeFocused();
      await there.getByLabel('Code').fill('000000');
      await there.keyboard.press('Enter');
      await expect(there.getByText('Please check the code and try again')).toBeVisible();
      expect(await horizontalOverflow(there)).toBe(0);
      await expectAccessible(there, 'confirming a phone');
      await there.getByLabel('Code').fill(await stack.sandbox.smsCode(phone));
      await there.keyboard.press('Enter');
      await expect(there.getByRole('heading', { name: 'Your new phone is confirmed' })).toBeFocused();

      await inspector.page.reload();
      await inspector.tells('The new phone number was confirmed by a code.');
      await expect(inspector.caller).toContainText(email);
      await expect(inspector.page.getByText('not confirmed')).toHaveCount(0);
    });
  });
