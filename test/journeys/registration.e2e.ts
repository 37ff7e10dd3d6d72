import { aPhone, aVisitor, storedTrials } from '../builders/index.ts';
import { civilDay } from '@lampstand/contracts';
import { expect, expectAccessible, Keyboard, refused, ScreenReader, test, typedFrom } from '../drivers/index.ts';

const REQUIRED = {
  name: 'Name must be at least 2 characters',
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  birthdate: 'Please select your birthdate',
  gender: 'Please select your gender',
  churchName: 'Church name is required',
  ministryName: 'Ministry name is required',
  churchCity: 'Church city is required',
  churchState: 'Church state is required',
  churchSize: 'Please select your church size',
  position: 'Please select your position',
};

/** The birthdate of a person who turns so many years old today, moved by some days. */
function bornYearsAgo(years: number, plusDays = 0): string {
  const today = civilDay(new Date(), 'America/Chicago');
  const born = new Date(`${Number(today.slice(0, 4)) - years}${today.slice(4)}T00:00Z`);
  born.setUTCDate(born.getUTCDate() + plusDays);
  return born.toISOString().slice(0, 10);
}

test('Each screen asks at most five questions, is as wide as the form, and lists its required fields, at them and in a summary', async ({
  pastor,
  page,
}) => {
  const { registration } = pastor;
  const { name, email, phone, churchName, churchCity, churchState, churchSize, ...aboutYou } = REQUIRED;
  const typed = typedFrom(pastor.details);
  const widthOf = (selector: string) => page.locator(selector).evaluate((box) => Math.round(box.clientWidth));
  const asks = async (screen: number, heading: string, questions: number) => {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect(page.locator('[data-number] [data-field]:visible')).toHaveCount(questions);
    for (const width of [600, 768, 1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await widthOf(`[data-number="${screen}"]`), `${width} px`).toBe(await widthOf('form:has([data-number])'));
    }
  };
  await pastor.opensTrialPage();
  await asks(1, 'Who you are', 3);
  await registration.send();
  await registration.refuses({ name, email, phone });
  await registration.fillIn({ name: typed.name!, email: typed.email!, phone: typed.phone! });
  await expect(page).toHaveTitle(/^Start/);
  await registration.continueButton.click();
  await asks(2, 'Your church', 4);
  await registration.send();
  await registration.refuses({ churchName, churchCity, churchState, churchSize });
  await registration.summary.getByRole('link', { name: churchState }).click();
  await expect(registration.field('churchState')).toBeFocused();
  await registration.backButton.click();
  await registration.isAt(1);
  await expect(registration.summary, 'of the other screen').toBeHidden();
  await expect(page).toHaveTitle(/^Start/);
  await registration.fillIn({ churchName: 'GC', churchCity: 'Au', churchState: 'TX', churchSize: '100-250' });
  await registration.continueButton.click();
  await asks(3, 'You and your ministry', 4);
  await registration.send();
  await registration.refuses(aboutYou);
  await asks(3, 'You and your ministry', 4);
  await expectAccessible(page, 'a refused form');
  await registration.summary.getByRole('link', { name: aboutYou.birthdate }).click();
  await expect(page.getByLabel('Month')).toBeFocused();
});

test("The browser's Back and the page's Back, after Continue by Tab, return to a screen with what was typed", async ({
  pastor,
  page,
}) => {
  const { registration } = pastor;
  const typed = typedFrom(pastor.details);
  await pastor.opensTrialPage();
  await registration.fillIn(typed);
  await registration.isAt(3);
  await page.goBack();
  await registration.isAt(2);
  await registration.field('churchSize').focus();
  await page.keyboard.press('Tab');
  await expect(registration.continueButton).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(registration.backButton).toBeFocused();
  await page.keyboard.press('Enter');
  await registration.isAt(1);
  await registration.holds({ ...typed, phone: await registration.field('phone').inputValue() });
  await page.goForward();
  await registration.isAt(2);
  await page.reload();
  await registration.isAt(2);
  await registration.holds({ churchName: typed.churchName!, birthdate: typed.birthdate!, gender: 'F' });
});

