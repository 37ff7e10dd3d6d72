import { expect, Pastor, test, typedFrom, horizontalOverflow } from '../drivers/index.ts';

test.describe('Reload and the Back button', () => {
  test('keep the entries of step one, in this tab only, until they are saved, and then lead back to the sign-up', async ({
    pastor,
    page,
    context,
    anotherDevice,
  }) => {
    await pastor.opensTrialPage();
    const typed = typedFrom(pastor.details);
    await pastor.registration.fillIn(typed);
    await page.reload();
    await expect(pastor.registration.keptNotice).toBeVisible();
    await pastor.registration.holds({ ...typed, phone: formatted(pastor.details.phone) });
    await page.goto('/');
    await page.goBack();
    await pastor.registration.holds({ name: typed.name!, churchState: 'TX' });

    const { page: otherTab, registration: other } = new Pastor(await context.newPage(), pastor.stack);
    await otherTab.goto('/trial');
    await other.holds({ name: '' });
    await other.fillIn({ name: 'Mary Lee' });
    await otherTab.reload();
    await otherTab.getByRole('button', { name: 'Start over' }).click();
    await other.holds({ name: '' });
    await expect(other.field('name')).toBeFocused();
    await otherTab.close();

    await pastor.sends();
    const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith('trial-'));
    expect(await page.evaluate(kept)).toEqual([]);
    await page.goBack();
    await page.goForward();
    await pastor.phone.isShown();

    await test.step('the link on another device continues at the code, with nothing typed again', async () => {
      await pastor.receivesCode();
      const there = pastor.at(await anotherDevice());
      await there.opensMailedLink();
      await there.phone.welcomesBack(pastor.details.phone.slice(-4));
      await there.provesPhone();
      await there.savesCard();
      await there.isWelcomed();
      await pastor.hasOneAccount();
    });
  });

  test(
    'keep the countdown of the code page and send no second code',
    { tag: '@thorough' },
    async ({ pastor, page }) => {
      await pastor.signsUp();
      await pastor.receivesCode();
      const before = await pastor.phone.secondsToWait();
      expect(before).toBeLessThanOrEqual(31);
      await page.reload();
      await pastor.phone.isShown();
      const after = await pastor.phone.secondsToWait();
      expect(after).toBeLessThanOrEqual(before);
      expect(after).toBeGreaterThan(0);
      await expect(pastor.phone.resendButton).toBeDisabled();

      await page.goto('/');
      await page.goBack();
      await pastor.phone.isShown();
      await pastor.provesPhone();
      expect(await pastor.stack.sandbox.sms(pastor.details.phone)).toHaveLength(1);
    },
  );

  test('keep the plan of the billing step', { tag: '@thorough' }, async ({ pastor, page }) => {
    await pastor.isAskedForCard();
    await pastor.billing.choosePlan('50-99');
    await page.reload();
    await pastor.billing.isReady();
    await pastor.billing.hasPlan('50-99');
    await page.goto('/');
    await page.goBack();
    await pastor.billing.isReady();
    await pastor.billing.hasPlan('50-99');
  });

  test(
    "show the running trial after success, with 'Trial started!'",
    { tag: '@thorough' },
    async ({ pastor, page }) => {
      await pastor.isAskedForCard();
      await pastor.savesCard();
      await pastor.isWelcomed();
      await page.reload();
      await pastor.isWelcomed();
      await pastor.toasts.says('Trial started!');
      await page.goto('/');
      await page.goBack();
      await pastor.isWelcomed();
      await pastor.hasOneAccount();
    },
  );
});

test.describe('The link on another device', () => {
  test(
    'continues at plan and card once the phone is verified',
    { tag: '@thorough' },
    async ({ pastor, anotherDevice }) => {
      await pastor.isAskedForCard();
      await pastor.billing.choosePlan('100-199');
      const there = pastor.at(await anotherDevice());
      await there.opensMailedLink();
      await there.billing.welcomesBack();
      await there.billing.hasPlan('100-199');
      await there.savesCard();
      await there.isWelcomed();
      await pastor.hasOneAccount('tier_100_199');
    },
  );

  test('opens the account when only that is left, without asking for a card and without the name of a step', async ({
    pastor,
    anotherDevice,
  }) => {
    await pastor.viaApi.provesPhone();
    await pastor.viaApi.savesCard();
    const there = pastor.at(await anotherDevice());
    await there.page.goto(`/trial?trialId=${pastor.viaApi.id}`);
    await there.success.welcomes();
    await there.billing.asksForNoCard();
    await pastor.hasOneAccount();
  });

  test('shows the welcome page for a running trial, and days later that the account is open', async ({
    pastor,
    page,
    minutesPass,
  }) => {
    await pastor.viaApi.becomesMember();
    await pastor.opensLink();
    await pastor.isWelcomed();
    await pastor.toasts.says('Trial started!');
    await minutesPass(2 * 24 * 60);
    await pastor.opensLink();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You have an account, ${pastor.firstName}`);
    await expect(page.getByText('Trial started!')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to my dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open my plan' })).toHaveAttribute('href', '/plan');
  });

  test(
    'shows its step before any script has loaded, and keeps a code typed there',
    { tag: '@thorough' },
    async ({ pastor, outages, page }) => {
      await pastor.viaApi.signsUp();
      await pastor.viaApi.asksForCode();
      await pastor.isKnown();
      const code = await pastor.receivesCode();
      const release = await outages.hold('**/assets/*.js');
      await page.goto(pastor.link, { waitUntil: 'commit' });
      await expect(pastor.phone.heading).toBeVisible();
      await expect(page).toHaveTitle(/^Step 2 of 3: Confirm your phone/);
      await pastor.phone.code.fill(code);
      release();
      await pastor.billing.isReady();
    },
  );

  test('sends nothing when a mail scanner opens it', async ({ pastor, request }) => {
    await pastor.viaApi.signsUp();
    const page = await request.get(pastor.link);
    expect(page.status()).toBe(200);
    expect(page.headers()['x-robots-tag']).toBe('noindex');
    expect(page.headers()['referrer-policy']).toBe('no-referrer');
    expect((await request.get(`/api/trial-signup/${pastor.viaApi.id}`)).status()).toBe(200);
    expect(await pastor.stack.sandbox.sms(pastor.details.phone)).toEqual([]);
    expect(await pastor.serverStep()).toBe('phone-verification');
  });
});

const formatted = (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;

test(
  'Every page leads back to the unfinished sign-up of this browser',
  { tag: '@thorough' },
  async ({ pastor, page }) => {
    await pastor.signsUp();
    const text = `Continue your sign-up, ${pastor.firstName}: step 2 of 3`;
    for (const path of ['/', '/pricing', '/help']) {
      await page.goto(path);
      const link = page.getByRole('banner').getByRole('link', { name: text });
      await expect(link).toHaveAttribute('href', pastor.link);
      expect(await horizontalOverflow(page)).toBe(0);
    }
    await page.goto('/trial');
    await expect(page.getByRole('main').getByRole('link', { name: text })).toBeVisible();
    await page.getByRole('button', { name: 'Start a new one' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: text })).toHaveCount(0);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: text }).first().click();
    await pastor.phone.isShown();
    await expect(page.getByRole('banner').getByRole('link', { name: /Free Trial|Continue/ })).toHaveCount(0);
  },
);
