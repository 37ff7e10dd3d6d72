/** What the page of a sign-up says and offers beside its diagnosis: text messages, pages of the providers, actions by name. */
import { aVisitor } from '../builders/index.ts';
import { expect, test } from '../drivers/index.ts';

test('A number that gets no text messages reads so everywhere on the page, and no code counts as sent', async ({
  staff,
  inspector,
  stack,
}) => {
  const visitor = aVisitor(stack, { phone: '5005550410' });
  await visitor.signsUp();
  expect((await visitor.asksForCode()).status).toBe(400);
  await staff.isSignedInAs();
  await inspector.open(visitor.id);
  await inspector.says('The code could not be sent to this number.', 'Stuck');
  await inspector.tells('The code could not be sent to this number: it cannot receive our text messages.');
  await expect(inspector.part('Text messages').getByRole('listitem')).toHaveText(/^\(500\) 555-0410 not sentfailed /);
  await expect(inspector.part('What they see')).toContainText('No code was sent to (500) 555-0410.');
  await inspector.showRepairs();
  await expect(inspector.repair('Send the code')).toBeVisible();
  await expect(inspector.repair('Send the code again')).toHaveCount(0);
});

test("A member's page links to its objects at Stripe and to the log of Twilio, whose pages know them", async ({
  staff,
  inspector,
  pastor,
}) => {
  await pastor.viaApi.becomesMember();
  await staff.isSignedInAs('support');
  await inspector.open(pastor.viaApi.id);
  const links = inspector.part('Plan, card and account').getByRole('link', { name: 'Open in Stripe' });
  const addresses = await links.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  expect(addresses).toEqual([
    expect.stringMatching(/\/customers\/cus_\w+$/),
    expect.stringMatching(/\/setup_intents\/seti_\w+$/),
    expect.stringMatching(/\/subscriptions\/sub_\w+$/),
  ]);
  await expect(inspector.caller.getByRole('link', { name: 'Stripe' })).toHaveAttribute('href', addresses[0]!);
  const log = await inspector.caller.getByRole('link', { name: 'Twilio' }).getAttribute('href');
  for (const address of [...addresses, log!]) expect((await fetch(address)).status, address).toBe(200);
});

test('The search finds the actions of a page by name, and Enter opens the first', async ({
  staff,
  inspector,
  pastor,
  page,
}) => {
  await pastor.viaApi.provesPhone();
  await staff.isSignedInAs('support');
  await inspector.open(pastor.viaApi.id);
  await page.keyboard.press('Control+k');
  const found = page.getByRole('list', { name: 'Actions' }).getByRole('button');
  await page.keyboard.type('correct');
  await expect(found).toHaveText(['Correct the phone', 'Correct the email']);
  await inspector.findBox.fill('erase');
  await expect(found).toHaveText(['Erase the person']);
  await inspector.findBox.fill('mark cont');
  await expect(found).toHaveText(['Mark as contacted']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Mark as contacted' })).toBeVisible();
});
