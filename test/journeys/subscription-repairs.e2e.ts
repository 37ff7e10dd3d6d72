import { aMember } from '../builders/index.ts';
import { expect, refused, test } from '../drivers/index.ts';

test("a member's subscription is seen, its trial extended, cancelled and kept again", async ({
  desk,
  inspector,
  stack,
  allow,
}) => {
  allow(refused(400));
  const member = await aMember(stack);
  await desk.isSignedInAs('support');
  await inspector.open(member.id);
  const panel = inspector.part('Subscription');
  await expect(panel).toContainText('Free trial');
  await expect(panel).toContainText('visa •••• 4242');
  await expect(panel).toContainText('nothing has been charged');

  await inspector.ask('Extend the free trial');
  const day = inspector.dialog.getByLabel('New last day of the trial');
  await inspector.confirm('Extend the trial');
  await expect(day).toHaveAccessibleDescription(/\w/);
  await day.fill('2020-01-01');
  await inspector.confirm('Extend the trial');
  await expect(day).toHaveAccessibleDescription(/Choose a day after the trial's end/);
  const later = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(later);
  await inspector.confirm('Extend the trial');
  await inspector.isDone('The free trial is longer now.');
  await inspector.tells(/^The end of the trial was moved/);

  await inspector.ask('Cancel the subscription');
  await expect(inspector.dialog).toContainText('nothing is ever charged');
  await inspector.confirm('Cancel the subscription');
  await inspector.isDone(/it ends by itself/);
  await expect(panel).toContainText('Cancelled to');
  await inspector.ask('Take the cancellation back');
  await inspector.confirm('Keep the subscription');
  await inspector.isDone('The cancellation is taken back.');
  await inspector.tells('The cancellation was taken back.');

  await inspector.ask('E-mail the plan link');
  await inspector.confirm('Send the link');
  await inspector.isDone('The link to the plan is on its way.');
  await stack.sandbox.mails(member.email, { subject: 'Your link to your plan' });
});
