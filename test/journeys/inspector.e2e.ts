import { formatPhone, longDate } from '@lampstand/contracts';
import { aTrial, aVisitor, CARDS, auditEntries, changeTrial } from '../builders/index.ts';
import { expect, horizontalOverflow, PHONE, refused, test } from '../drivers/index.ts';

const masked = (phone: string) => `(•••) •••-${phone.slice(-4)}`;

test(
  'A sign-up is found by phone, email, id or church while typing, and opened by keyboard',
  { tag: '@smoke' },
  async ({ staff, inspector, pastor, page }) => {
    const { details } = pastor.viaApi;
    details.churchName = `Chapel of the ${Date.now()}`;
    await pastor.viaApi.signsUp();
    const { id } = pastor.viaApi;
    await staff.isSignedInAs('support');
    await page.goto('/trials');
    const { phone, email, churchName } = details;
    const typed = `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
    for (const text of [typed, email, String(id), churchName.slice(3)]) {
      await inspector.find(text);
      await expect(inspector.found, text).toHaveCount(1);
      await expect(inspector.found.first(), text).toHaveAttribute('href', `/trials/${id}`);
    }
    await inspector.find('zz');
    await expect(page.getByText('Type at least three characters to find people.')).toBeVisible();
    await inspector.find('nobody is called so');
    await expect(page.getByText('Nothing found.')).toBeVisible();
    await inspector.find(email);
    await expect(inspector.found).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(inspector.found.first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(inspector.findBox).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/trials/${id}`);
    await expect(inspector.name).toHaveText(`${details.firstName} ${details.lastName}`);
  },
);

