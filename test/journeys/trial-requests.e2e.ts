/** The page of one trial request: taking, answering, closing. */
import { randomInt } from 'node:crypto';
import { anEmail, aStoredRequest, signedIn } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

async function aRequest(stack: Stack) {
  const id = randomInt(2 ** 42, 2 ** 43);
  const [email, lastName] = [anEmail('ruth'), `Asks${id}`];
  await aStoredRequest(stack, { id, email, firstName: 'Ruth', lastName });
  return { id, email, lastName };
}

test(
  'A request is found, taken, answered by mail and closed',
  { tag: '@smoke' },
  async ({ staff, page, stack, outages }) => {
    const { email, lastName } = await aRequest(stack);
    await staff.isSignedInAs('support');
    await page.goto(`/admin/trial-requests?q=${lastName}`);
    await expect(staff.cell(lastName, 'Status')).toContainText('New');
    await staff
      .row(lastName)
      .getByRole('link', { name: `Ruth ${lastName}` })
      .click();
    const handling = page.getByRole('region', { name: 'Handling' });
    // A call of another part of the page that is still under way does not swallow the next press.
    const release = await outages.hold('**/api/admin/health');
    await handling.getByRole('button', { name: 'Take' }).click();
    await expect(handling).toContainText('Taken by you.');
    await expect(page.locator('#content')).not.toContainText(email);
    await page.getByLabel('Add a note').fill('They rang.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('They rang.');
    release();
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByText('Please write an answer')).toBeVisible();
    await page.getByLabel('Answer by mail').fill('Is Tuesday at 2 PM fine?');
    await page.getByRole('button', { name: 'Send answer' }).dblclick();
    await expect(page.getByRole('region', { name: 'Answers' }).getByRole('article')).toHaveCount(1);
    await expect(page.locator('.caller-badges')).toHaveText('Answered', { useInnerText: true });
    await expect(page.getByRole('button', { name: 'Answered', exact: true })).toHaveAccessibleDescription(
      'Answered from its page, or marked as answered after a call or an email of our own.',
    );
    await expect(handling).toContainText('Answered by');
    const mails = await stack.sandbox.mails(email, { subject: /^Re: We received/ });
    expect(mails.map(({ text }) => text.includes('Is Tuesday at 2 PM fine?'))).toEqual([true]);
    await handling.getByRole('button', { name: 'Mark as not answered' }).click();
    await expect(page.locator('.caller-badges')).toHaveText('New', { useInnerText: true });
    await handling.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('.caller-badges')).toHaveText('Closed', { useInnerText: true });
    await expectAccessible(page, 'request');
    expect(await horizontalOverflow(page)).toBe(0);
    await page.goto(`/admin/trial-requests?q=${lastName}`);
    await expect(page.getByText('No requests match')).toBeVisible();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Closed');
    await expect(page).toHaveURL(/state=closed/);
    await expect(staff.cell(lastName, 'Owner')).toContainText('You');
  },
);

test('A half-written answer stays when a colleague takes the request, and is sent after taking it over', async ({
  staff,
  page,
  stack,
}) => {
  const { id } = await aRequest(stack);
  const maria = await signedIn(stack);
  await staff.isSignedInAs('support');
  await page.goto(`/admin/trial-requests/${id}`);
  const answers = page.getByRole('region', { name: 'Answers' });
  const box = answers.getByLabel('Answer by mail');
  await box.fill('Is Tuesday fine?');
  expect((await maria.post(`admin/trial-requests/${id}/take`, {})).status).toBe(200);
  await expect(answers).toContainText(
    `${maria.name} has taken this request. Your text is kept here: copy it, or take the request over to send it.`,
  );
  await expect(box).toHaveValue('Is Tuesday fine?');
  await expect(box).not.toBeEditable();
  await expect(answers.getByRole('button', { name: 'Send answer' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Take over/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  await expect(box).toBeEditable();
  await answers.getByRole('button', { name: 'Send answer' }).click();
  await expect(answers.getByRole('article')).toContainText('Is Tuesday fine?');
  await expect(box).toHaveValue('');
});

test(
  'The second to take a request sees whose it is, and to take it over is refused when another colleague was faster',
  { tag: '@thorough' },
  async ({ staff, page, stack, outages, allow }) => {
    allow(refused(409));
    const { id } = await aRequest(stack);
    const [maria, john] = [await signedIn(stack), await signedIn(stack)];
    await staff.isSignedInAs('support');
    // The page would read the request again, and take the button away before it is pressed.
    await outages.hold('**/api/admin/changes');
    await page.goto(`/admin/trial-requests/${id}`);
    const handling = page.getByRole('region', { name: 'Handling' });
    await expect(handling).toContainText('No one has taken this request.');
    expect((await maria.post(`admin/trial-requests/${id}/take`, {})).status).toBe(200);
    await handling.getByRole('button', { name: 'Take' }).click();
    await expect(handling.getByRole('alert')).toHaveText(`${maria.name} has taken this request.`);
    await expect(handling).toContainText(`Taken by ${maria.name}.`);
    await expect(handling.getByRole('button')).toHaveText([/^Take over/]);

    await handling.getByRole('button', { name: /^Take over/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Take over' });
    await expect(dialog).toContainText(`${maria.name} has taken this request.`);
    expect((await john.post(`admin/queue/request/${id}/take-over`, {})).status).toBe(200);
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`It was taken by ${john.name}`);
    await expect(dialog).toContainText(`${john.name} has taken this request.`);
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await expect(handling).toContainText('Taken by you.');
  },
);
