import { aDesk, anEmail, aPhone, aVisitor, journalOf, storedTrial } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

const RESUME = /^Finish your Lampstand sign-up$/;

test.describe('Support repairs', () => {
  test.beforeEach(({ desk }) => desk.isSignedInAs('support').then(() => {}));

  test('one sign-up, helped on by one after the other, until it is cancelled', async ({
    inspector,
    pastor,
    stack,
    minutesPass,
    anotherDevice,
  }) => {
    const { elsewhere } = pastor;
    await elsewhere.signsUp();
    await elsewhere.asksForCode();
    await pastor.receivesCode();
    await minutesPass(1);
    await inspector.open(elsewhere.id);

    await test.step('a code that did not come: another text message arrives', async () => {
      await inspector.diagnosis.getByRole('button', { name: 'Send the code again' }).click();
      await expect(inspector.dialog).toContainText(`(•••) •••-${elsewhere.phone.slice(-4)}`);
      await inspector.confirm('Send the code');
      await inspector.isDone();
      await inspector.tells('A code was sent, for the second time.');
      await elsewhere.typesCode(await pastor.receivesCode(2));
    });

    const email = anEmail('corrected');
    await test.step('a wrong e-mail: the link goes to the new address', async () => {
      await inspector.ask('Correct the e-mail');
      const box = inspector.dialog.getByLabel('New e-mail');
      await box.fill('nobody');
      await inspector.confirm('Correct the e-mail');
      await expect(box).toHaveAccessibleDescription('Please enter a valid email address');
      await box.fill(email);
      await inspector.confirm('Correct the e-mail');
      await inspector.isDone();
      await inspector.tells('The e-mail address was corrected.');
      await stack.sandbox.mails(email, { subject: RESUME });
    });

    await test.step('a wrong number: the new one has to be proven', async () => {
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
      expect(await storedTrial(stack, elsewhere.id)).toMatchObject({ email, phone, phone_verified_at: null });
      await stack.sandbox.mails(email, { subject: RESUME, count: 2 });
      await elsewhere.asksForCode(phone);
      await elsewhere.typesCode();
    });

    await test.step('a lost link, and a double click asks for it once', async () => {
      await inspector.ask('E-mail the resume link');
      await inspector.dialog.getByRole('button', { name: 'Send the link' }).dblclick();
      await inspector.isDone();
      await inspector.tells('The link to go on was asked for.');
      await stack.sandbox.mails(email, { subject: RESUME, count: 3 });
      const { events } = await journalOf(stack, elsewhere.id);
      expect(events.filter((event) => event === 'link.requested')).toHaveLength(1);
    });

    await test.step('a card form in the way: the link to the payment page is mailed', async () => {
      await inspector.standsAt('Plan and card');
      await inspector.ask('Send a payment link');
      await inspector.confirm('Send the payment link');
      await inspector.isDone();
      await inspector.says('The link to the payment page was mailed.');
      await inspector.tells('The link to the payment page was asked for.');
      await stack.sandbox.mails(email, { subject: /^Add your card/ });
    });

    await test.step('somebody was in touch', async () => {
      await inspector.ask('Mark as contacted');
      await inspector.confirm('Mark as contacted');
      await inspector.isDone();
      await expect(inspector.page.locator('.trial-chips')).toContainText('Contacted just now');
      await inspector.tells('Marked as contacted.');
    });

    await test.step('nobody wants it any more: its link says that it has ended', async () => {
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
    await inspector.says('The person is going to be erased.', 'Waiting');
    await inspector.ask('Undo the erasure');
    await inspector.confirm('Undo the erasure');
    await inspector.isDone();
    await inspector.tells('The erasure was undone.');
    expect((await (await aDesk(stack)).erases(id)).status).toBe(200);
    await inspector.open(id);
    await expect(inspector.name).toHaveText('An erased person');
    await inspector.says('The person was erased.', 'Ended');
    await inspector.tells('The person was erased.');
    await expect.poll(async () => (await storedTrial(stack, id)).email).toBe('');
    await expect(inspector.note).toHaveCount(0);
  });
});
