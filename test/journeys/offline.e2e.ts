/** A sign-up on a bad network, with a wrong clock, or with large text. */
import { CARDS, expect, horizontalOverflow, Pastor, PHONE, refused, test, typedFrom } from '../drivers/index.ts';
import { typeCard } from '../drivers/payment-screens.ts';
import { aPastor, aVisitor } from '../builders/index.ts';

test.use({ viewport: PHONE });

test('Without a network every press waits, says so, and goes on by itself to one account', async ({
  pastor,
  outages,
  page,
  allow,
}) => {
  test.setTimeout(120_000);
  allow(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/, refused(400, 'verify-code'));
  const { registration, phone, billing } = pastor;
  await pastor.opensTrialPage();
  await registration.fillIn(typedFrom(pastor.details));
  await outages.during(() => registration.send());
  await phone.isShown();
  pastor.viaApi.id = Number(new URL(page.url()).searchParams.get('trialId'));

  const code = await pastor.receivesCode();
  await outages.during(() => phone.askForTheLink());
  await pastor.toasts.says('Link sent');
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await outages.loseAnswer('verify-code');
  await phone.typeCode(wrong);
  await phone.refuses('Please check the code and try again. 2 tries left.');
  await expect(page).toHaveTitle('Error: Step 2 of 3: Confirm your phone | Lampstand');
  await phone.code.fill('');
  await pastor.stack.sandbox.advance({ minutes: 1 });
  await page.reload();
  await phone.isShown();
  await outages.during(() => phone.resendButton.click());
  await pastor.toasts.says('Verification code resent!');
  await outages.during(() => phone.typeCode(code));

  await billing.isReady();
  await outages.during(() => billing.plan('20-49').check());
  await billing.hasPlan('20-49');
  await typeCard(billing.cardFrame, CARDS.good);
  await outages.during(() => billing.startButton.click());
  await pastor.isWelcomed();
  await pastor.hasOneAccount('tier_20_49');
});

test(
  'A part of the page that did not load while the network was away loads once it is needed',
  { tag: '@thorough' },
  async ({ pastor, outages, page, allow }) => {
    allow(/net::ERR_FAILED/);
    const failed = page.waitForEvent('requestfailed', (request) => /toasts-[^/]*\.js/.test(request.url()));
    const release = await outages.cutOff('**/assets/toasts-*.js*');
    await pastor.opensTrialPage();
    await failed;
    release();
    await pastor.registration.fillIn(typedFrom(pastor.details));
    await pastor.registration.send();
    await pastor.toasts.says('Verification code sent!');
  },
);

test(
  'A part of the page that does not load leaves the rest of the page',
  { tag: '@thorough' },
  async ({ pastor, outages, allow }) => {
    allow(/net::ERR_FAILED|dynamically imported module/);
    await outages.cutOff('**/assets/toasts-*.js*');
    await pastor.isAskedForCode();
    await pastor.phone.askForTheLink();
    await pastor.phone.typeCode(await pastor.receivesCode());
    await pastor.billing.isReady();
  },
);

test('The network that goes with the answers of the calls that open an account costs nothing', async ({
  pastor,
  outages,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  await pastor.isAskedForCard();
  for (const call of ['trial-consent', 'update-payment-verified', 'create-account']) await outages.loseAnswer(call);
  await pastor.savesCard();
  await pastor.isWelcomed();
  await pastor.hasOneAccount();
});

test('With a device clock years off, every date is the server’s', { tag: '@thorough' }, async ({ pastor, page }) => {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    const behind = 900 * 86_400_000;
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        if (given.length) super(...given);
        else super(now() - behind);
      }
      static override now = () => now() - behind;
    } as DateConstructor;
  });
  await pastor.isAskedForCode();
  await expect(page.getByText(/The code works until/)).toBeVisible();
  await pastor.provesPhone();
  await pastor.billing.isReady();
  const ends = new Date((await pastor.viaApi.load()).body.trialSignup.trialEndsAt);
  const years = async () => [...new Set((await page.getByRole('main').innerText()).match(/\b20\d\d\b/g))];
  expect(await years()).toEqual([String(ends.getFullYear())]);
  await pastor.savesCard();
  await pastor.isWelcomed();
  const { trialEndsAt } = (await pastor.viaApi.load()).body.trialSignup;
  const long = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'America/Chicago' } as const;
  await expect(page.getByRole('main')).toContainText(new Date(trialEndsAt).toLocaleDateString('en-US', long));
});

test('With text at 200 % and a long email nothing scrolls sideways', { tag: '@thorough' }, async ({ page, stack }) => {
  const email = `${'a'.repeat(48)}.${aPastor().email.slice(-24)}`;
  expect(email).toHaveLength(73);
  const pastor = new Pastor(page, stack, aVisitor(stack, { email }));
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  );
  const fits = async (where: string) => expect(await horizontalOverflow(page), where).toBe(0);
  await pastor.opensTrialPage();
  await fits('details');
  await pastor.signsUp();
  await fits('code');
  await page.getByRole('button', { name: 'Change email' }).click();
  await fits('changing the email');
  await pastor.provesPhone();
  await pastor.billing.isReady();
  await fits('card');
  await pastor.savesCard();
  await pastor.isWelcomed();
  await fits('success');
});
