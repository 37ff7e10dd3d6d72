/** Support actions that are refused or fail, and the inspector by keyboard. */
import { anEmail, CARDS } from '../builders/index.ts';
import { expect, expectAccessible, Keyboard, refused, SCREENS, test } from '../drivers/index.ts';

const RESUME = /^Finish your Lampstand sign-up$/;

test(
  'An action that is no longer possible is refused, and the page shows why',
  { tag: '@thorough' },
  async ({ staff, inspector, pastor, allow }) => {
    allow(refused(409));
    await pastor.viaApi.provesPhone();
    await staff.isSignedInAs();
    await inspector.open(pastor.viaApi.id);
    await inspector.ask('Cancel the sign-up');
    await pastor.viaApi.savesCard();
    await pastor.viaApi.opensAccount();
    await inspector.dialog.getByLabel('Type CANCEL to confirm').fill('CANCEL');
    await inspector.confirm('Cancel the sign-up');
    await inspector.isRefused(/^The state of the sign-up was changed/);
    await inspector.confirm('Cancel');
    await inspector.says(/^The account is open/);
  },
);

test('A correction is refused when the visitor was faster or the server fails, keeps what was typed, and can be made again', async ({
  staff,
  inspector,
  pastor,
  outages,
  page,
  allow,
}) => {
  allow(refused(409), refused(503));
  await pastor.viaApi.provesPhone();
  await staff.isSignedInAs('support');
  await inspector.open(pastor.viaApi.id);
  await inspector.ask('Correct the email');
  const [field, guess] = [inspector.dialog.getByLabel('New email'), anEmail('guess')];
  await field.fill(guess);
  await pastor.viaApi.call('update-email', { email: anEmail('own') }, { cookie: pastor.viaApi.cookie });
  const address = `**/api/admin/trials/${pastor.viaApi.id}`;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const readAgain = page.waitForRequest(address);
  const release = await outages.hold(address);
  await inspector.confirm('Correct the email');
  await readAgain;
  await field.press('Enter');
  expect(sent, 'while the facts are read again').toHaveLength(1);
  release();
  await inspector.isRefused(/^The email was changed by the visitor .* ago\. Nothing was done\./);
  await expect(field).toHaveValue(guess);
  await outages.answer('admin/trials/*/correct-email', 503, { error: 'Not now.' });
  await inspector.confirm('Correct the email');
  await inspector.isRefused('Not now.');
  await inspector.confirm('Correct the email');
  await inspector.isDone('The new email is stored.');
});

test(
  'An action that fails with a field that the dialog does not have shows the reason and can be tried again',
  { tag: '@thorough' },
  async ({ staff, inspector, pastor, outages, allow }) => {
    allow(refused(400));
    await pastor.viaApi.provesPhone();
    await staff.isSignedInAs();
    await inspector.open(pastor.viaApi.id);
    const body = { error: 'No.', fields: { phone: 'No texts reach it.' } };
    await outages.answer('admin/trials/*/send-resume-link', 400, body);
    await inspector.ask('Send resume link');
    await inspector.confirm('Send the link');
    await inspector.isRefused('No texts reach it.');
    await inspector.confirm('Send the link');
    await inspector.isDone();
  },
);

test(
  'An action continues after the session has ended and the agent signs in again',
  { tag: '@thorough' },
  async ({ staff, inspector, pastor, allow }) => {
    allow(refused(401));
    await pastor.viaApi.provesPhone();
    const member = await staff.isSignedInAs('support');
    await inspector.open(pastor.viaApi.id);
    await inspector.ask('Correct the email');
    const email = anEmail('corrected');
    await inspector.dialog.getByLabel('New email').fill(email);
    await staff.loseSession(member);
    await inspector.confirm('Correct the email');
    await staff.signInAgain.getByLabel('Password', { exact: true }).fill(member.password);
    await staff.signInAgain.getByLabel('Email').fill(member.email);
    await staff.signInAgain.getByRole('button', { name: 'Log In' }).click();
    await expect(staff.signInAgain).toHaveCount(0);
    await expect(inspector.dialog.getByLabel('New email')).toHaveValue(email);
    await inspector.confirm('Correct the email');
    await inspector.isDone();
  },
);

test(
  'The keyboard alone finds a sign-up, takes an action and closes its dialog',
  { tag: '@thorough' },
  async ({ staff, inspector, pastor, page }) => {
    await pastor.viaApi.provesPhone();
    await staff.isSignedInAs('support');
    await page.goto('/trials');
    const keyboard = new Keyboard(page);
    await expect(staff.heading('Incomplete Trial Signups')).toBeVisible();
    await keyboard.press('/');
    await keyboard.typeInto(inspector.findBox, pastor.details.email);
    await expect(inspector.found).toHaveCount(1);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.waitForURL(/trials\/\d+$/);
    const button = inspector.diagnosis.getByRole('button', { name: 'Send resume link' });
    await expect(button).toBeVisible();
    await keyboard.reach(button, 60);
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await expect(inspector.dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.reach(inspector.dialog.getByRole('button', { name: 'Send the link' }), 10);
    await keyboard.press('Enter');
    await inspector.isDone();
    await pastor.mails(RESUME);
  },
);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`On ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('the inspector, its search box and its dialogs pass axe', async ({ staff, inspector, pastor, page }) => {
      await pastor.viaApi.provesPhone();
      await pastor.viaApi.typesCard(CARDS.declined);
      await staff.isSignedInAs('support');
      await inspector.open(pastor.viaApi.id);
      await expectAccessible(page, 'inspector');
      await inspector.ask('Correct the phone');
      await inspector.confirm('Correct the phone');
      await expectAccessible(page, 'dialog with a refused field');
      await page.keyboard.press('Escape');
      await inspector.ask('Erase the person');
      await expectAccessible(page, 'erasing');
      await page.keyboard.press('Escape');
      await inspector.find(pastor.details.email);
      await expect(inspector.found).toHaveCount(1);
      await expectAccessible(page, 'find box');
    });
  });
}
