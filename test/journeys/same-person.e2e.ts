/** One page leads to everything about a person: related records, the bar on top, reveal and privacy. */
import { randomInt } from 'node:crypto';
import { anEmail, aPhone, aStoredApplication, aStoredReader, aStoredRequest, aTrial } from '../builders/index.ts';
import { expect, expectAccessibleAndFitting, refused, SCREENS, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

async function aPerson(stack: Stack) {
  const [email, phone, request] = [anEmail('ruth'), aPhone(), randomInt(2 ** 42, 2 ** 43)];
  const name = { firstName: 'Ruth', lastName: `Same${request}` };
  const { id: application } = await aStoredApplication(stack, { given: { ...name, email } });
  await aStoredRequest(stack, { ...name, id: request, email, phone, whyInterested: 'My students ask for it.' });
  const pending = { state: 'pending', confirmed_at: null, requested_at: 'now' };
  await aStoredReader(stack, { id: randomInt(2 ** 42, 2 ** 43), email }, pending);
  const { id: signup } = await aTrial(stack, { state: 'billingInformation', pastor: { ...name, email, phone } });
  return { email, phone, name: `Ruth ${name.lastName}`, signup, application, request };
}

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}`, () => {
    test.use({ viewport });

    test(
      'Support goes from a request to everything else of the person, and reveals it to answer',
      { tag: '@smoke' },
      async ({ staff, inspector, page, stack }) => {
        const { email, name, signup, request } = await aPerson(stack);
        await staff.isSignedInAs('support');
        await page.goto(`/admin/trial-requests/${request}`);
        await expect(inspector.name).toHaveText(name);
        await expect(page).toHaveTitle(new RegExp(`^${name} · Trial request`));
        await expect(inspector.caller).toContainText(/Sent on \w+ \d+, \d{4}; not taken yet\./);
        await expect(page.locator('#content')).not.toContainText(email);
        await inspector.reveal.click();
        await expect(inspector.caller).toContainText(email);
        await expect(inspector.part('Why they are interested')).toContainText('My students ask for it.');
        await inspector.tells('The personal data was revealed.');
        await expectAccessibleAndFitting(page, 'request, revealed');
        const related = inspector.part('Same email or phone');
        await expect(related.getByRole('listitem')).toHaveCount(3);
        await expect(related).toContainText('Phone verified, no card; at this step since');
        await expect(related).toContainText('Newsletter');
        await expect(inspector.part('Privacy')).toHaveCount(0);
        await related.getByRole('listitem').filter({ hasText: 'Sign-up' }).getByRole('link').click();
        await page.waitForURL(`**/trials/${signup}`);
        await expect(related).toContainText('Trial request');
        await expect(related.getByRole('listitem')).toHaveCount(3);
        await related.getByRole('listitem').filter({ hasText: 'Ambassador' }).getByRole('link').click();
        await expect(page).toHaveTitle(new RegExp(`^${name} · Ambassador application`));
        await expect(inspector.caller).toContainText(/Submitted on \w+ \d+, \d{4}; an answer is promised by/);
        await expect(inspector.reveal).toBeVisible();
      },
    );
  });

test(
  'An administrator hands over what is stored, and erases the named person and records, from the page of a request',
  { tag: '@thorough' },
  async ({ staff, inspector, page, stack, allow }) => {
    allow(refused(404));
    const [email, id] = [anEmail('ruth'), randomInt(2 ** 42, 2 ** 43)];
    await aStoredRequest(stack, { id, email, firstName: 'Ruth' });
    await aStoredReader(stack, { id: id + 1, email });
    await staff.isSignedInAs();
    await page.goto(`/admin/trial-requests/${id}`);
    const privacy = inspector.part('Privacy');
    await privacy.getByRole('link', { name: 'Hand over or erase what we hold' }).click();
    await page.waitForURL(`**/admin/privacy?request=${id}`);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await expect(staff.row('Trial request')).toContainText('New');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(inspector.part('Trial requests')).toContainText(email);
    await page.getByRole('button', { name: 'Erase this person' }).click();
    await expect(inspector.dialog).toContainText(`Of ${email} this is erased at once: 1 trial request, 1 subscriber.`);
    await inspector.dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
    await inspector.confirm('Erase now');
    await expect(page.getByText('Nothing is stored under')).toBeVisible();
  },
);

test(
  'A person with a sign-up is erased from its page, and a reader is found from the newsletter',
  { tag: '@thorough' },
  async ({ staff, inspector, page, stack }) => {
    const { email, signup } = await aPerson(stack);
    await staff.isSignedInAs();
    await page.goto(`/trials/${signup}`);
    await inspector.part('Privacy').getByRole('button', { name: 'Erase this person' }).click();
    await expect(inspector.dialog.getByRole('listitem')).toHaveText(['1 sign-up', '1 trial request']);
    const alike = inspector.dialog.getByLabel('Ambassador application of Ruth');
    await expect(alike).not.toBeChecked();
    await alike.check();
    await expectAccessibleAndFitting(page, 'erasure with records to choose');
    await inspector.dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
    await inspector.confirm('Erase the person');
    await inspector.isDone('This includes 1 application, 1 trial request.');
    await page.goto(`/admin/newsletter?q=${email}`);
    await staff.row(email).getByRole('link').click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await expect(staff.row(`Sign-up ${signup}`)).toBeVisible();
  },
);