test('A mistyped domain is asked about, a phone takes digits and is formatted, and one that cannot exist is asked about', async ({
  pastor,
  page,
}) => {
  const reader = await ScreenReader.on(page);
  const { registration } = pastor;
  const phone = registration.field('phone');
  await pastor.opensTrialPage();
  await registration.fillIn({ name: 'Mary Lee', email: 'mary@gmial.com' });
  await phone.focus();
  await expect(page.getByRole('status').filter({ hasText: 'Did you mean' })).toBeVisible();
  await page.getByRole('button', { name: 'mary@gmail.com' }).click();
  await registration.holds({ email: 'mary@gmail.com' });
  await expect(registration.field('email')).toBeFocused();
  await expect(page.getByText('Did you mean')).toBeHidden();

  await phone.pressSequentially('512');
  reader.begin('a letter');
  await phone.press('x');
  await reader.says(/^Use digits only\.$/);
  await expect(phone).toHaveValue('(512');
  await phone.press('5');
  await expect(phone).toHaveValue('(512) 5');
  await expect(page.getByText('Use digits only.')).toHaveCount(0);
  await phone.pressSequentially('5501429');
  await expect(phone).toHaveValue('(512) 555-0142');
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await expect(phone).toHaveValue(/^\(\d{3}\) \d{3}-\d{4}$/);

  const question = 'Please check the number: no area code begins with 0 or 1. To keep it, press the button again.';
  for (const [typed, message] of [
    ['011 44 20 7946 0958', 'This is a number of another country. Please enter a US phone number'],
    ['(012) 555-0123', question],
    ['(112) 555-0123', question],
  ] as const) {
    await registration.fillIn({ phone: typed });
    await registration.continueButton.click();
    await registration.refuses({ phone: message });
  }
  await registration.continueButton.click();
  await registration.isAt(2);
});

/** What is typed into the list of states, and the state that it picks. */
const STATES_AS_TYPED = Object.entries({
  TX: 'TX', tex: 'TX', nc: 'NC', mo: 'MO', mont: 'MT', VA: 'VA', MS: 'MS', AZ: 'AZ', mn: 'MN', 'new y': 'NY', ma: 'MA', mar: 'MD',
  ala: 'AL', alas: 'AK', Mississippi: 'MS', 'West Virginia': 'WV',
}); // oxfmt-ignore

/** As people type a birthdate, and as they paste it. */
const BIRTHDATES = {
  typed: ['5/17/1974', '05/17/1974', '5-17-1974', '5 17 1974', '5.17.1974'],
  pasted: ['5/17/1974', '05/17/1974', '1974-05-17', '05171974'],
};

test(
  'A state is picked by its name, and a birthdate is pasted whole or typed with slashes, with a year of four digits',
  { tag: '@thorough' },
  async ({ pastor, page }) => {
    const keyboard = new Keyboard(page);
    const { registration } = pastor;
    await pastor.leavesPartOne();
    await registration.isAt(2);
    for (const [typed, state] of STATES_AS_TYPED) {
      await registration.field('churchCity').focus();
      await keyboard.press('Tab');
      await keyboard.type(typed);
      await keyboard.press('Tab');
      await expect(registration.field('churchState'), typed).toHaveValue(state);
    }
    await page.reload();
    await registration.holds({ churchState: 'WV' });
    await registration.fillIn(typedFrom(pastor.details));
    const [month, day, year] = ['Month', 'Day', 'Year'].map((part) => page.getByLabel(part, { exact: true }));
    const isEmpty = () => Promise.all([month!.fill(''), day!.fill(''), year!.fill('')]);
    for (const typed of BIRTHDATES.typed) {
      await isEmpty();
      await month!.focus();
      await page.keyboard.type(typed);
      await expect(year!, typed).toBeFocused();
      await expect(month!, typed).toHaveValue(typed.startsWith('0') ? '05' : '5');
      await expect(day!, typed).toHaveValue('17');
      await expect(year!, typed).toHaveValue('1974');
    }
    for (const pasted of BIRTHDATES.pasted) {
      await isEmpty();
      await month!.focus();
      await page.keyboard.insertText(pasted);
      await registration.holds({ birthdate: `1974-${pasted.startsWith('5') ? 5 : '05'}-17` });
    }
    await year!.fill('74');
    await registration.send();
    await registration.refuses({ birthdate: 'Please enter all four digits of the year' });
  },
);