test(
  'An unknown id shows an error, and a failed load can be retried',
  { tag: '@thorough' },
  async ({ staff, inspector, pastor, outages, page, allow }) => {
    allow(refused(404), refused(503));
    await staff.isSignedInAs();
    await page.goto('/trials/1234567890123');
    await expect(staff.notice('There is no sign-up with this id.')).toBeVisible();
    await inspector.find('zz');
    await pastor.viaApi.signsUp();
    await outages.answer('admin/trials/*', 503, { error: 'Not now.' });
    await page.goto(`/trials/${pastor.viaApi.id}`);
    await expect(page.getByRole('alert')).toContainText('The sign-up could not be loaded. Not now.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(inspector.name).toBeVisible();
  },
);

test(
  'The diagnosis explains where a sign-up is stuck, from its start to its account',
  { tag: '@smoke' },
  async ({ staff, inspector, pastor, stack }) => {
    const { viaApi } = pastor;
    await viaApi.signsUp();
    await staff.isSignedInAs('support');
    await inspector.open(viaApi.id);
    await inspector.says('No code was sent to this number yet.');
    await inspector.standsAt('Phone check');
    await expect(inspector.part('What they see')).toContainText('Confirm your phone');

    await stack.sandbox.fault({ match: 'POST /v2/Services/*/Verifications', mode: '500', times: 0 });
    await viaApi.asksForCode();
    await inspector.open(viaApi.id);
    await inspector.says('The code could not be sent.', 'Stuck');
    await stack.sandbox.heal();
    await viaApi.asksForCode();
    const code = await pastor.receivesCode();
    await viaApi.typesCode(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await inspector.open(viaApi.id);
    await inspector.says(/^A wrong code was entered/);
    await inspector.tells('A wrong code was entered.');
    await expect(inspector.part('Text messages')).toContainText('one wrong code');

    await viaApi.typesCode(code);
    await viaApi.typesCard(CARDS.declined);
    await inspector.tells(/^A card was declined: /);
    await inspector.says(/^The card was declined/);
    await inspector.standsAt('Plan and card');

    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await viaApi.savesCard();
    await inspector.open(viaApi.id);
    await inspector.says(/^The card is stored/);
    await inspector.standsAt('Opening account');
    await stack.sandbox.heal();
    await viaApi.opensAccount();
    await inspector.page.mouse.move(40, 40);
    await inspector.says(/^The account is open/, 'All is well');
    await inspector.standsAt('Account open');
    for (const by of ['by a code', 'by opening the account'])
      await expect(inspector.person).toContainText(new RegExp(`Verified on \\w{3} \\d+, \\d{4} ${by}`));
  },
);

test('Personal data is masked until it is revealed, and the reveal is recorded', async ({
  staff,
  inspector,
  pastor,
  stack,
}) => {
  await pastor.viaApi.signsUp();
  await pastor.viaApi.asksForCode();
  const { id, details } = pastor.viaApi;
  const { id: account } = await staff.isSignedInAs('support');
  await inspector.open(id);
  await expect(inspector.person).toContainText(masked(details.phone));
  await expect(inspector.part('Text messages')).toContainText(masked(details.phone));
  await expect(inspector.person.getByText('Never verified')).toHaveCount(2);
  for (const hidden of [details.email, details.phone, longDate(details.birthdate)])
    await expect(inspector.page.locator('#content')).not.toContainText(hidden);
  const reveal = inspector.reveal;
  await expect(reveal).toHaveAttribute('title', /The timeline and the audit record it\.$/);
  await reveal.click();
  await expect(inspector.person.getByRole('link', { name: details.email })).toHaveAttribute(
    'href',
    `mailto:${details.email}`,
  );
  await expect(inspector.person).toContainText(longDate(details.birthdate));
  for (const part of ['Text messages', 'What they see'])
    await expect(inspector.part(part)).toContainText(formatPhone(details.phone));
  await inspector.tells('The personal data was revealed.');
  await inspector.ask('Send the code again');
  await expect(inspector.dialog).toContainText(formatPhone(details.phone));
  await inspector.confirm('Cancel');
  expect(await auditEntries(stack, { by: account, about: `trial:${id}` })).toMatchObject([{ action: 'revealed' }]);
  await inspector.page.reload();
  await expect(inspector.person).toContainText(masked(details.phone));
});

test('The page of a member tells what happened by kind, and links to Stripe and to the log of Twilio, which know it', async ({
  staff,
  inspector,
  pastor,
}) => {
  await pastor.viaApi.becomesMember();
  await pastor.mails(/^Welcome/);
  await staff.isSignedInAs('support');
  await inspector.open(pastor.viaApi.id);
  for (const sentence of [
    'The details were saved.',
    'A code was sent.',
    'The phone was verified.',
    'The card was stored.',
    'The account was opened and the trial began.',
  ])
    await inspector.tells(sentence);
  await inspector
    .part('Timeline')
    .getByRole('button', { name: /^Mails/ })
    .click();
  await inspector.tells('The welcome mail was mailed.');
  await expect(inspector.timeline).not.toContainText('The phone was verified.');

  const links = inspector.page.locator('.technical').getByRole('link', { name: 'Open in Stripe' });
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

test('A note is refused when empty, kept when it fails and while another person is open, saved once, and gone after logout', async ({
  staff,
  inspector,
  page,
  outages,
  stack,
  allow,
}) => {
  allow(refused(503));
  const [{ id }, { id: another }] = [await aTrial(stack), await aTrial(stack, { state: 'success' })];
  const { name } = await staff.isSignedInAs('support');
  await inspector.open(id);
  const save = page.getByRole('button', { name: 'Save note' });
  await save.click();
  await expect(inspector.note).toHaveAccessibleDescription(/^Required/);
  await inspector.note.fill('<b>Called</b>, tries on Friday.');
  await outages.answer('admin/trials/*/notes', 503, { error: 'Not now.' });
  await save.click();
  await expect(inspector.note).toHaveAccessibleDescription(/^Not now\./);
  await inspector.open(another);
  await expect(inspector.note).toHaveValue('');
  await inspector.note.fill('Asked for a larger plan.');
  await inspector.open(id);
  await expect(inspector.note).toHaveValue('<b>Called</b>, tries on Friday.');
  await save.dblclick();
  await inspector.tells('<b>Called</b>, tries on Friday.');
  await inspector.tells(`by ${name}`);
  await expect(inspector.note).toHaveValue('');
  await expect(inspector.timeline.getByText('tries on Friday')).toHaveCount(1);
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(await kept()).toContain('Asked for a larger plan.');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(kept).not.toContain('Asked for a larger plan.');
});

test('On a phone, hostile input is shown as text everywhere and fits, and phone and email stand above the diagnosis', async ({
  staff,
  inspector,
  pastor,
  page,
  stack,
}) => {
  await page.setViewportSize(PHONE);
  const { viaApi } = pastor;
  const script = `<img src=x onerror="document['title']='taken'">`;
  const free = ['firstName', 'lastName', 'ministryName', 'churchCity', 'howHeardAbout', 'churchSoftware'] as const;
  for (const field of free) viaApi.details[field] = script;
  Object.assign(viaApi.details, { churchName: 'W'.repeat(100), message: '😀'.repeat(2000) });
  expect((await viaApi.provesPhone()).id).toBeGreaterThan(0);
  await changeTrial(stack, viaApi.id, { pastor: { churchName: `${viaApi.details.churchName}\u202Egnp.exe` } });
  await staff.isSignedInAs('support');
  await inspector.open(viaApi.id);
  // `open` has scrolled to the chart: of a small window the bar would take too much.
  await expect(inspector.caller).not.toBeInViewport();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(inspector.name).toHaveText(`${script} ${script}`);
  await inspector.reveal.click();
  const email = inspector.caller.getByRole('link', { name: viaApi.details.email });
  const bar = (await inspector.caller.boundingBox())!;
  expect((await email.boundingBox())!.y).toBeLessThan(450);
  expect(bar.y + bar.height).toBeLessThan((await inspector.diagnosis.boundingBox())!.y);
  await inspector.person.getByRole('button', { name: 'Show all' }).click();
  await expect(inspector.person).toContainText('😀'.repeat(2000));
  await expect(inspector.part('Church').getByText(script)).toHaveCount(4);
  await inspector.find(viaApi.details.email);
  await expect(inspector.found.first()).toContainText(`${script} ${script}`);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await page.locator('.found').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await expect(page).toHaveTitle(`${script} ${script} · Sign-up | Lampstand`);
});

test(
  'A number that gets no text messages reads so everywhere on the page, and no code counts as sent',
  { tag: '@thorough' },
  async ({ staff, inspector, stack }) => {
    const visitor = aVisitor(stack, { phone: '5005550410' });
    await visitor.signsUp();
    expect((await visitor.asksForCode()).status).toBe(400);
    await staff.isSignedInAs();
    await inspector.open(visitor.id);
    await inspector.says('The code could not be sent to this number.', 'Stuck');
    await inspector.tells('The code could not be sent to this number: it cannot receive our text messages.');
    await expect(inspector.part('Text messages').getByRole('listitem')).toHaveText(/^\(500\) 555-0410 not sentfailed /);
    await expect(inspector.part('What they see')).toContainText('No code was sent to (500) 555-0410.');
    await inspector.showActions();
    await expect(inspector.action('Send the code')).toBeVisible();
    await expect(inspector.action('Send the code again')).toHaveCount(0);
  },
);

test(
  'Right after a code was sent, the page lets the person type it, and offers another when it can be sent',
  { tag: '@thorough' },
  async ({ staff, inspector, stack, page }) => {
    // News of the delivery would set the page's clock by the server's again.
    const visitor = aVisitor(stack, { phone: '5005553009' });
    await visitor.signsUp();
    await visitor.asksForCode();
    await staff.isSignedInAs('support');
    await page.clock.install();
    await inspector.open(visitor.id);
    await inspector.says('A code was just sent.', 'Waiting');
    await expect(inspector.diagnosis).toContainText(
      /The last code was sent \d+ seconds? ago\. Another can be sent in \d+ seconds?\./,
    );
    await expect(inspector.diagnosis.getByRole('button')).toHaveText(['Correct the phone']);
    await page.clock.fastForward(31_000);
    await expect(inspector.diagnosis.getByRole('button')).toHaveText(['Send the code again', 'Correct the phone']);
  },
);

const MEANING = 'The phone is verified. No card is stored yet.';

test('The search finds the actions of a page by name; a status says what it means under the pointer and with the focus', async ({
  staff,
  inspector,
  stack,
  page,
}) => {
  const { id } = await aTrial(stack, { state: 'billingInformation' });
  await staff.isSignedInAs('support');
  await inspector.open(id);
  const status = page.getByRole('button', { name: 'Plan and card', exact: true }).first();
  await expect(status).toHaveAccessibleDescription(MEANING);
  const said = page.locator('.term').filter({ has: status }).getByText(MEANING);
  await expect(said).toBeHidden();
  await status.hover();
  await expect(said).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(said).toBeHidden();
  await status.focus();
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(said).toBeHidden();

  await page.keyboard.press('Control+k');
  const found = page.getByRole('list', { name: 'Actions' }).getByRole('button');
  await page.keyboard.type('correct');
  await expect(found).toHaveText(['Correct the phone', 'Correct the email']);
  await inspector.findBox.fill('extend');
  await expect(page.getByRole('list', { name: 'Actions' })).toHaveText(
    'Move the end of the free trial: not possible. There is no subscription yet.',
  );
  await expect(page.getByText('No people found.')).toBeVisible();
  await inspector.findBox.fill('erase');
  await expect(found).toHaveText(['Erase the person']);
  await inspector.findBox.fill('mark cont');
  await expect(found).toHaveText(['Mark as contacted']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Mark as contacted' })).toBeVisible();
});

test.describe('On a touch screen', { tag: '@thorough' }, () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('a status says what it means at a tap', async ({ staff, page, stack }) => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await staff.isSignedInAs('support');
    await page.goto(`/trials/${id}`);
    await page.getByRole('button', { name: 'Plan and card', exact: true }).first().tap();
    await expect(page.getByText(MEANING).first()).toBeVisible();
  });
});
