/** Writes what a screen reader says during a whole sign-up, and asserts that each message is spoken exactly once. */
import { aPhone } from '../builders/index.ts';
import { PHONE, refused, ScreenReader, test } from '../drivers/index.ts';

const wrongFor = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

test.use({ viewport: PHONE });

test(
  'A screen reader announces every error, lock-out and success of a sign-up once',
  { tag: '@thorough' },
  async ({ pastor, page, allow, minutesPass }, info) => {
    allow(refused(400), refused(402), refused(429));
    const reader = await ScreenReader.on(page);
    try {
      reader.begin('Step 1: the form');
      await pastor.opensTrialPage();
      await reader.read();

      reader.begin('Step 1: sent without a name');
      await pastor.registration.send();
      await reader.says(/Please check the marked fields/);
      await reader.read();

      reader.begin('Step 2: the code');
      await pastor.signsUp();
      const code = await pastor.receivesCode();
      await reader.says(/Confirm your phone/);
      await reader.read();

      reader.begin('Step 2: a wrong code');
      await pastor.phone.typeCode(wrongFor(code, 1));
      await reader.says(/2 tries left/);

      reader.begin('Step 2: another number');
      pastor.viaApi.phone = aPhone();
      await pastor.phone.changeNumberTo(pastor.viaApi.phone);
      const next = await pastor.receivesCode();
      await reader.says(/code sent/i);

      reader.begin('Step 2: three wrong codes');
      for (const [index, left] of ['2 tries', '1 try', '0 tries'].entries()) {
        await pastor.phone.typeCode(wrongFor(next, index + 1));
        await reader.says(new RegExp(`${left} left`));
      }
      await reader.says(/You can ask for a new code at/);
      await reader.read();

      reader.begin('Step 2: a new code after the lock-out');
      await minutesPass(60);
      await page.reload();
      await pastor.phone.resendButton.click();
      await reader.says(/code resent/i);

      reader.begin('Step 3: plan and card');
      await pastor.phone.typeCode(await pastor.receivesCode(2));
      await pastor.billing.isReady();
      await reader.says(/phone verified/i);
      await reader.read();

      reader.begin('Step 3: a declined card');
      await pastor.savesCard('declined');
      await reader.says(/nothing was charged/i);
      await reader.read();

      reader.begin('Step 4: success');
      await pastor.savesCard('good');
      await pastor.isWelcomed();
      await reader.says(/Welcome, /);
      await reader.read();
    } finally {
      await reader.finish(info);
    }
  },
);
