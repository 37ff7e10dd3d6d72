import { formatPhone } from '@lampstand/contracts';
import { anEmail, aPhone, aVisitor, countTimes, useUpTries, verificationsOf } from '../builders/index.ts';
import { expect, type Pastor, posts, refused, test } from '../drivers/index.ts';

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test.beforeEach(({ allow }) => allow(refused(400, 'verify-code')));

test(
  'The code box says how long the code works, a wrong code how many tries are left, and a corrected one is sent by itself',
  { tag: '@smoke' },
  async ({ pastor, page }) => {
    const { phone } = pastor;
    await page.setViewportSize({ width: 320, height: 568 });
    await pastor.isAskedForCode();
    await expect(phone.code).toBeFocused();
    await expect(phone.code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(phone.code).toHaveAccessibleDescription(/^The code works until \d{1,2}:\d\d [AP]M\.$/);
    await expect(page.getByText(formatPhone(pastor.details.phone)).filter({ visible: true })).toHaveCount(1);
    await phone.confirm('12345');
    await phone.refuses('Please enter the 6-digit verification code');

    const code = await pastor.receivesCode();
    await phone.typeCode(wrongFor(code));
    await pastor.toasts.warns('Invalid verification code', 'Please check the code and try again');
    await isUncovered(pastor);
    await phone.refuses('Please check the code and try again. 2 tries left.');
    await expect(page.getByRole('status').filter({ hasText: '2 tries left.' })).toHaveText('2 tries left.');
    await phone.code.press('End');
    await phone.code.press('Backspace');
    await phone.code.fill(`${code.slice(0, 3)}-${code.slice(3)} `);
    await pastor.billing.isShown();
  },
);

/** The toast covers neither the field nor its button. */
async function isUncovered(pastor: Pastor): Promise<void> {
  const toast = (await pastor.toasts.shown.boundingBox())!;
  for (const control of [pastor.phone.code, pastor.phone.confirmButton]) {
    const { y, height } = (await control.boundingBox())!;
    expect(y + height <= toast.y || y >= toast.y + toast.height).toBe(true);
  }
}

test(
  'The toast of a wrong code covers neither the field nor its button on a phone with text of 200 %',
  { tag: '@thorough' },
  async ({ pastor, page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await pastor.isAskedForCode();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await pastor.phone.typeCode(wrongFor(await pastor.receivesCode()));
    await pastor.toasts.warns('Invalid verification code');
    await isUncovered(pastor);
  },
);

test('A code that the browser reads from the text is sent', { tag: '@thorough' }, async ({ pastor, page }) => {
  // Chromium reads texts on phones only.
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: true });
    navigator.credentials.get = (options) =>
      new Promise((resolve) => Object.assign(window, { textArrives: resolve, asked: options }));
  });
  await pastor.isAskedForCode();
  const code = await pastor.receivesCode();
  expect(await page.evaluate('window.asked.otp')).toEqual({ transport: ['sms'] });
  await page.evaluate(`window.textArrives({ code: '${code}' })`);
  await pastor.billing.isShown();
  expect(await page.evaluate('window.asked.signal.aborted'), 'aborted when the step is left').toBe(true);
});

test(
  'Pressing the button after the code was submitted by itself costs no second try',
  { tag: '@thorough' },
  async ({ pastor }) => {
    await pastor.isAskedForCode();
    await pastor.phone.typeCode(wrongFor(await pastor.receivesCode()));
    await pastor.phone.refuses('Please check the code and try again. 2 tries left.');
    await pastor.phone.confirmButton.click();
    await pastor.phone.refuses('Please check the code and try again. 2 tries left.');
    const [verification] = await verificationsOf(pastor.stack, pastor.viaApi.id);
    expect(verification.tries).toBe(1);
  },
);

test(
  'A code typed before the page knows that it was sent is checked once, and its error stays',
  { tag: '@thorough' },
  async ({ pastor, page, outages }) => {
    const answer = await outages.holdAnswer('verify-phone');
    await pastor.signsUp();
    const code = await pastor.receivesCode();
    await pastor.phone.typeCode(wrongFor(code));
    await pastor.phone.refuses('Please check the code and try again. 2 tries left.');
    answer();
    await pastor.phone.secondsToWait();
    await pastor.phone.refuses('Please check the code and try again. 2 tries left.');
    const sent = posts(page);
    await pastor.phone.typeCode(code);
    await pastor.billing.isShown();
    expect(sent.filter((call) => call === '/api/verify-code')).toHaveLength(1);
  },
);

