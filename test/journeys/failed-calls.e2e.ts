/**
 * A call that fails, or whose answer does not say that it succeeded, shows an error, and the visitor can try again. Every call with
 * every answer, in `npm run soak journeys`; the gate has the consent to a payment here, and most calls once in other journeys.
 */
import {
  AMBASSADOR,
  Applicant,
  CARDS,
  expect,
  type Outages,
  refused,
  test,
  typeCard,
  typedFrom,
} from '../drivers/index.ts';

const UNEXPECTED = 'An unexpected error occurred. Please try again or contact support.';
const WENT_WRONG = 'Something went wrong. Please contact support.';
const MEMBER = 'Please contact support if you need assistance accessing your account.';

/** What `says` expects: the server's reason, or undefined where the answer has none. */
type Says = (reason: string | undefined, answered: Answered) => Promise<unknown>;
type Answered = '200 false' | '200 empty' | 400 | 409 | 500 | 'aborted';

/** `press` for each answer to `call`, and what the page then says. */
async function afterEachAnswer(outages: Outages, call: string, press: () => Promise<unknown>, says: Says) {
  const refusal = (status: number): [Answered, number, object] => [
    status as Answered,
    status,
    { error: `Our reason is ${status}.` },
  ];
  const answers: [Answered, number, { error?: string }][] = [
    ['200 false', 200, { success: false, error: 'Our reason is 200.' } as object],
    ['200 empty', 200, {}],
    refusal(500),
    refusal(400),
    refusal(409),
  ];
  const tried = process.env['THOROUGH'] ? answers : answers.filter(([answered]) => answered === 500);
  const restore = await outages.cutOff(`**/api/${call}`);
  await test.step(`${call}, aborted`, async () => {
    await press();
    await says(undefined, 'aborted');
  });
  restore();
  for (const [answered, status, body] of tried)
    await test.step(`${call}, ${answered}`, async () => {
      await outages.answer(call, status, body);
      await press();
      await says(body.error, answered);
    });
}

test.beforeEach(({ allow }) => allow(refused(400), refused(409), refused(500), /net::ERR_FAILED/));

test(
  'A phone that cannot be looked up is a System Error, and a refused one names its reason',
  { tag: '@thorough' },
  async ({ pastor, outages }) => {
    const database = 'Unable to verify account status. Please try again later or contact support.';
    await pastor.opensTrialPage();
    await pastor.registration.fillIn(typedFrom(pastor.details));
    await outages.answer('check-user-exists', 200, { userExists: false, databaseError: true });
    await pastor.registration.send();
    await pastor.toasts.warns('System Error', database);
    await afterEachAnswer(
      outages,
      'check-user-exists',
      () => pastor.registration.send(),
      (reason, answered) =>
        answered === 400 ? pastor.toasts.warns('Error', reason) : pastor.toasts.warns('System Error', database),
    );
    await pastor.registration.send();
    await pastor.phone.isShown();
  },
);

test('A sign-up without an id in the answer is not saved', { tag: '@thorough' }, async ({ pastor, outages }) => {
  await outages.answer('trial-signup', 200, { userExists: true, error: 'Taken.' });
  await pastor.sendsDetails();
  await pastor.toasts.warns(
    'Account Already Exists',
    `An account with this email or phone number already exists. ${MEMBER}`,
  );
  for (const status of [200, 500]) {
    await outages.answer('trial-signup', status, { error: 'db', databaseError: true });
    await pastor.registration.send();
    await pastor.toasts.warns('System Error');
  }
  await afterEachAnswer(
    outages,
    'trial-signup',
    () => pastor.registration.send(),
    (reason) => pastor.toasts.warns('Error', reason ?? 'Failed to create trial signup'),
  );
  await pastor.registration.send();
  await pastor.phone.isShown();
});

test(
  'A code that was not sent is said, at the first and at another',
  { tag: '@thorough' },
  async ({ pastor, outages, page, minutesPass }) => {
    await pastor.viaApi.signsUp();
    await afterEachAnswer(
      outages,
      'verify-phone',
      () => pastor.opensLink(),
      async (reason) => {
        await pastor.toasts.warns('Failed to send verification code', 'Please try again or contact support');
        if (reason) await expect(pastor.notice('Failed to send verification code')).toContainText(reason);
      },
    );
    await pastor.opensLink();
    await pastor.receivesCode();
    await minutesPass(1);
    await page.reload();
    await afterEachAnswer(
      outages,
      'resend-verification',
      () => pastor.phone.resendButton.click(),
      async (reason) => {
        await pastor.toasts.warns('Failed to resend verification code', 'Please try again or contact support');
        if (reason) await expect(pastor.notice('Failed to resend verification code')).toContainText(reason);
      },
    );
  },
);