test.describe('On a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } });

  test(
    'the second tap of a double tap on Continue presses nothing of the next screen',
    { tag: '@thorough' },
    async ({ pastor, page }) => {
      await pastor.leavesPartOne();
      const { churchName, churchCity, churchState, churchSize } = typedFrom(pastor.details);
      await pastor.registration.fillIn({ churchName, churchCity, churchState, churchSize });
      const choices = page.locator('[data-number="3"] [type=radio]');
      // The second tap comes as soon as the next screen is there, and meets a choice.
      await choices.first().evaluate((choice) => {
        const tap = () => {
          const pressed = choice.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
          choice.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' }));
          document.title += pressed ? ' tapped, and takes the focus' : ' tapped';
        };
        new MutationObserver(tap).observe(document.documentElement, { attributeFilter: ['data-screen'] });
      });
      await pastor.registration.continueButton.click();
      await expect(page.getByRole('heading', { name: /^You and your ministry/ })).toBeVisible();
      await expect(page).toHaveTitle(/tapped$/);
      await expect(choices.and(page.locator(':checked'))).toHaveCount(0);
      await expect(async () => {
        await choices.first().tap();
        await expect(choices.first()).toBeChecked({ timeout: 300 });
      }).toPass();
    },
  );
});

test('A pastor one day short of 18 is refused by a six-second toast and at the field', async ({ pastor }) => {
  await pastor.toasts.areTimed();
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ ...typedFrom(pastor.details), birthdate: bornYearsAgo(18, 1) });
  await pastor.registration.send();
  await pastor.toasts.warns('Age Requirement', 'You must be at least 18 years old to sign up for Lampstand.');
  await pastor.registration.refuses({ birthdate: 'You must be at least 18 years old.' });
  await expect(pastor.notice('Age Requirement')).toHaveCount(0);
  await pastor.toasts.lasts(6);
  await pastor.registration.refuses({ birthdate: 'You must be at least 18 years old.' });

  await pastor.registration.fillIn({ birthdate: bornYearsAgo(18) });
  await pastor.registration.send();
  await pastor.phone.isShown();
});

test('A birthdate that cannot be right says what to check @thorough', async ({ pastor }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn(typedFrom(pastor.details));
  for (const [birthdate, message] of [
    ['1900-01-01', 'Please check the year of your birthdate'],
    [bornYearsAgo(100, -1), 'Please check the year of your birthdate'],
    ['1990-02-30', 'Please check the month and the day of your birthdate'],
  ] as const) {
    await pastor.registration.fillIn({ birthdate });
    await pastor.registration.send();
    await pastor.registration.refuses({ birthdate: message });
  }
});

