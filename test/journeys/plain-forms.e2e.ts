/** The sign-up on a phone: with few taps, with storage denied, before its scripts have loaded, and without scripts. */
import {
  CARDS,
  expect,
  isHydrated,
  nextYears,
  Pastor,
  PHONE,
  refused,
  SECURITY_CODE,
  test,
  typedFrom,
  withoutScripts,
} from '../drivers/index.ts';

test.use({ viewport: PHONE });

/** Of a whole sign-up. Choosing in a list counts as two taps; the key of the keyboard that goes to the next field is none. */
const MOST_TAPS = 18;

test(
  'A whole sign-up takes few taps and no character beyond the data',
  { tag: '@thorough' },
  async ({ pastor, page }) => {
    const { registration, phone, billing } = pastor;
    const { details } = pastor;
    let taps = 0;
    let characters = 0;
    const tap = async (press: Promise<unknown>, count = 1) => {
      taps += count;
      await press;
    };
    const type = async (text: string) => {
      characters += text.length;
      await page.keyboard.type(text);
    };
    const choose = (name: 'churchState' | 'churchSize', value: string) =>
      tap(registration.field(name).selectOption(value), 2);
    const next = () => page.keyboard.press('Enter');

    const name = `${details.firstName} ${details.lastName}`;
    await pastor.opensTrialPage();
    await tap(registration.field('name').click());
    await type(name);
    await next();
    await type(details.email);
    await next();
    await type(details.phone);
    await next();
    await registration.isAt(2);
    await expect(registration.field('churchName')).toBeFocused();
    await type(details.churchName);
    await next();
    await type(details.churchCity);
    await choose('churchState', details.churchState);
    await choose('churchSize', details.churchSize);
    await tap(registration.continueButton.click());
    await registration.isAt(3);
    await tap(page.getByText('Same as the church').click());
    await tap(page.getByText(details.position, { exact: true }).click());
    await tap(page.getByText('Female', { exact: true }).click());
    await tap(page.getByLabel('Month').click());
    await type('5');
    await next();
    await type('17');
    await next();
    await type('1990');
    await tap(registration.sendButton.click());

    await phone.isShown();
    await tap(phone.code.click());
    await type(await pastor.receivesCode());
    await billing.isReady();
    const card = billing.cardFrame;
    for (const [label, text] of [
      ['Card number', CARDS.good],
      ['Expiration date', nextYears()],
      ['Security code', SECURITY_CODE],
    ] as const) {
      await tap(card.getByLabel(label).click());
      await type(text);
    }
    await tap(billing.startButton.click());
    await pastor.isWelcomed();

    expect(taps).toBeLessThanOrEqual(MOST_TAPS);
    const data = [name, details.email, details.phone, details.churchName, details.churchCity, '5171990', '123456'];
    const onCard = CARDS.good.length + nextYears().length + SECURITY_CODE.length;
    expect(characters).toBe(data.join('').length + onCard);
  },
);

