import type { Pastor } from '../drivers/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

/** The minutes may reach into the next day. */
const AT = String.raw`(tomorrow )?at \d{1,2}:\d\d [AP]M`;
const tooManyNoted = (pastor: Pastor) =>
  pastor.stack.query('UPDATE phone_verifications SET tries = 5 WHERE subject_id = $1', [pastor.viaApi.id]);

test.beforeEach(({ allow }) => {
  allow(refused(400, 'verify-code'));
  allow(refused(429));
});

test('The fifth wrong code says when a new one can be asked for, which a reload keeps', async ({ pastor, page }) => {
  await pastor.isAskedForCode();
  const code = await pastor.receivesCode();
  const wrong = (left: number) => String((Number(code) + 1 + left) % 1_000_000).padStart(6, '0');
  for (const left of [4, 3, 2, 1]) {
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

test('After two texts a call can read the code out', async ({ pastor, page, minutesPass }) => {
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

test("When the day's codes are used up, the page names the day and time of the next", async ({
  pastor,
  page,
  minutesPass,
}) => {
  await pastor.isAskedForCode();
  await pastor.stack.query('UPDATE rate_limits SET points = 5 WHERE key = $1', [
    `codesPerPhone:${pastor.details.phone}`,
  ]);
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
});
