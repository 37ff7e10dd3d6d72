import { aVisitor, storedTrials } from '../builders/index.ts';
import { civilDay } from '@lampstand/contracts';
import { expect, refused, ScreenReader, test, typedFrom } from '../drivers/index.ts';

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

test(
  'Each screen lists its required fields, at the fields and in a summary',
  { tag: '@smoke' },
  async ({ pastor, page }) => {
    const { registration } = pastor;
    const { name, email, phone, churchName, churchCity, churchState, churchSize, ...aboutYou } = REQUIRED;
    const typed = typedFrom(pastor.details);
    await pastor.opensTrialPage();
    await registration.send();
    await registration.refuses({ name, email, phone });
    await registration.fillIn({ name: typed.name!, email: typed.email!, phone: typed.phone! });
    await expect(page).toHaveTitle(/^Start/);
    await registration.send();
    await registration.refuses({ churchName, churchCity, churchState, churchSize });
    await registration.summary.getByRole('link', { name: churchState }).click();
    await expect(registration.field('churchState')).toBeFocused();
    await registration.fillIn({ churchName: 'GC', churchCity: 'Au', churchState: 'TX', churchSize: '100-250' });
    await registration.send();
    await registration.refuses(aboutYou);
    await registration.summary.getByRole('link', { name: aboutYou.birthdate }).click();
    await expect(page.getByLabel('Month')).toBeFocused();
  },
);

test('Each screen asks at most five questions, and the optional ones are folded', async ({ pastor, page }) => {
  await pastor.opensTrialPage();
  for (const [heading, count] of [
    ['Who you are', 3],
    ['Your church', 4],
    ['You and your ministry', 4],
  ] as const) {
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect(page.locator('[data-number] [data-field]:visible')).toHaveCount(count);
    if (heading === 'You and your ministry') break;
    await pastor.registration.fillIn(
      heading === 'Who you are'
        ? { name: 'Mary Lee', email: pastor.details.email, phone: pastor.details.phone }
        : { churchName: 'Grace Chapel', churchCity: 'Austin', churchState: 'TX', churchSize: '100-250' },
    );
    await pastor.registration.continueButton.click();
  }
});

for (const width of [375, 600, 768, 1280])
  test(`Each screen is as wide as the form in a window of ${width} px`, async ({ pastor, page }) => {
    const { registration } = pastor;
    const widthOf = (selector: string) => page.locator(selector).evaluate((box) => Math.round(box.clientWidth));
    const fillsTheForm = async (screen: number) => {
      await registration.isAt(screen);
      expect(await widthOf(`[data-number="${screen}"]`)).toBe(await widthOf('form:has([data-number])'));
    };
    await page.setViewportSize({ width, height: 800 });
    await pastor.opensTrialPage();
    const typed = typedFrom(pastor.details);
    for (const screen of [1, 2, 3]) {
      await fillsTheForm(screen);
      await registration.send();
      await expect(registration.summary).toBeVisible();
      await fillsTheForm(screen);
      if (screen === 1) await registration.fillIn({ name: typed.name!, email: typed.email!, phone: typed.phone! });
      if (screen === 2)
        await registration.fillIn({ churchName: 'GC', churchCity: 'Austin', churchState: 'TX', churchSize: '100-250' });
      if (screen < 3) await registration.continueButton.click();
    }
  });

test("The browser's Back and the page's Back return to a screen with what was typed", async ({ pastor, page }) => {
  const { registration } = pastor;
  const typed = typedFrom(pastor.details);
  await pastor.opensTrialPage();
  await registration.fillIn(typed);
  await registration.isAt(3);
  await page.goBack();
  await registration.isAt(2);
  await registration.backButton.click();
  await registration.isAt(1);
  await registration.holds({ ...typed, phone: await registration.field('phone').inputValue() });
  await page.goForward();
  await registration.isAt(2);
  await page.reload();
  await registration.isAt(2);
  await registration.holds({ churchName: typed.churchName!, birthdate: typed.birthdate!, gender: 'F' });
});

test('Enter goes to the next field, then to the next screen; Tab goes on to Continue, and then to Back', async ({
  pastor,
  page,
}) => {
  const { registration } = pastor;
  await pastor.opensTrialPage();
  await registration.field('name').fill('Mary Ann Lee');
  await registration.field('name').press('Enter');
  await expect(registration.field('email')).toBeFocused();
  await registration.field('email').fill(pastor.details.email);
  await registration.field('email').press('Enter');
  await expect(registration.field('phone')).toBeFocused();
  await registration.field('phone').fill(pastor.details.phone);
  await registration.field('phone').press('Enter');
  await registration.isAt(2);
  await expect(registration.field('churchName')).toBeFocused();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await registration.field('churchSize').focus();
  await page.keyboard.press('Tab');
  await expect(registration.continueButton).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(registration.backButton).toBeFocused();
});

test('A mistyped mail domain is asked about, and one press corrects it', async ({ pastor, page }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ name: 'Mary Lee', email: 'mary@gmial.com', phone: pastor.details.phone });
  await expect(page.getByRole('status').filter({ hasText: 'Did you mean' })).toBeVisible();
  await page.getByRole('button', { name: 'mary@gmail.com' }).click();
  await pastor.registration.holds({ email: 'mary@gmail.com' });
  await expect(pastor.registration.field('email')).toBeFocused();
  await expect(page.getByText('Did you mean')).toBeHidden();
});

