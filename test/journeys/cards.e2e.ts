import { deleteAtStripe, idOf, stripe } from '../builders/index.ts';
import {
  expect,
  horizontalOverflow,
  Keyboard,
  type Pastor,
  PHONE,
  refused,
  ScreenReader,
  test,
} from '../drivers/index.ts';

const REFUSED_CARDS = {
  declined: 'Your card was declined.',
  ...(process.env['THOROUGH'] && {
    withoutFunds: 'Your card has insufficient funds.',
    expired: 'Your card has expired.',
    wrongCode: "Your card's security code is incorrect.",
  }),
};

test('The card field is on the first screen of a phone, a refused card shows its reason, and a good one opens the account', async ({
  pastor,
  page,
}) => {
  const { billing, toasts } = pastor;
  await page.setViewportSize(PHONE);
  await pastor.isAskedForCard();
  const field = await page.getByTitle('Secure card form').boundingBox();
  expect(field!.y + (await page.evaluate(() => scrollY))).toBeLessThanOrEqual(700);
  expect(await horizontalOverflow(page)).toBe(0);

  await test.step('the form of Stripe has the font of the site', async () => {
    const body = billing.cardFrame.locator('body');
    const family = await page.locator('body').evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0]);
    expect(await body.evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0])).toBe(family);
    await expect
      .poll(() =>
        body.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map((face) => face.family)),
      )
      .toContain(family);
  });

  await test.step('an incomplete number is refused before it is sent', async () => {
    await billing.cardFrame.getByLabel('Card number').fill('4242 4242');
    await billing.startButton.click();
    await toasts.warns('Payment Error', 'Your card number is incomplete.');
    await expect(billing.cardFrame.getByText('Your card number is incomplete.')).toBeVisible();
    await expect(pastor.notice('Payment Error')).toHaveCount(0);
    await expect(billing.cardFrame.getByLabel('Card number')).toBeFocused();
    const { setupIntents } = await pastor.stack.sandbox.records();
    expect(setupIntents[0].latest_attempt).toBeNull();
  });

  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      for (const each of document.querySelectorAll<HTMLElement>('[role=alert], [role=status]'))
        if (each.innerText.includes('Nothing was charged') && !heard.includes(each.outerHTML))
          heard.push(each.outerHTML);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  for (const [at, [card, message]] of Object.entries(REFUSED_CARDS).entries()) {
    await pastor.savesCard(card as keyof typeof REFUSED_CARDS);
    await toasts.warns('Payment Error', message);
    await expect(billing.cardFrame.getByText(message)).toBeVisible();
    await expect(pastor.notice('Payment Error').getByRole('paragraph')).toHaveText(
      'Nothing was charged. Please check the card, or try another one.',
    );
    await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
    await expect(page).toHaveTitle('Error: Step 3 of 3: Choose your plan and card | Lampstand');
    if (!at) expect(await page.evaluate<string[]>('window.heard'), 'announced once').toHaveLength(1);
    await pastor.hasNoAccount();
  }
  await pastor.savesCard('good');
  await pastor.isWelcomed();
  await pastor.hasOneAccount();
});

test(
  'A plan changed after a card was confirmed, but not yet verified, is agreed to again and opens',
  { tag: '@thorough' },
  async ({ pastor, outages, allow }) => {
    allow(refused(503, 'update-payment-verified'));
    await pastor.stack.sandbox.webhooks.set('hold');
    await pastor.isAskedForCard();
    await outages.answer('update-payment-verified', 503, { error: 'Not now.' });
    await pastor.savesCard('good');
    await pastor.toasts.warns('Payment Error');
    await pastor.billing.choosePlan('50-99');
    await pastor.billing.startButton.click();
    await pastor.isWelcomed();
    await pastor.hasOneAccount('tier_50_99');
  },
);

test('Another plan is announced once with its price and its first day, and the largest asks to talk first', async ({
  pastor,
  page,
}) => {
  const reader = await ScreenReader.on(page);
  await pastor.isAskedForCard();
  await expect(page.getByText('Taxes are added where the law requires them.')).toBeVisible();
  reader.begin('another plan');
  await pastor.billing.choosePlan('50-99');
  await reader.says(/\$79\.99 a month from/);
  await pastor.billing.choosePlan('500+');
  await reader.says(/\$249\.99 a month from/);
  await expect(page.getByRole('link', { name: 'contact us first' })).toHaveAttribute('href', '/trial-request');
});

