import { anEmail, CARDS } from '../builders/index.ts';
import { expect, hasNoBarriers, Keyboard, refused, SCREENS, test } from '../drivers/index.ts';

const RESUME = /^Finish your Lampstand sign-up$/;

test('A repair that makes no sense any more is refused, and the page shows why', async ({
  desk,
  inspector,
  pastor,
  allow,
}) => {
  allow(refused(409));
  await pastor.elsewhere.provesPhone();
  await desk.isSignedInAs();
  await inspector.open(pastor.elsewhere.id);
  await inspector.ask('Cancel the sign-up');
  await pastor.elsewhere.savesCard();
  await pastor.elsewhere.opensAccount();
  await inspector.confirm('Cancel the sign-up');
  await inspector.isRefused(/\w/);
  await inspector.confirm('Cancel');
  await inspector.says(/^The account is open/);
});

test('A repair without an answer says so, and may be tried again', async ({
  desk,
  inspector,
  pastor,
  outages,
  allow,
}) => {
  allow(refused(503));
  await pastor.elsewhere.provesPhone();
  await desk.isSignedInAs();
  await inspector.open(pastor.elsewhere.id);
  await outages.answer('admin/trials/*/send-resume-link', 503, { error: 'Not now.' });
  await inspector.ask('E-mail the resume link');
  await inspector.confirm('Send the link');
  await inspector.isRefused('Not now.');
  await inspector.confirm('Send the link');
  await inspector.isDone();
});

test(
  'A session that ends in the middle of a repair goes on where it was',
  { tag: '@thorough' },
  async ({ desk, inspector, pastor, allow }) => {
    allow(refused(401));
    await pastor.elsewhere.provesPhone();
    const member = await desk.isSignedInAs('support');
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('Correct the e-mail');
    const email = anEmail('corrected');
    await inspector.dialog.getByLabel('New e-mail').fill(email);
    await desk.loseSession(member);
    await inspector.confirm('Correct the e-mail');
    await desk.signInAgain.getByLabel('Password', { exact: true }).fill(member.password);
    await desk.signInAgain.getByLabel('Email').fill(member.email);
    await desk.signInAgain.getByRole('button', { name: 'Log In' }).click();
    await expect(desk.signInAgain).toHaveCount(0);
    await expect(inspector.dialog.getByLabel('New e-mail')).toHaveValue(email);
    await inspector.confirm('Correct the e-mail');
    await inspector.isDone();
  },
);

test('The keyboard alone finds, repairs and closes', async ({ desk, inspector, pastor, page }) => {
  await pastor.elsewhere.provesPhone();
  await desk.isSignedInAs('support');
  await page.goto('/trials');
  const keyboard = new Keyboard(page);
  await keyboard.typeInto(inspector.findBox, pastor.details.email);
  await expect(inspector.found).toHaveCount(1);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.waitForURL(/trials\/\d+$/);
  const button = inspector.diagnosis.getByRole('button', { name: 'E-mail the resume link' });
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
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`No barrier is found on ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('in the inspector, its find box and its dialogs', async ({ desk, inspector, pastor, page }) => {
      await pastor.elsewhere.provesPhone();
      await pastor.elsewhere.typesCard(CARDS.declined);
      await desk.isSignedInAs('support');
      await inspector.open(pastor.elsewhere.id);
      await hasNoBarriers(page, 'inspector');
      await inspector.ask('Correct the phone');
      await inspector.confirm('Correct the phone');
      await hasNoBarriers(page, 'dialog with a refused field');
      await page.keyboard.press('Escape');
      await inspector.ask('Erase the person');
      await hasNoBarriers(page, 'erasing');
      await page.keyboard.press('Escape');
      await inspector.find(pastor.details.email);
      await expect(inspector.found).toHaveCount(1);
      await hasNoBarriers(page, 'find box');
    });
  });
}