test('Back to a screen without a refused field leaves the summary of the other one behind', async ({
  pastor,
  page,
}) => {
  await pastor.leavesPartOne();
  await pastor.registration.continueButton.click();
  await expect(pastor.registration.summary).toBeVisible();
  await pastor.registration.backButton.click();
  await expect(page.getByRole('heading', { name: /^Who you are/ })).toBeVisible();
  await expect(pastor.registration.summary).toBeHidden();
  await expect(page).toHaveTitle(/^Start/);
});

test.describe('On a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 812 } });

  test('the second tap of a double tap on Continue presses nothing of the next screen', async ({ pastor, page }) => {
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
  });
});

test('Fields that are too short or malformed are refused with the same messages', async ({ pastor }) => {
  await pastor.opensTrialPage();
  const { name, email, phone, churchName, churchCity } = REQUIRED;
  await pastor.registration.fillIn({ name: 'J', email: 'mary@church', phone: '512 555 014' });
  await pastor.registration.send();
  await pastor.registration.refuses({ name, email, phone });

  await pastor.registration.fillIn({ ...typedFrom(pastor.details), churchName: 'Gr', churchCity: 'Au' });
  await pastor.registration.fillIn({ churchName: 'G', churchCity: ' A ' });
  await pastor.registration.send();
  await pastor.registration.refuses({ churchName, churchCity });

  await pastor.registration.fillIn(typedFrom(pastor.details));
  await pastor.registration.send();
  await pastor.phone.isShown();
});

test('The phone field takes no letter, and says so until the next digit', async ({ pastor, page }) => {
  const reader = await ScreenReader.on(page);
  await pastor.opensTrialPage();
  const phone = pastor.registration.field('phone');
  await phone.pressSequentially('512');
  reader.begin('a letter');
  await phone.press('x');
  await reader.says(/^Use digits only\.$/);
  await expect(phone).toHaveValue('(512');
  await phone.press('5');
  await expect(phone).toHaveValue('(512) 5');
  await expect(page.getByText('Use digits only.')).toHaveCount(0);
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

test('A phone number is formatted while it is typed and corrected', async ({ pastor, page }) => {
  await pastor.opensTrialPage();
  const phone = pastor.registration.field('phone');
  await phone.pressSequentially('51255501429');
  await expect(phone).toHaveValue('(512) 555-0142');
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await expect(phone).toHaveValue(/^\(\d{3}\) \d{3}-\d{4}$/);
});

test('A double click saves one sign-up', async ({ pastor }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn(typedFrom(pastor.details));
  await pastor.registration.sendButton.dblclick();
  await pastor.phone.isShown();
  expect(await storedTrials(pastor.stack, { phone: pastor.details.phone })).toHaveLength(1);
});

test('The ministry can take the name of the church @thorough', async ({ pastor, page }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ ...typedFrom(pastor.details), churchName: 'Grace Chapel', ministryName: '' });
  await page.getByRole('checkbox', { name: 'Same as the church' }).check();
  await pastor.registration.holds({ ministryName: 'Grace Chapel' });
});

test('The form states the terms of text messages and links the agreements before it is sent', async ({
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
});

for (const width of [375, 1280])
  test(`A phone with an account is refused when part one is left, with the ways on in view, at ${width} px`, async ({
    pastor,
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    await pastor.viaApi.becomesMember();
    await pastor.leavesPartOne();
    await pastor.registration.refuses({ phone: 'Account already exists for this phone.' });
    await pastor.registration.summaryIsInView();
    await pastor.toasts.warns(
      'Account Already Exists',
      'An account with this phone number already exists. Please contact support if you need assistance accessing your account.',
    );
    const { summary } = pastor.registration;
    await expect(summary.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/api/go/dashboard');
    await expect(summary.getByRole('link', { name: 'Return to your plan' })).toHaveAttribute('href', '/plan');
    await expect(summary.getByRole('link', { name: 'Continue your sign-up' })).toHaveCount(0);
  });

test('The submit refuses a phone that got an account after part one, with the summary in view', async ({
  pastor,
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await pastor.opensTrialPage();
  await pastor.registration.fillIn(typedFrom(pastor.details));
  await pastor.viaApi.becomesMember();
  await pastor.registration.sendButton.click();
  await pastor.registration.refuses({ phone: 'Account already exists for this phone.' });
  await pastor.registration.isAt(1);
  await pastor.registration.summaryIsInView();
});

for (const width of [375, 1280])
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
    pastor.details.email = member.details.email;
    await pastor.sendsDetails();
    await pastor.registration.refuses({ email: 'Account already exists for this email.' });
    await pastor.registration.summaryIsInView();
    const { summary } = pastor.registration;
    await expect(summary.getByRole('link', { name: 'Return to your plan' })).toHaveAttribute('href', '/plan');
    await expect(summary.getByRole('link', { name: 'Continue your sign-up' })).toHaveAttribute('href', pastor.link);
  });