test('A code that was not confirmed is said at its field', { tag: '@thorough' }, async ({ pastor, outages }) => {
  await pastor.isAskedForCode();
  const code = await pastor.receivesCode();
  let first = true;
  await afterEachAnswer(
    outages,
    'verify-code',
    async () => {
      if (first) await pastor.phone.typeCode(code);
      else await pastor.phone.confirmButton.click();
      first = false;
    },
    async (reason, answered) => {
      await pastor.toasts.warns(answered === 'aborted' ? 'Error' : 'Invalid verification code');
      await pastor.phone.refuses(reason ?? UNEXPECTED.slice(0, -1));
    },
  );
  await pastor.phone.confirmButton.click();
  await pastor.billing.isShown();
});

test(
  'A correction that was not saved is said at its field',
  { tag: '@thorough' },
  async ({ pastor, outages, page }) => {
    await pastor.isAskedForCode();
    await pastor.phone.changeEmailTo('another@example.com');
    await expect(pastor.phone.newEmail).toBeHidden();
    await page.getByRole('button', { name: 'Change email' }).click();
    await afterEachAnswer(
      outages,
      'update-email',
      () => page.getByRole('button', { name: 'Save email' }).click(),
      async (reason) => {
        await pastor.toasts.warns('Error', UNEXPECTED);
        await expect(pastor.phone.newEmail).toHaveAccessibleDescription(
          new RegExp(`^${reason ?? UNEXPECTED.slice(0, -1)}`),
        );
      },
    );
  },
);

test('A link that was not mailed is said', { tag: '@thorough' }, async ({ pastor, outages }) => {
  await pastor.isAskedForCode();
  await afterEachAnswer(
    outages,
    'send-resume-link',
    () => pastor.phone.askForTheLink(),
    (reason) => pastor.toasts.warns('Error', reason ?? UNEXPECTED),
  );
});

test('What the last attempt failed with goes at the next one', async ({ pastor, outages }) => {
  await pastor.isAskedForCode();
  await outages.answer('send-resume-link', 500, { error: UNEXPECTED });
  await pastor.phone.askForTheLink();
  await pastor.toasts.warns('Error', UNEXPECTED);
  const release = await outages.hold('**/api/send-resume-link');
  await pastor.phone.askForTheLink();
  await expect(pastor.toasts.shown).toHaveCount(0);
  await expect(pastor.notice('Error')).toHaveCount(0);
  release();
  await pastor.toasts.says('Link sent');

  await outages.answer('verify-code', 500, { error: UNEXPECTED });
  await pastor.phone.typeCode('000000');
  await pastor.toasts.warns('Invalid verification code');
  await outages.hold('**/api/verify-code');
  await pastor.phone.typeCode('000001');
  await expect(pastor.toasts.shown).toHaveCount(0);
});

test(
  'A plan that was not saved is said, and the last one is chosen again',
  { tag: '@thorough' },
  async ({ pastor, outages }) => {
    await pastor.isAskedForCard();
    await afterEachAnswer(
      outages,
      'update-selected-plan',
      () => pastor.page.getByText('100-199', { exact: true }).click(),
      async (reason) => {
        await pastor.toasts.warns('Error', reason ?? UNEXPECTED);
        await expect(pastor.notice('Error')).toContainText(reason ?? UNEXPECTED);
        await pastor.billing.hasPlan('1-19');
      },
    );
  },
);

test('A card form that cannot be prepared is a Checkout Error', { tag: '@thorough' }, async ({ pastor, outages }) => {
  await pastor.viaApi.provesPhone();
  await afterEachAnswer(
    outages,
    'trial-setup-intent',
    () => pastor.opensLink(),
    async (reason) => {
      const text = reason ?? 'We could not prepare the card form. Please try again or contact support.';
      await pastor.toasts.warns('Checkout Error', text);
      await expect(pastor.notice('Checkout Error')).toContainText(text);
    },
  );
  await afterEachAnswer(
    outages,
    'trial-checkout-session',
    () => pastor.billing.checkoutButton.click(),
    (reason) => pastor.toasts.warns('Checkout Error', reason),
  );
});

