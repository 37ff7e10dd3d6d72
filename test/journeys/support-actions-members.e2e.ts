/** What support can do for a member in the inspector. */
import { longDate, masked } from '@lampstand/contracts';
import { aMember, anUnpaidMember, storesAnotherCard } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

test("A support agent sees a member's subscription, moves its trial's end, cancels it and takes that back", async ({
  staff,
  inspector,
  page,
  stack,
  allow,
}) => {
  allow(refused(400));
  const member = await aMember(stack);
  await staff.isSignedInAs('support');
  await inspector.open(member.id);
  const panel = inspector.part('Subscription');
  await expect(panel).toContainText('Free trial');
  await expect(panel).toContainText('Visa ending 4242');
  await expect(panel).toContainText('Nothing has been charged');

  await inspector.ask('Move the end of the free trial');
  const day = inspector.dialog.getByLabel('New last day of the trial');
  await expect(day).toHaveAccessibleDescription(/^From [A-Z]\w+ \d+, \d{4} to [A-Z]\w+ \d+, \d{4}\.$/);
  const [earliest, latest] = [await day.getAttribute('min'), await day.getAttribute('max')];
  expect(Date.parse(latest!) - Date.parse(earliest!)).toBeGreaterThan(50 * 86_400_000);
  await inspector.confirm('Move the end');
  await expect(day).toHaveAccessibleDescription(/^Please choose a valid date/);
  await day.fill('2020-01-01');
  await inspector.confirm('Move the end');
  await expect(day).toHaveAccessibleDescription(/Choose a day from [A-Z]\w+ \d+, \d{4} to /);
  await inspector.dialog.getByRole('button', { name: '+14 days' }).click();
  const later = await day.inputValue();
  expect(Date.parse(later) - Date.parse(earliest!)).toBe(14 * 86_400_000);
  const [moved = ''] = await inspector.mailsOfDialog();
  expect(moved).toBe(`Your free trial now ends on ${longDate(later)}`);
  await inspector.confirm('Move the end');
  await inspector.isDone('The end of the free trial is moved.');
  await inspector.tells(/^The end of the trial was moved from [A-Z]\w+ \d+, \d{4} to [A-Z]\w+ \d+, \d{4}\./);
  await stack.sandbox.mails(member.email, { subject: moved });

  await inspector.ask('Change the plan');
  await expect(inspector.dialog).toContainText('Starter (1-19 active users a month) for $19.99 a month');
  await inspector.confirm('Change the plan');
  await expect(inspector.dialog.getByLabel('New plan')).toHaveAccessibleDescription('Please select a plan');
  await inspector.dialog.getByLabel('New plan').selectOption('Growth (20-49 active users a month), $39.99 a month');
  expect(await inspector.mailsOfDialog()).toEqual(['Your plan is now Growth']);
  await expect(inspector.dialog).toContainText(`to ${masked('email', member.email)}`);
  await inspector.confirm('Change the plan');
  await inspector.isDone('The plan is changed.');
  await inspector.tells('The plan was changed from 1-19 users to 20-49 users.');
  await stack.sandbox.mails(member.email, { subject: 'Your plan is now Growth' });

  await inspector.ask('Cancel the subscription');
  await expect(inspector.dialog).toContainText('During the trial nothing is charged');
  const [subject] = await inspector.mailsOfDialog();
  await inspector.confirm('Cancel the subscription');
  await inspector.isDone('The subscription is canceled.');
  await expect(panel).toContainText('Canceled; ends');
  await stack.sandbox.mails(member.email, { subject: subject! });
  await inspector.ask('Undo the cancellation');
  await inspector.confirm('Keep the subscription');
  await inspector.isDone('The cancellation is undone.');
  await inspector.tells('The cancellation was undone.');

  await inspector.ask('Send plan link');
  await inspector.confirm('Send the link');
  await inspector.isDone('The plan link is on its way.');
  await stack.sandbox.mails(member.email, { subject: 'Your link to your plan' });

  const timeline = inspector.part('Timeline');
  await timeline.getByRole('button', { name: 'Read The welcome mail was mailed.' }).click();
  await expect(inspector.dialog).toContainText('your 30-day trial is active');
  await inspector.dialog.getByRole('button', { name: 'Send again' }).click();
  await stack.sandbox.mails(member.email, { count: 2, subject: /^Welcome/ });
  await page.reload();
  await expect(timeline).toContainText('The welcome mail was mailed again.');
});

test(
  'A support agent retries an unpaid invoice, reads why the card is declined, and charges another card',
  { tag: '@thorough' },
  async ({ staff, inspector, stack, allow }) => {
    allow(refused(402), refused(409));
    const member = await anUnpaidMember(stack);
    await staff.isSignedInAs('support');
    await inspector.open(member.id);
    await inspector.says('The account is open, and $19.99 is not paid.', 'Stuck');
    await inspector.ask('Retry the invoice');
    await expect(inspector.dialog).toContainText('$19.99 is charged to Visa ending 0341 now.');
    await inspector.confirm('Charge the card');
    await inspector.isRefused('The card was declined. The bank gave no reason.');
    await storesAnotherCard(stack, member);
    await inspector.confirm('Charge the card');
    await inspector.isRefused(/^The card was changed( by the payment provider)? \d+ seconds? ago\. Nothing was done\./);
    await expect(inspector.dialog).toContainText('$19.99 is charged to Visa ending 4242 now.');
    await inspector.confirm('Charge the card');
    await inspector.isDone('The invoice is paid.');
    await inspector.says('The account is open, and nothing is owed.', 'All is well');
    await inspector.tells('The open invoice was paid.');
    await inspector.tells('The open invoice was tried again, and the card was declined: no reason given.');
  },
);