test('A one-word name and a pasted phone number are accepted', { tag: '@thorough' }, async ({ pastor, page }) => {
  const typed = { ...typedFrom(pastor.details), name: 'Cher' };
  const { phone } = pastor.details;
  await pastor.opensTrialPage();
  await pastor.registration.fillIn(typed);
  await pastor.registration.fillIn({ phone: `+1 ${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}` });
  const formatted = `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
  await pastor.registration.holds({ phone: formatted });

  const sent = page.waitForRequest('**/api/trial-signup');
  await pastor.registration.send();
  expect((await sent).postDataJSON()).toEqual({ ...pastor.details, firstName: 'Cher', lastName: '' });
  await pastor.phone.isShown();
  pastor.viaApi.id = Number(new URL(page.url()).searchParams.get('trialId'));
  await pastor.provesPhone();
  await pastor.savesCard();
  await pastor.success.welcomes('Cher');
});

test('The name "J Smith" is accepted and split at the first space', { tag: '@thorough' }, async ({ pastor, page }) => {
  pastor.details.firstName = 'J';
  pastor.details.lastName = 'Smith';
  const sent = page.waitForRequest('**/api/trial-signup');
  await pastor.signsUp();
  expect((await sent).postDataJSON()).toMatchObject({ firstName: 'J', lastName: 'Smith' });
});

test('The ministry can take the name of the church @thorough', async ({ pastor, page }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ ...typedFrom(pastor.details), churchName: 'Grace Chapel', ministryName: '' });
  await page.getByRole('checkbox', { name: 'Same as the church' }).check();
  await pastor.registration.holds({ ministryName: 'Grace Chapel' });
});

test('The form states the terms of text messages, links the agreements, and is saved once by a double click', async ({
  pastor,
  page,
}) => {
  await pastor.opensTrialPage();
  await expect(pastor.registration.field('phone')).toHaveAccessibleDescription(
    /Message and data rates may apply\. Reply STOP to opt out, HELP for help\./,
  );
  const pages = {
    'Terms of Service': '/terms-of-service',
    'Privacy Policy': '/privacy-policy',
    'Community Guidelines': '/community-guidelines',
  };
  for (const [name, href] of Object.entries(pages)) {
    const link = page.getByRole('main').getByRole('link', { name: `${name} (opens in a new tab)` });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  await pastor.registration.fillIn(typedFrom(pastor.details));
  await pastor.registration.sendButton.dblclick();
  await pastor.phone.isShown();
  expect(await storedTrials(pastor.stack, { phone: pastor.details.phone })).toHaveLength(1);
});

const WIDTHS = process.env['THOROUGH'] ? [375, 1280] : [375];
const SUPPORT = 'already exists. Please contact support if you need assistance accessing your account.';

for (const width of WIDTHS)
  test(`A phone with an account is refused when part one is left, with the ways on in view, at ${width} px`, async ({
    pastor,
    page,
  }) => {
    const { registration } = pastor;
    await page.setViewportSize({ width, height: 812 });
    await pastor.viaApi.becomesMember();
    await pastor.leavesPartOne();
    await registration.refuses({ phone: 'Account already exists for this phone.' });
    await registration.summaryIsInView();
    await pastor.toasts.warns('Account Already Exists', `An account with this phone number ${SUPPORT}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(`An account with this phone number ${SUPPORT}`);
    await expect(main.getByRole('link', { name: 'support@lampstand.example' }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/trial$/);
    const { summary } = registration;
    await expect(summary.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/api/go/dashboard');
    await expect(summary.getByRole('link', { name: 'Return to your plan' })).toHaveAttribute('href', '/plan');
    await expect(summary.getByRole('link', { name: 'Continue your sign-up' })).toHaveCount(0);
    await registration.fillIn({ phone: aPhone() });
    await registration.continueButton.click();
    await registration.isAt(2);
  });

test(
  'The submit refuses a phone that got an account after part one, with the summary in view',
  { tag: '@thorough' },
  async ({ pastor, page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await pastor.opensTrialPage();
    await pastor.registration.fillIn(typedFrom(pastor.details));
    await pastor.viaApi.becomesMember();
    await pastor.registration.sendButton.click();
    await pastor.registration.refuses({ phone: 'Account already exists for this phone.' });
    await pastor.registration.isAt(1);
    await pastor.registration.summaryIsInView();
  },
);

for (const width of WIDTHS)
  test(`An email with an account is refused at the save, with the ways on in view, at ${width} px`, async ({
    pastor,
    page,
    allow,
  }) => {
    allow(refused(409));
    await page.setViewportSize({ width, height: 812 });
    const member = await aVisitor(pastor.stack).becomesMember();
    await pastor.viaApi.signsUp();
    await pastor.isKnown();
    await page.context().addCookies([{ name: 'signup', value: '1', url: pastor.stack.url }]);
    pastor.details.email = member.details.email.toUpperCase();
    await pastor.sendsDetails();
    await pastor.registration.refuses({ email: 'Account already exists for this email.' });
    await pastor.toasts.warns('Account Already Exists', `An account with this email or phone number ${SUPPORT}`);
    await pastor.registration.summaryIsInView();
    const { summary } = pastor.registration;
    await expect(summary).toContainText(`An account with this email or phone number ${SUPPORT}`);
    await expect(summary.getByRole('link', { name: 'Return to your plan' })).toHaveAttribute('href', '/plan');
    await expect(summary.getByRole('link', { name: 'Continue your sign-up' })).toHaveAttribute('href', pastor.link);
    await pastor.registration.holds({ name: 'Mary Ann Lee' });
  });