test(
  'Without scripts a pastor gets with the plan of the site to the page of the card',
  { tag: '@smoke' },
  async ({ stack }) => {
    await withoutScripts(async (page) => {
      const pastor = new Pastor(page, stack);
      const { name, email, phone, birthdate, ...rest } = typedFrom(pastor.details);
      await page.goto('/pricing');
      await page.getByLabel('How many take part in a normal month?').fill('45');
      await page.getByRole('button', { name: 'Find our plan' }).click();
      await page.getByRole('link', { name: 'Start with this plan' }).click();
      await page.getByLabel('Your name').fill(name!);
      await page.getByLabel('Email', { exact: true }).fill('mary@church');
      await page.getByRole('button', { name: 'Continue to phone check' }).click();

      await expect(page).toHaveTitle(/^Error: /);
      await expect(page.getByLabel('Your name')).toHaveValue(name!);
      await expect(page.locator('#email')).toHaveAccessibleDescription(/^Please enter a valid email address/);
      await page.getByLabel('Email', { exact: true }).fill(email!);
      await page.getByLabel('Mobile phone').fill(phone!);
      for (const [part, digits] of Object.entries({ Month: '5', Day: '17', Year: birthdate!.slice(0, 4) }))
        await page.getByLabel(part, { exact: true }).fill(digits);
      await page.getByLabel('Church name').fill(rest.churchName!);
      await page.getByLabel('Church city').fill(rest.churchCity!);
      await page.getByLabel('Church state').selectOption(rest.churchState!);
      await page.getByLabel('Church size').selectOption(rest.churchSize!);
      await page.getByLabel('Same as the church').check();
      await page.getByLabel('Youth Pastor').check();
      await page.getByLabel('Female').check();
      await page.getByRole('button', { name: 'Continue to phone check' }).click();

      await expect(page.getByRole('heading', { level: 1, name: 'Confirm your phone' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Sign-up steps' }).locator('[aria-current]')).toContainText('Step 2');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Free Trial' })).toHaveCount(0);
      await page.getByLabel('Verification code').fill('12');
      await page.getByRole('button', { name: 'Confirm phone' }).click();
      await expect(page.locator('#code')).toHaveAccessibleDescription(/^Please enter the 6-digit verification code/);
      await expect(page.locator('#code')).toHaveAttribute('aria-invalid', 'true');
      await page.getByLabel('Verification code').fill(await pastor.receivesCode());
      await page.getByRole('button', { name: 'Confirm phone' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Choose your plan and card' })).toBeVisible();
      await expect(page.getByLabel('Growth, 20-49: $39.99 a month')).toBeChecked();
      await page.getByRole('button', { name: 'Open the secure card page' }).click();
      await expect(page.getByRole('heading', { name: 'Save your card' })).toBeVisible();
    }, stack.url);
  },
);

test('With cookies and storage denied a pastor signs up @thorough', async ({ pastor, page, context, allow }) => {
  // The router reads its scroll positions.
  allow(/SecurityError: denied/);
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
  });
  await page.route('**/api/**', async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
  await pastor.signsUp();
  await pastor.provesPhone();
  await pastor.savesCard();
  await pastor.isWelcomed();
  await pastor.hasOneAccount();
});

test('What is typed and ticked before the scripts have loaded is checked and kept, and Continue leads on', async ({
  pastor,
  outages,
  page,
  allow,
}) => {
  allow(refused(400));
  const { registration } = pastor;
  const release = await outages.hold('**/assets/*.js');
  await page.goto('/trial', { waitUntil: 'commit' });
  await registration.field('name').fill('Mary Ann Lee');
  await registration.field('email').fill('mary@church');
  await page.getByLabel('Same as the church').evaluate((box: HTMLInputElement) => box.click());
  await registration.continueButton.click();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(registration.summary).toContainText('Please enter a valid email address');
  await expect(registration.summary).not.toContainText('church name');
  await registration.isAt(1);
  await registration.field('email').fill(pastor.details.email);
  await registration.field('phone').fill(pastor.details.phone);
  await registration.continueButton.click();
  await registration.isAt(2);
  await expect(page).not.toHaveTitle(/^Error: /);
  await registration.fillIn({ churchState: 'TX', churchSize: '100-250', churchCity: 'Austin' });
  await registration.field('churchName').focus();
  await page.keyboard.type('Grace');
  release();
  await isHydrated(page);
  await expect(registration.field('churchName')).toBeFocused();
  await page.keyboard.type(' Chapel');
  await registration.continueButton.click();
  await registration.isAt(3);
  await registration.holds({ name: 'Mary Ann Lee', ministryName: 'Grace Chapel' });
  await expect(registration.field('phone')).toHaveValue(/^\(\d{3}\) \d{3}-\d{4}$/);
});

test(
  'When the scripts cannot be loaded, a pastor signs up all the same',
  { tag: '@thorough' },
  async ({ pastor, outages, page, allow }) => {
    allow(refused(400), /net::ERR_FAILED|Failed to fetch/);
    const { registration } = pastor;
    const { firstName, lastName, email, phone, birthdate, churchName, churchCity, churchState, churchSize } =
      pastor.details;
    await outages.cutOff('**/assets/*.js');
    await page.goto('/trial');
    await registration.fillIn({ name: `${firstName} ${lastName}`, email, phone });
    await registration.continueButton.click();
    await registration.isAt(2);
    await registration.fillIn({ churchName, churchCity, churchState, churchSize });
    await registration.continueButton.click();
    await registration.isAt(3);
    await page.getByRole('button', { name: 'Continue to phone check' }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await registration.isAt(3);
    await page.getByLabel('Same as the church').check();
    await page.getByLabel('Youth Pastor').check();
    await page.getByLabel('Female').check();
    for (const [part, digits] of Object.entries({ Month: '5', Day: '17', Year: birthdate.slice(0, 4) }))
      await page.getByLabel(part, { exact: true }).fill(digits);
    await page.getByRole('button', { name: 'Continue to phone check' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your phone' })).toBeVisible();
  },
);
