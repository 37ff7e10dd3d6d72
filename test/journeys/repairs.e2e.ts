import { anEmail, aPhone, aVisitor, journalOf, storedTrial } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

const RESUME = /^Finish your Lampstand sign-up$/;

test.describe('Support repairs', () => {
  test.beforeEach(({ desk }) => desk.isSignedInAs('support').then(() => {}));

  test('a code that did not come: another text message arrives', async ({ inspector, pastor, minutesPass }) => {
    await pastor.elsewhere.signsUp();
    await pastor.elsewhere.asksForCode();
    await pastor.receivesCode();
    await minutesPass(1);
    await inspector.open(pastor.elsewhere.id);
    await inspector.diagnosis.getByRole('button', { name: 'Send the code again' }).click();
    await expect(inspector.dialog).toContainText(`(•••) •••-${pastor.details.phone.slice(-4)}`);
    await inspector.confirm('Send the code');
    await inspector.isDone();
    await pastor.receivesCode(2);
    await inspector.tells('A code was sent, for the second time.');
  });

  test('a lost link, and a double click mails it once', async ({ inspector, pastor, stack }) => {
    await pastor.elsewhere.provesPhone();
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('E-mail the resume link');
    await inspector.dialog.getByRole('button', { name: 'Send the link' }).dblclick();
    await inspector.isDone();
    await inspector.tells('The link to go on was asked for.');
    await pastor.mails(RESUME);
    const { events } = await journalOf(stack, pastor.elsewhere.id);
    expect(events.filter((event) => event === 'link.requested')).toHaveLength(1);
  });

  test('a wrong number: the old code is dead, the new one is proven', async ({ inspector, pastor, stack }) => {
    await pastor.elsewhere.provesPhone();
    const { id } = pastor.elsewhere;
    await inspector.open(id);
    await inspector.ask('Correct the phone');
    await inspector.confirm('Correct the phone');
    const box = inspector.dialog.getByLabel('New mobile phone');
    await expect(box).toHaveAccessibleDescription('Please enter a valid phone number');
    const phone = aPhone();
    await box.fill(phone);
    await inspector.confirm('Correct the phone');
    await inspector.isDone();
    await inspector.standsAt('Phone check');
    await inspector.tells('The phone number was changed; it has to be proven anew. Back to Phone check.');
    expect(await storedTrial(stack, id)).toMatchObject({ phone, phone_verified_at: null });
    await pastor.mails(RESUME);
    await pastor.elsewhere.asksForCode(phone);
    await pastor.elsewhere.typesCode();
    await inspector.page.mouse.move(30, 30);
    await inspector.standsAt('Plan and card');
  });

  test('a number that has an account is refused at its field', async ({ inspector, pastor, allow }) => {
    allow(refused(409), refused(400));
    const { phone } = await aVisitor(pastor.stack).becomesMember();
    await pastor.elsewhere.signsUp();
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('Correct the phone');
    await inspector.dialog.getByLabel('New mobile phone').fill(phone);
    await inspector.confirm('Correct the phone');
    await expect(inspector.dialog).toContainText(/account.*phone/i);
    await expect(inspector.dialog).toBeVisible();
  });

  test('a wrong e-mail: the link goes to the new address', async ({ inspector, pastor, stack }) => {
    await pastor.elsewhere.signsUp();
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('Correct the e-mail');
    const box = inspector.dialog.getByLabel('New e-mail');
    await box.fill('nobody');
    await inspector.confirm('Correct the e-mail');
    await expect(box).toHaveAccessibleDescription('Please enter a valid email address');
    const email = anEmail('corrected');
    await box.fill(email);
    await inspector.confirm('Correct the e-mail');
    await inspector.isDone();
    await stack.sandbox.mails(email, { subject: RESUME });
    await inspector.tells('The e-mail address was corrected.');
  });

  test('an account that did not open: it opens once', async ({ inspector, pastor, stack }) => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await pastor.elsewhere.provesPhone();
    await pastor.elsewhere.savesCard();
    await inspector.open(pastor.elsewhere.id);
    await inspector.standsAt('Opening account');
    await stack.sandbox.heal();
    await inspector.ask('Retry opening the account');
    await inspector.confirm('Retry now');
    await inspector.isDone();
    await pastor.hasOneAccount();
    await inspector.tells('Opening the account was begun anew.');
    await inspector.page.mouse.move(30, 30);
    await inspector.says(/^The account is open/, 'All is well');
    await expect(inspector.part('Plan, card and account')).toContainText('active');
  });

  test('a card form in the way: the link to the payment page is mailed', async ({ inspector, pastor }) => {
    await pastor.elsewhere.provesPhone();
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('Send a payment link');
    await inspector.confirm('Send the payment link');
    await inspector.isDone();
    await pastor.mails(/^Add your card/);
    await inspector.says('The link to the payment page was mailed.');
    await inspector.tells('The link to the payment page was asked for.');
  });

  test('a sign-up nobody wants: its link says that it has ended', async ({ inspector, pastor, anotherDevice }) => {
    await pastor.elsewhere.provesPhone();
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('Cancel the sign-up');
    await inspector.confirm('Cancel the sign-up');
    await inspector.isDone();
    await inspector.standsAt('Cancelled');
    await inspector.tells('The sign-up was cancelled.');
    await expect(inspector.repair('E-mail the resume link')).toBeDisabled();
    await expect(inspector.repair('E-mail the resume link')).toHaveAccessibleDescription(/^Not now\. .*cancelled/);
    const there = pastor.at(await anotherDevice());
    await there.opensLink();
    await expect(there.page.getByRole('heading', { name: 'This sign-up has ended' })).toBeVisible();
  });

  test('a person who began twice: the older sign-up is superseded', async ({ inspector, pastor, allow }) => {
    allow(refused(400));
    await pastor.elsewhere.signsUp();
    const { id } = pastor.elsewhere;
    const again = aVisitor(pastor.stack);
    await again.signsUp();
    const newer = again.id;
    await inspector.open(id);
    await inspector.ask('Mark as superseded by another');
    await inspector.dialog.getByLabel('Id of the sign-up that counts').fill(String(id));
    await inspector.confirm('Mark as superseded');
    await expect(inspector.dialog.getByLabel('Id of the sign-up that counts')).toHaveAttribute('aria-invalid', 'true');
    await inspector.dialog.getByLabel('Id of the sign-up that counts').fill(String(newer));
    await inspector.confirm('Mark as superseded');
    await inspector.isDone();
    await inspector.says(`Superseded by sign-up ${newer}.`, 'Ended');
    await inspector.tells(`Superseded by sign-up ${newer}.`);
    await inspector.diagnosis.getByRole('link', { name: `Open sign-up ${newer}` }).click();
    await inspector.page.waitForURL(`**/trials/${newer}`);
  });

  test('that somebody was in touch', async ({ inspector, pastor }) => {
    await pastor.elsewhere.provesPhone();
    await inspector.open(pastor.elsewhere.id);
    await inspector.ask('Mark as contacted');
    await inspector.confirm('Mark as contacted');
    await inspector.isDone();
    await expect(inspector.page.locator('.trial-chips')).toContainText('Contacted just now');
    await inspector.tells('Marked as contacted.');
  });

  test('a privacy request, once ERASE is typed', async ({ inspector, pastor, stack }) => {
    await pastor.elsewhere.provesPhone();
    const { id } = pastor.elsewhere;
    await inspector.open(id);
    await inspector.ask('Erase the person');
    await inspector.dialog.getByLabel('Type ERASE to confirm').fill('erase');
    await inspector.confirm('Erase the person');
    await expect(inspector.dialog.getByLabel('Type ERASE to confirm')).toHaveAccessibleDescription('Invalid input');
    await inspector.dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
    await inspector.confirm('Erase the person');
    await inspector.isDone();
    await expect(inspector.name).toHaveText('An erased person');
    await inspector.says('The person was erased.', 'Ended');
    await inspector.tells('The person was erased.');
    await expect.poll(async () => (await storedTrial(stack, id)).email).toBe('');
    await expect(inspector.note).toHaveCount(0);
  });
});