test('An expired code shows an error, and a new one works', { tag: '@thorough' }, async ({ pastor, minutesPass }) => {
  await pastor.isAskedForCode();
  const code = await pastor.receivesCode();
  await minutesPass(11);
  await pastor.phone.typeCode(code);
  await pastor.toasts.warns('Invalid verification code');
  await pastor.phone.refuses('This code has expired. Please request a new one.');
  await pastor.opensLink();
  await pastor.phone.typeCode(await pastor.receivesCode(2));
  await pastor.billing.isShown();
});

test(
  'A code that another sign-up of the number has used is over, and nothing says that it works',
  { tag: '@thorough' },
  async ({ pastor }) => {
    await pastor.isAskedForCode();
    const code = await pastor.receivesCode();
    const other = aVisitor(pastor.stack, { phone: pastor.details.phone });
    await other.signsUp();
    await other.asksForCode();
    expect((await other.typesCode(code)).status).toBe(200);
    await pastor.phone.typeCode(code);
    await pastor.phone.refuses('This code has expired. Please request a new one.');
    await expect(pastor.phone.code).toHaveAccessibleDescription(
      /The code no longer works\. Please ask for a new one\.$/,
    );
  },
);

test('A code can be sent again after the wait', { tag: '@thorough' }, async ({ pastor, page, minutesPass }) => {
  await page.clock.install();
  await pastor.isAskedForCode();
  await expect(pastor.phone.resendButton).toBeDisabled();
  expect(await pastor.phone.secondsToWait()).toBeLessThanOrEqual(31);
  await minutesPass(1);
  await page.clock.runFor(31_000);
  await pastor.phone.resendButton.click();
  await pastor.toasts.says('Verification code resent!');
  await expect(pastor.phone.resendButton).toBeDisabled();
  await pastor.phone.typeCode(await pastor.receivesCode(2));
  await pastor.billing.isShown();
});

test('A code that cannot be sent shows an error, and the next attempt works', async ({ pastor, allow }) => {
  allow(refused(503));
  await pastor.stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 });
  await pastor.viaApi.signsUp();
  await pastor.opensLink();
  await pastor.toasts.warns('Failed to send verification code', 'Please try again or contact support');
  await expect(pastor.notice('Failed to send verification code')).toContainText('Please try again or contact');
  await pastor.phone.resendButton.click();
  await pastor.toasts.warns('Failed to resend verification code', 'Please try again or contact support');
  await pastor.stack.sandbox.heal();
  await pastor.phone.resendButton.click();
  await pastor.toasts.says('Verification code resent!');
  await expect(pastor.notice('Failed to resend verification code')).toBeHidden();
  await pastor.provesPhone();
});