for (const call of ['trial-consent', 'update-payment-verified'])
  test(
    `A card is not taken as stored without the answer of ${call}`,
    { tag: call === 'trial-consent' ? [] : '@thorough' },
    async ({ pastor, outages, stack }) => {
      await stack.sandbox.webhooks.set('hold');
      await pastor.isAskedForCard();
      await typeCard(pastor.billing.cardFrame, CARDS.good);
      // A minute later the server would find the card by itself.
      await stack.sandbox.fault({ match: 'GET /v1/setup_intents', mode: 'hold-before', times: 0 });
      await afterEachAnswer(
        outages,
        call,
        () => pastor.billing.startButton.click(),
        async (reason, answered) => {
          await pastor.toasts.warns('Payment Error', reason ?? UNEXPECTED);
          // After a conflict the form is a new one; a card that the payment provider has stored by then is found.
          if (answered === 409 && call === 'update-payment-verified') return;
          await expect(pastor.notice('Payment Error')).toContainText(reason ?? UNEXPECTED);
        },
      );
      await stack.sandbox.heal();
      if (call === 'trial-consent') await pastor.savesCard();
      await pastor.isWelcomed();
    },
  );

test(
  'An account that is refused is said, and one whose outcome is unknown is waited for',
  { tag: '@thorough' },
  async ({ pastor, outages, stack }) => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-before', times: 0 });
    await (await pastor.viaApi.provesPhone()).savesCard();
    await afterEachAnswer(
      outages,
      'create-account',
      () => pastor.opensLink(),
      async (reason, answered) => {
        if (answered === 'aborted' || answered === 500) return pastor.isWelcomed();
        await pastor.toasts.warns('Account Creation Failed');
        if (reason) await expect(pastor.notice('Account Creation Failed')).toContainText(reason);
        return pastor.billing.asksForNoCard();
      },
    );
  },
);

test(
  'A checkout that is not completed shows the reason of the server',
  { tag: '@thorough' },
  async ({ pastor, outages, page }) => {
    await afterEachAnswer(
      outages,
      'trial-checkout-complete',
      () => page.goto('/trial/success?session_id=cs_test_1'),
      async (reason, answered) => {
        const text = reason ?? (answered === 'aborted' ? 'Failed to process checkout' : WENT_WRONG);
        await pastor.return.fails(text, '/trial');
        await pastor.toasts.warns('Error processing checkout', text);
      },
    );
  },
);

test(
  'A checkout that the server calls complete is shown so, whatever else fails',
  { tag: '@thorough' },
  async ({ pastor, outages, page }) => {
    await outages.answer('trial-checkout-complete', 200, { success: true });
    await page.goto('/trial/success?session_id=cs_test_1');
    await pastor.toasts.says('Success!', 'Your trial has been activated and account created.');
    await expect(pastor.return.dashboard).toBeVisible();
    await afterEachAnswer(
      outages,
      'trial-signup/*',
      async () => {
        await outages.answer('trial-checkout-complete', 200, { success: true, trialId: 1234567890123 });
        await page.goto('/trial/success?session_id=cs_test_1');
      },
      async () => {
        await pastor.toasts.says('Success!', 'Your trial has been activated and account created.');
        await expect(pastor.return.dashboard).toBeVisible();
      },
    );
  },
);

test(
  "A sign-up that cannot be read after a bank's page is said",
  { tag: '@thorough' },
  async ({ pastor, outages, page }) => {
    await afterEachAnswer(
      outages,
      'trial-signup/*',
      () => page.goto('/trial-checkout-success?trial_id=1234567890123'),
      (reason) => pastor.return.fails(reason ?? UNEXPECTED, /trialId=1234567890123$/),
    );
  },
);

test(
  'An application that was not taken keeps what was typed',
  { tag: '@thorough' },
  async ({ page, stack, outages }) => {
    const applicant = new Applicant(page, stack, AMBASSADOR);
    await applicant.opens();
    await applicant.fillIn(applicant.details);
    await afterEachAnswer(
      outages,
      AMBASSADOR.call,
      () => applicant.send(),
      () => applicant.toasts.warns('Something went wrong', 'Please try again or contact our support team.'),
    );
  },
);

test(
  'A sign-in of staff that is not confirmed is no sign-in',
  { tag: '@thorough' },
  async ({ staff, outages, page }) => {
    await page.goto('/admin');
    await expect(staff.logIn).toBeEnabled();
    await afterEachAnswer(
      outages,
      'admin/login',
      () => staff.fillIn({ email: 'staff@example.com', password: 'a password' }),
      () => staff.toasts.warns('Login failed', 'Invalid username or password'),
    );
  },
);
