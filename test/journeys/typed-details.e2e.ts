/** The details of a sign-up as people type and paste them. */
import { expect, Keyboard, test, typedFrom } from '../drivers/index.ts';

/** What is typed into the list of states, and the state that it picks. */
const STATES_AS_TYPED = Object.entries({
  TX: 'TX', tex: 'TX', nc: 'NC', mo: 'MO', mont: 'MT', VA: 'VA', MS: 'MS', AZ: 'AZ', mn: 'MN', 'new y': 'NY', ma: 'MA', mar: 'MD',
  ala: 'AL', alas: 'AK', Mississippi: 'MS', 'West Virginia': 'WV',
}); // oxfmt-ignore

test('A state is picked by its code or its name', async ({ pastor, page }) => {
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
});

test('A birthdate is pasted whole or typed with slashes, and its year has four digits', async ({ pastor, page }) => {
  const { registration } = pastor;
  await pastor.opensTrialPage();
  await registration.fillIn(typedFrom(pastor.details));
  const [month, day, year] = ['Month', 'Day', 'Year'].map((part) => page.getByLabel(part, { exact: true }));
  const isEmpty = () => Promise.all([month!.fill(''), day!.fill(''), year!.fill('')]);
  for (const typed of ['5/17/1974', '05/17/1974', '5-17-1974', '5 17 1974', '5.17.1974']) {
    await isEmpty();
    await month!.focus();
    await page.keyboard.type(typed);
    await expect(year!, typed).toBeFocused();
    await expect(month!, typed).toHaveValue(typed.startsWith('0') ? '05' : '5');
    await expect(day!, typed).toHaveValue('17');
    await expect(year!, typed).toHaveValue('1974');
  }
  for (const pasted of ['5/17/1974', '05/17/1974', '1974-05-17', '05171974']) {
    await isEmpty();
    await month!.focus();
    await page.keyboard.insertText(pasted);
    await registration.holds({ birthdate: `1974-${pasted.startsWith('5') ? 5 : '05'}-17` });
  }
  await year!.fill('74');
  await registration.send();
  await registration.refuses({ birthdate: 'Please enter all four digits of the year' });
});

test('A phone number that cannot exist is asked about once, and one of another country is named so', async ({
  pastor,
}) => {
  const { registration } = pastor;
  const question = 'Please check the number: no area code begins with 0 or 1. To keep it, press the button again.';
  await pastor.leavesPartOne({ phone: '011 44 20 7946 0958' });
  await registration.refuses({ phone: 'This is a number of another country. Please enter a US phone number' });
  await registration.fillIn({ phone: '(012) 555-0123' });
  await registration.continueButton.click();
  await registration.refuses({ phone: question });
  await registration.fillIn({ phone: '(112) 555-0123' });
  await registration.continueButton.click();
  await registration.refuses({ phone: question });
  await registration.continueButton.click();
  await registration.isAt(2);
});
