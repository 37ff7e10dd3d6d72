/** What another browser shows of a sign-up, and how it becomes known. */
import { anEmail, aPhone } from '../builders/index.ts';
import { expect, expectAccessibleAndFitting, type Pastor, SCREENS, test } from '../drivers/index.ts';

const isThisYou = ({ page }: Pastor) => page.getByRole('group', { name: 'Is this you?' });

test(
  'On another device a wrong phone is changed by the mailed link, whose proof leaves the address with the first press',
  { tag: '@smoke' },
  async ({ pastor, anotherDevice }) => {
    await pastor.viaApi.signsUp();
    const there = pastor.at(await anotherDevice());
    await there.opensMailedLink();
    await there.phone.isShown();
    await expect(there.page).toHaveURL(/&proof=/);
    await expect(there.answers.summary).not.toContainText(pastor.details.churchName);
    const phone = aPhone();
    await there.phone.changeNumberTo(phone);
    await there.toasts.says('Verification code sent!');
    await expect(there.page).toHaveURL(/trialId=\d+$/);
    await expect(there.answers.summary).toContainText(pastor.details.churchName);
    pastor.viaApi.phone = phone;
    await there.provesPhone();
  },
);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(
    `On step two, a link without proof offers the mailed link and the code, on ${screen}`,
    { tag: '@thorough' },
    async ({ pastor, anotherDevice }) => {
      await pastor.viaApi.signsUp();
      const there = pastor.at(await anotherDevice());
      await there.page.setViewportSize(viewport);
      await there.opensLink();
      await there.phone.isShown();
      for (const name of ['Change number', 'Change email']) {
        await there.page.getByRole('button', { name }).click();
        await expect(isThisYou(there)).toBeFocused();
        await expect(isThisYou(there)).toContainText('type the code that we text to');
        await expect(there.page.getByRole('button', { name: 'Text me a code' })).toHaveCount(0);
      }
      await expectAccessibleAndFitting(there.page, 'a browser that is not known');
      await isThisYou(there).getByRole('button', { name: 'Email me a link' }).click();
      await there.toasts.says('Link sent', 'Check your inbox for the link to finish your sign-up.');
      await there.opensMailedLink(/^Finish/);
      await there.page.getByRole('button', { name: 'Change email' }).click();
      await expect(there.phone.newEmail).toHaveValue(pastor.details.email);
    },
  );

  test(
    `On step three, a code to the phone makes a browser known, on ${screen}`,
    { tag: '@thorough' },
    async ({ pastor, anotherDevice, allow }) => {
      allow(/400 \(Bad Request\).*prove-browser/);
      await pastor.viaApi.provesPhone();
      const there = pastor.at(await anotherDevice());
      await there.page.setViewportSize(viewport);
      await there.opensLink();
      await there.billing.isReady();
      await there.answers.open();
      await expect(there.answers.box).not.toContainText(pastor.details.churchName);
      await there.answers.change('Change email');
      await isThisYou(there).getByRole('button', { name: 'Text me a code' }).click();
      const code = there.page.getByLabel('Code from the text message');
      await expect(code).toBeFocused();
      const right = await pastor.receivesCode(2);
      await code.fill(right === '111111' ? '222222' : '111111');
      await there.page.keyboard.press('Enter');
      await expect(code).toHaveAccessibleDescription(/check the code/);
      await expectAccessibleAndFitting(there.page, 'a refused code of a browser');
      await code.fill(right);
      await there.page.keyboard.press('Enter');
      const email = anEmail('corrected');
      await expect(there.phone.newEmail).toHaveValue(pastor.details.email);
      await there.phone.newEmail.fill(email);
      await there.page.getByRole('button', { name: 'Save email' }).click();
      await there.toasts.says('Email address updated');
      await expect(there.answers.box).toContainText(email);
      await expect(there.answers.box).toContainText(pastor.details.churchName);
    },
  );
}
