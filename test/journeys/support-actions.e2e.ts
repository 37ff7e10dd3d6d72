/** What support can do for a sign-up in the inspector. */
import { anAgent, anEmail, aPhone, aVisitor, journalOf, retryLater, storedTrial } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';
import { eventually, type Stack } from '../support/index.ts';

/** Delays the job's own retry, so that only the support action opens the account. */
const postponed = async (stack: Stack, id: number) => (await retryLater(stack, 'openAccount', id)) > 0;

const RESUME = /^Finish your Lampstand sign-up$/;

test.describe('A support agent', () => {
  test.beforeEach(({ staff }) => staff.isSignedInAs('support').then(() => {}));

  test(
    'helps one sign-up with every action in turn, and cancels it',
    { tag: '@smoke' },
    async ({ inspector, pastor, stack, minutesPass, anotherDevice }) => {
      const { viaApi } = pastor;
      await viaApi.signsUp();
      await viaApi.asksForCode();
      await pastor.receivesCode();
      await minutesPass(1);
      await inspector.open(viaApi.id);

      await test.step('sends the code again', async () => {
        await inspector.diagnosis.getByRole('button', { name: 'Send the code again' }).click();
        await expect(inspector.dialog).toContainText(`(•••) •••-${viaApi.phone.slice(-4)}`);
        await inspector.confirm('Send the code');
        await inspector.isDone();
        await inspector.tells('A code was sent, for the second time.');
        await viaApi.typesCode(await pastor.receivesCode(2));
      });

      const email = anEmail('corrected');
      await test.step('corrects the email; the link goes to the new address', async () => {
        await inspector.ask('Correct the email');
        const box = inspector.dialog.getByLabel('New email');
        await box.fill('nobody');
        await inspector.confirm('Correct the email');
        await expect(box).toHaveAccessibleDescription('Please enter a valid email address');
        await box.fill(email);
        await inspector.confirm('Correct the email');
        await inspector.isDone();
        await inspector.tells('The email address was corrected.');
        await stack.sandbox.mails(email, { subject: RESUME });
      });

      await test.step('corrects the phone number; the new one has to be verified', async () => {
        await inspector.ask('Correct the phone');
        await inspector.confirm('Correct the phone');
        const box = inspector.dialog.getByLabel('New mobile phone');
        await expect(box).toHaveAccessibleDescription('Please enter a valid phone number');
        const phone = aPhone();
        await box.fill(phone);
        await inspector.confirm('Correct the phone');
        await inspector.isDone();
        await inspector.standsAt('Phone check');
        await inspector.tells('The phone number was changed and has to be verified. Back to Phone check.');
        expect(await storedTrial(stack, viaApi.id)).toMatchObject({ email, phone, phone_verified_at: null });
        await stack.sandbox.mails(email, { subject: RESUME, count: 2 });
        await viaApi.asksForCode(phone);
        await viaApi.typesCode();
      });

      await test.step('mails the link; a double click sends it once', async () => {
        await inspector.ask('Send resume link');
        expect(await inspector.mailsOfDialog()).toEqual(['Finish your Lampstand sign-up']);
        await inspector.dialog.getByRole('button', { name: 'Send the link' }).dblclick();
        await inspector.isDone();
        await inspector.tells('The resume link was requested.');
        await stack.sandbox.mails(email, { subject: RESUME, count: 3 });
        const { events } = await journalOf(stack, viaApi.id);
        expect(events.filter((event) => event === 'link.requested')).toHaveLength(1);
      });

      await test.step('mails the link to the payment page', async () => {
        await inspector.standsAt('Plan and card');
        await inspector.ask('Send payment link');
        await inspector.confirm('Send the payment link');
        await inspector.isDone();
        await inspector.says('The payment link was emailed.');
        await inspector.tells('The payment link was requested.');
        await stack.sandbox.mails(email, { subject: /^Add your card/ });
      });

      await test.step('marks the sign-up as contacted', async () => {
        await inspector.ask('Mark as contacted');
        await inspector.confirm('Mark as contacted');
        await inspector.isDone();
        await expect(inspector.caller).toContainText('Contacted just now');
        await inspector.tells('Marked as contacted.');
        await inspector.ask('Remove the mark “contacted”');
        await inspector.confirm('Remove the mark');
        await inspector.isDone('No longer marked as contacted.');
        await expect(inspector.caller).not.toContainText('Contacted just now');
        await inspector.tells('No longer marked as contacted.');
      });

      await test.step('cancels the sign-up once CANCEL is typed; its link says that it has ended', async () => {
        await inspector.ask('Cancel the sign-up');
        await expect(inspector.dialog).toContainText('No email goes to the person.');
        const word = inspector.dialog.getByLabel('Type CANCEL to confirm');
        await word.fill('cancel');
        await inspector.confirm('Cancel the sign-up');
        await expect(word).toHaveAccessibleDescription('Please type the word in capital letters');
        await word.fill('CANCEL');
        await inspector.confirm('Cancel the sign-up');
        await inspector.isDone('The sign-up is canceled.');
        await inspector.standsAt('Sign-up canceled');
        await inspector.tells('The sign-up was canceled.');
        await expect(inspector.action('Send resume link')).toHaveCount(0);
        await inspector.explains('Send resume link', 'The sign-up was canceled.');
        const there = pastor.at(await anotherDevice());
        await there.opensLink();
        await expect(there.page.getByRole('heading', { name: 'This sign-up has ended' })).toBeVisible();
      });
    },
  );

  test(
    'sees a phone number with an account refused at its field',
    { tag: '@thorough' },
    async ({ inspector, pastor, allow }) => {
      allow(refused(409), refused(400));
      const { phone } = await aVisitor(pastor.stack).becomesMember();
      await pastor.viaApi.signsUp();
      await inspector.open(pastor.viaApi.id);
      await inspector.ask('Correct the phone');
      await inspector.dialog.getByLabel('New mobile phone').fill(phone);
      await inspector.confirm('Correct the phone');
      await expect(inspector.dialog).toContainText(/account.*phone/i);
      await expect(inspector.dialog).toBeVisible();
    },
  );

  test('retries opening an account; it opens once', { tag: '@thorough' }, async ({ inspector, pastor, stack }) => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await pastor.viaApi.provesPhone();
    await pastor.viaApi.savesCard();
    await inspector.open(pastor.viaApi.id);
    await inspector.standsAt('Opening account');
    await eventually(() => postponed(stack, pastor.viaApi.id));
    await stack.sandbox.heal();
    await inspector.ask('Retry opening the account');
    await inspector.confirm('Retry now');
    await inspector.isDone();
    await pastor.hasOneAccount();
    await inspector.tells('Opening the account was retried.');
    await inspector.page.mouse.move(30, 30);
    await inspector.says(/^The account is open/, 'All is well');
    await expect(inspector.part('Plan, card and account')).toContainText('AccountOpen');
  });

  test(
    'marks the older of two sign-ups as superseded, and removes the mark',
    { tag: '@thorough' },
    async ({ inspector, pastor, allow }) => {
      allow(refused(400));
      await pastor.viaApi.signsUp();
      const { id } = pastor.viaApi;
      const again = aVisitor(pastor.stack);
      await again.signsUp();
      const newer = again.id;
      await inspector.open(id);
      await inspector.ask('Mark as superseded by another');
      await inspector.dialog.getByLabel('Id of the sign-up that counts').fill(String(id));
      await inspector.confirm('Mark as superseded');
      await expect(inspector.dialog.getByLabel('Id of the sign-up that counts')).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await inspector.dialog.getByLabel('Id of the sign-up that counts').fill(String(newer));
      await inspector.confirm('Mark as superseded');
      await inspector.isDone();
      await inspector.says(`Superseded by sign-up ${newer}.`, 'Ended');
      await inspector.tells(`Superseded by sign-up ${newer}.`);
      await inspector.diagnosis.getByRole('link', { name: `Open sign-up ${newer}` }).click();
      await inspector.page.waitForURL(`**/trials/${newer}`);
      await inspector.open(id);
      await inspector.ask('Remove the mark “superseded”');
      await inspector.confirm('Remove the mark');
      await inspector.isDone('No longer marked as superseded.');
      await inspector.tells(`No longer superseded by sign-up ${newer}.`);
    },
  );

  test('erases the person of a sign-up once ERASE is typed', async ({ inspector, pastor, stack }) => {
    await pastor.viaApi.provesPhone();
    const { id } = pastor.viaApi;
    await inspector.open(id);
    await inspector.ask('Erase the person');
    const { firstName, lastName } = pastor.details;
    await expect(inspector.dialog).toContainText(`Person: ${firstName} ${lastName}`);
    await expect(inspector.dialog.getByRole('listitem')).toHaveText(['1 sign-up']);
    await inspector.dialog.getByLabel('Type ERASE to confirm').fill('erase');
    await inspector.confirm('Erase the person');
    await expect(inspector.dialog.getByLabel('Type ERASE to confirm')).toHaveAccessibleDescription(
      'Please type the word in capital letters',
    );
    await inspector.dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
    await inspector.confirm('Erase the person');
    await inspector.isDone();
    await inspector.says('The person will be erased.', 'Waiting');
    await inspector.ask('Undo the erasure');
    await inspector.confirm('Undo the erasure');
    await inspector.isDone();
    await inspector.tells('The erasure was undone.');
    expect((await (await anAgent(stack)).erases(id)).status).toBe(200);
    await inspector.open(id);
    await expect(inspector.name).toHaveText('An erased person');
    await inspector.says('The person was erased.', 'Ended');
    await inspector.tells('The person was erased.');
    await expect.poll(async () => (await storedTrial(stack, id)).email).toBe('');
    await expect(inspector.note).toHaveCount(0);
  });
});