test('3D Secure is completed on the page, by keyboard', { tag: '@smoke' }, async ({ pastor, page }) => {
  const keyboard = new Keyboard(page);
  await pastor.isAskedForCard();
  await pastor.savesCard('askingTheBank');
  await expect(pastor.billing.bank.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await keyboard.presses(pastor.billing.bank.getByRole('button', { name: 'Complete' }));
  await pastor.isWelcomed();
  await pastor.hasOneAccount();
});

test('Failed 3D Secure returns to the card form', { tag: '@thorough' }, async ({ pastor }) => {
  await pastor.isAskedForCard();
  await pastor.savesCard('askingTheBank');
  await pastor.billing.bankAnswers('Fail');
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method';
  await pastor.toasts.warns('Payment Error', message);
  await expect(pastor.notice('Payment Error').getByRole('paragraph')).toHaveText(
    `${message} and try again. Nothing was charged.`,
  );
  await pastor.savesCard('good');
  await pastor.isWelcomed();
});

test("The account opens after the return from a bank's page", async ({ pastor, page }) => {
  await pastor.isAskedForCard();
  await pastor.savesCard('leavingForTheBank');
  await pastor.return.bankAnswers('Complete');
  await pastor.return.activates();
  await pastor.toasts.says('Success!', 'Your trial has been activated and account created.');
  await expect(page).toHaveURL(/\/trial-checkout-success\?trial_id=\d+$/);
  await expect(page).toHaveTitle(/^Your trial is active! \| Lampstand$/);
  await pastor.hasOneAccount();
  await page.reload();
  await pastor.return.activates();
  await pastor.getsWelcomeMail();
});

test("A bank's page without a confirmation returns to the billing step", { tag: '@thorough' }, async ({ pastor }) => {
  await pastor.isAskedForCard();
  await pastor.savesCard('leavingForTheBank');
  await pastor.return.bankAnswers('Fail');
  await pastor.return.fails('Payment Error', pastor.link);
  await pastor.toasts.warns('Payment Error', 'We could not confirm your card. Please try again or contact support.');
  await pastor.hasNoAccount();
  await pastor.return.retry.click();
  await pastor.savesCard('good');
  await pastor.isWelcomed();
});

test(
  'A stored card is not asked for again',
  { tag: '@thorough' },
  async ({ pastor, page, anotherDevice, outages, allow }) => {
    allow(/net::ERR_FAILED/);
    await outages.cutOff('**/api/create-account');
    await pastor.isAskedForCard();
    const stored = page.waitForResponse('**/api/update-payment-verified');
    await pastor.savesCard();
    expect((await stored).status()).toBe(200);
    await page.close();

    const there = pastor.at(await anotherDevice());
    await there.opensLink();
    await there.success.welcomes();
    await there.billing.asksForNoCard();
    await pastor.hasOneAccount();
  },
);

test(
  'The account opens even if the browser is closed right after the card is confirmed',
  { tag: '@thorough' },
  async ({ pastor, page, outages }) => {
    await outages.hold('**/api/update-payment-verified');
    await pastor.isAskedForCard();
    const request = page.waitForRequest('**/api/update-payment-verified');
    await pastor.savesCard();
    await request;
    await page.close();

    await pastor.getsWelcomeMail();
    await pastor.hasOneAccount();
    expect(await pastor.serverStep()).toBe('success');
    const { subscriptions } = await pastor.stack.sandbox.records();
    const own = subscriptions.filter((each: any) => each.metadata.trial_id === String(pastor.viaApi.id));
    expect(own.map(({ status }: any) => status)).toEqual(['trialing']);
  },
);

/** The form is replaced with the reason, and the next card opens the account. */
async function getsAnotherForm(pastor: Pastor, reason: string): Promise<void> {
  await pastor.toasts.warns('Payment Error', reason);
  await expect(pastor.notice('Payment Error')).toContainText(reason);
  await expect(pastor.billing.cardFrame.getByLabel('Card number')).toHaveValue('');
  await pastor.savesCard();
  await pastor.isWelcomed();
  await pastor.hasOneAccount();
}

test(
  'A canceled card form is replaced by a new one, with the reason',
  { tag: '@thorough' },
  async ({ pastor, stack, allow }) => {
    allow(refused(400, 'setup_intents'));
    await pastor.isAskedForCard();
    const { clientSecret } = (await pastor.viaApi.call('trial-setup-intent')).body;
    await stripe(stack, `setup_intents/${idOf(clientSecret)}/cancel`, {});
    await pastor.savesCard();
    await getsAnotherForm(pastor, 'We could not confirm your card. Please try again or contact support.');
  },
);

test(
  'A card form whose customer was deleted at Stripe is replaced, and says what to do',
  { tag: '@thorough' },
  async ({ pastor, stack, allow }) => {
    allow(refused(400, 'setup_intents'));
    await pastor.isAskedForCard();
    await pastor.billing.isReady();
    const { stripe_customer_id: customer } = await pastor.viaApi.stored();
    await deleteAtStripe(stack, `customers/${customer}`);
    await pastor.savesCard();
    await getsAnotherForm(
      pastor,
      'This card form can no longer be used. Nothing was charged; please enter your card again.',
    );
  },
);

test('A card that the server cannot confirm is refused', { tag: '@thorough' }, async ({ pastor, outages, allow }) => {
  allow(refused(400));
  await outages.answer('update-payment-verified', 400, {
    error: 'We could not confirm your card. Please try again or contact support.',
  });
  await pastor.isAskedForCard();
  await pastor.savesCard();
  await pastor.toasts.warns('Payment Error', 'We could not confirm your card. Please try again or contact support.');
  await expect(pastor.notice('Payment Error')).toContainText('We could not confirm your card.');
});