test(
  'A new number gets a new code, the old one no longer works, and the whole text can be pasted',
  { tag: '@smoke' },
  async ({ pastor }) => {
    await pastor.isAskedForCode();
    const oldCode = await pastor.receivesCode();
    const phone = aPhone();
    await pastor.phone.changeNumberTo(phone);
    await pastor.toasts.says('Verification code sent!');
    await expect(pastor.page.getByText(`${formatPhone(phone)}.`, { exact: true })).toBeVisible();
    pastor.viaApi.phone = phone;
    const newCode = await pastor.receivesCode();
    expect(newCode, 'One time in a million both codes are equal.').not.toBe(oldCode);
    await pastor.phone.typeCode(oldCode);
    await pastor.phone.refuses('Please check the code and try again.');
    const [sms] = await pastor.stack.sandbox.sms(phone);
    expect(sms!.body).toMatch(/verification code is: \d{6}\n\n@\S+ #\d{6}$/);
    await pastor.phone.typeCode(sms!.body);
    await pastor.billing.isShown();
  },
);

test(
  'An invalid number, or one with an account, is refused at its field',
  { tag: '@thorough' },
  async ({ pastor, allow }) => {
    allow(refused(409, 'verify-phone'));
    const member = await aVisitor(pastor.stack).becomesMember();
    await pastor.isAskedForCode();
    await pastor.phone.changeNumberTo('512 555');
    await expect(pastor.phone.newNumber).toHaveAccessibleDescription(/Please enter a valid phone number/);
    await pastor.phone.newNumber.fill('+44 20 7946 0958');
    await pastor.phone.newNumber.press('Enter');
    await expect(pastor.phone.newNumber).toHaveValue('+44 20 7946 0958');
    await expect(pastor.phone.newNumber).toHaveAccessibleDescription(
      'This is a number of another country. Please enter a US phone number US mobile number.',
    );
    await pastor.phone.newNumber.fill(member.phone);
    await pastor.phone.newNumber.press('Enter');
    await pastor.toasts.warns(
      'Account Already Exists',
      'An account with this phone number already exists. Please contact support if you need assistance accessing your account.',
    );
    await expect(pastor.phone.newNumber).toHaveAccessibleDescription(/Account already exists for this phone\./);
    await expect(pastor.phone.newNumber).toBeFocused();
    const form = pastor.page.locator('form').filter({ has: pastor.phone.newNumber });
    await expect(form.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/api/go/dashboard');
    await expect(form.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await pastor.provesPhone();
  },
);

test(
  'The same number again sends nothing, and says when its code was sent',
  { tag: '@thorough' },
  async ({ pastor }) => {
    await pastor.isAskedForCode();
    await pastor.phone.changeNumberTo(pastor.details.phone);
    await expect(pastor.phone.newNumber).toHaveAccessibleDescription(
      /^This is the number you have\. We sent the code (yesterday )?at \d{1,2}:\d\d [AP]M\./,
    );
    await expect(pastor.toasts.shown.filter({ hasText: 'Verification code sent!' })).toHaveCount(0);
    expect(await pastor.stack.sandbox.sms(pastor.details.phone)).toHaveLength(1);
  },
);

test('A new email address gets the resume link', async ({ pastor }) => {
  await pastor.isAskedForCode();
  const email = anEmail('corrected');
  await pastor.page.getByRole('button', { name: 'Change email' }).click();
  await pastor.phone.newEmail.fill('pastor@gmial.com');
  await pastor.phone.newEmail.press('Tab');
  await pastor.registration.suggestion('pastor@gmail.com').click();
  await expect(pastor.phone.newEmail).toHaveValue('pastor@gmail.com');
  await pastor.phone.newEmail.fill(email);
  await pastor.phone.newEmail.press('Enter');
  await pastor.toasts.says('Email address updated');
  await expect(pastor.page.getByText(email).filter({ visible: true })).toHaveCount(1);
  const [mail] = await pastor.stack.sandbox.mails(email, { subject: 'Finish your Lampstand sign-up' });
  expect(mail!.text).toContain(pastor.link);
});

test('The resume link is mailed on request, and its toast stays six seconds', { tag: '@smoke' }, async ({ pastor }) => {
  await pastor.toasts.areTimed();
  await pastor.isAskedForCode();
  await pastor.phone.askForTheLink();
  await pastor.toasts.says('Link sent', 'Check your inbox for the link to finish your sign-up.');
  await pastor.toasts.lasts(6);
  const button = pastor.page.getByRole('button', { name: 'Email me the link' });
  await expect(button).toBeDisabled();
  await expect(pastor.page.getByText(/^Link sent\. You can ask for it again in 0:[012]\d\.$/)).toBeVisible();
  await pastor.page.clock.runFor(31_000);
  await expect(button).toBeEnabled();
  const [mail] = await pastor.mails(/^Finish your Lampstand sign-up$/);
  expect(mail!.text).toContain(`/trial?step=verification&trialId=${pastor.viaApi.id}`);
});

test.describe('The limits of codes', () => {
  /** The minutes may reach into the next day. */
  const AT = String.raw`(tomorrow )?at \d{1,2}:\d\d [AP]M`;

  const tooManyNoted = (pastor: Pastor) => useUpTries(pastor.stack, pastor.viaApi.id);

  test.beforeEach(({ allow }) => {
    allow(refused(400, 'verify-code'));
    allow(refused(429));
  });

  test('The third wrong code says when a new one can be asked for, which a reload keeps', async ({ pastor, page }) => {
    await pastor.isAskedForCode();
    const code = await pastor.receivesCode();
    const wrong = (left: number) => String((Number(code) + 1 + left) % 1_000_000).padStart(6, '0');
    for (const left of [2, 1]) {
      await pastor.phone.typeCode(wrong(left));
      await pastor.phone.refuses(
        `Please check the code and try again. ${left === 1 ? '1 try left.' : `${left} tries left.`}`,
      );
    }
    await pastor.phone.typeCode(wrong(0));
    await pastor.phone.refuses('This code is wrong, too. 0 tries left. You can ask for a new code ');
    const resendIsLocked = async () => {
      await expect(pastor.phone.code).toHaveAccessibleDescription(new RegExp(`You can ask for a new code ${AT}\\.`));
      await expect(pastor.phone.resendButton).toBeDisabled();
      await expect(
        page.getByText(new RegExp(`You can ask for a new code ${AT}\\. That is in [89]:\\d\\d`)),
      ).toBeVisible();
      await expect(page.getByText('You can ask for a new code now.')).toHaveCount(0);
    };
    await resendIsLocked();
    await pastor.phone.typeCode(code);
    await pastor.phone.refuses('Too many wrong codes. You can ask for a new code ');
    await page.reload();
    await pastor.phone.isShown();
    await resendIsLocked();
  });

  test(
    'After the lock a new code can be asked for, and works',
    { tag: '@thorough' },
    async ({ pastor, page, minutesPass }) => {
      await pastor.isAskedForCode();
      await tooManyNoted(pastor);
      await page.clock.install();
      await page.reload();
      await pastor.phone.isShown();
      await expect(pastor.phone.resendButton).toBeDisabled();
      await minutesPass(10);
      await page.clock.runFor(601_000);
      await expect(page.getByRole('status').filter({ hasText: 'You can ask for a new code now.' })).toHaveCount(1);
      await expect(pastor.phone.code).toHaveAccessibleDescription(
        /The code no longer works\. Please ask for a new one\.$/,
      );
      await pastor.phone.resendButton.click();
      await pastor.toasts.says('Verification code resent!');
      await pastor.phone.typeCode(await pastor.receivesCode(2));
      await pastor.billing.isShown();
    },
  );

  test('After two texts a call can read the code out', { tag: '@thorough' }, async ({ pastor, page, minutesPass }) => {
    await pastor.isAskedForCode();
    await expect(pastor.phone.callButton).toBeHidden();
    await minutesPass(1);
    await page.reload();
    await pastor.phone.resendButton.click();
    await pastor.receivesCode(2);
    await expect(pastor.phone.callButton).toBeDisabled();
    await minutesPass(2);
    await page.reload();
    await pastor.phone.callButton.click();
    await pastor.toasts.says('We are calling you with the code');
    const code = await pastor.receivesCode(3);
    const [call] = await pastor.stack.sandbox.sms(pastor.details.phone);
    expect(call).toMatchObject({ channel: 'call', body: expect.stringContaining([...code].join(', ')) });
    await pastor.phone.typeCode(code);
    await pastor.billing.isShown();
  });

  test(
    "When the day's codes are used up, the page names the day and time of the next",
    { tag: '@thorough' },
    async ({ pastor, page, minutesPass }) => {
      await pastor.isAskedForCode();
      await countTimes(pastor.stack, 'codesPerPhone', pastor.details.phone, 5);
      const isNamed = () =>
        expect(page.getByText(/You can ask for a new code tomorrow at \d{1,2}:\d\d [AP]M\./)).toBeVisible();
      await page.reload();
      await isNamed();
      await expect(pastor.phone.resendButton).toBeDisabled();
      await minutesPass(11);
      await page.reload();
      await expect(pastor.notice('Failed to send verification code')).toContainText('Please use another number');
      await isNamed();
      await expect(pastor.phone.resendButton).toBeDisabled();
    },
  );
});
