import { civilDay } from '@lampstand/contracts';
import { expect, test, typedFrom } from '../drivers/index.ts';

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
  'An empty form lists every required field, at the fields and in a summary',
  { tag: '@smoke' },
  async ({ pastor }) => {
    await pastor.opensTrialPage();
    await pastor.registration.send();
    await pastor.registration.refuses(REQUIRED);
    await pastor.registration.summary.getByRole('link', { name: REQUIRED.churchState }).click();
    await expect(pastor.registration.field('churchState')).toBeFocused();
  },
);

test('Fields that are too short or malformed are refused with the same messages', async ({ pastor }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({
    ...typedFrom(pastor.details),
    name: 'J',
    email: 'mary@church',
    phone: '512 555 014',
    churchName: 'G',
    churchCity: ' A ',
  });
  await pastor.registration.send();
  const { name, email, phone, churchName, churchCity } = REQUIRED;
  await pastor.registration.refuses({ name, email, phone, churchName, churchCity });

  await pastor.registration.fillIn(typedFrom(pastor.details));
  await pastor.registration.send();
  await pastor.phone.isShown();
});

test('A pastor one day short of 18 is refused by a six-second toast and at the field', async ({ pastor }) => {
  await pastor.toasts.areTimed();
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ ...typedFrom(pastor.details), birthdate: bornYearsAgo(18, 1) });
  await pastor.registration.send();
  await pastor.toasts.warns('Age Requirement', 'You must be at least 18 years old to sign up for Lampstand.');
  await pastor.registration.refuses({ birthdate: 'You must be at least 18 years old.' });
  await pastor.toasts.lasts(6);
  await pastor.registration.refuses({ birthdate: 'You must be at least 18 years old.' });

  await pastor.registration.fillIn({ birthdate: bornYearsAgo(18) });
  await pastor.registration.send();
  await pastor.phone.isShown();
});

test('The birthdate picker ranges from a hundred years ago to today', { tag: '@thorough' }, async ({ pastor }) => {
  await pastor.opensTrialPage();
  await expect(pastor.registration.field('birthdate')).toHaveAttribute('max', bornYearsAgo(0));
  await expect(pastor.registration.field('birthdate')).toHaveAttribute('min', bornYearsAgo(100));
  await pastor.registration.fillIn({ ...typedFrom(pastor.details), birthdate: bornYearsAgo(100, -1) });
  await pastor.registration.send();
  await pastor.registration.refuses({ birthdate: 'Please select your birthdate' });
});

test('A one-word name and a pasted phone number are accepted', async ({ pastor, page }) => {
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
  const saved = await pastor.stack.query('SELECT id FROM trial_signups WHERE phone = $1', [pastor.details.phone]);
  expect(saved).toHaveLength(1);
});

test('The ministry can take the name of the church', async ({ pastor, page }) => {
  await pastor.opensTrialPage();
  await pastor.registration.fillIn({ churchName: 'Grace Chapel' });
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
