import { anEmail, aStoredApplication, journalOf, undoEnds } from '../builders/index.ts';
import { expect, expectAccessible, refused, SCREENS, test, horizontalOverflow } from '../drivers/index.ts';

const DECISION = /^Our decision on your Lampstand ambassador application$/;

const anApplicant = (lastName: string) => ({ given: { firstName: 'Ruth', lastName, email: anEmail('ruth') } });

test('The queue lists open applications, and a search finds decided ones', async ({ staff, review, stack, page }) => {
  const [waiting, answered] = ['Waiting', 'Answered'].map((name) => `${name}${Date.now()}`) as [string, string];
  await aStoredApplication(stack, anApplicant(waiting));
  await aStoredApplication(stack, { ...anApplicant(answered), state: 'approved' });
  await staff.isSignedInAs();
  await review.openQueue();
  await expect(staff.cell(waiting, 'State')).toHaveText('Submitted');
  await expect(staff.cell(waiting, 'Answer')).toContainText('Day 0 of 5 to 7');
  await expect(staff.cell(waiting, 'Answer')).toContainText(/due \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+/);
  await expect(staff.row(answered)).toHaveCount(0);
  await review.state.selectOption('All');
  await review.search.fill(answered);
  await expect(staff.cell(answered, 'State')).toHaveText('Approved');
  await expect(page).toHaveURL(/state=all/);
  await page.reload();
  await expect(staff.row(answered)).toHaveCount(1);
  await review.search.fill('nobody is called so');
  await expect(page.getByText('No applications match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(staff.row(waiting)).toHaveCount(1);
});

test('An old application is shown as overdue', async ({ staff, review, stack }) => {
  const lastName = `Late${Date.now()}`;
  const { id } = await aStoredApplication(stack, anApplicant(lastName));
  await stack.query(`UPDATE ambassador_applications SET created_at = created_at - interval '21 days' WHERE id = $1`, [
    id,
  ]);
  await staff.isSignedInAs('support');
  await review.openQueue(`?q=${lastName}`);
  await expect(staff.cell(lastName, 'Answer')).toContainText(/Overdue by \d+ business days.*due by \w{3}, \w{3} \d+/);
});

test(
  'An application is read, noted and approved, and the decision is mailed once',
  { tag: '@smoke' },
  async ({ staff, review, stack, page }) => {
    const { id, email, why_interested: why } = await aStoredApplication(stack, anApplicant('Okafor'));
    await staff.isSignedInAs();
    await review.open(id);
    await expect(page.getByRole('region', { name: 'Why they are interested' })).toContainText(why);
    await review.ask('Start review');
    await review.confirm('Start review');
    await review.stands('In review');
    await page.getByLabel('Add a note').fill('Knows her students well.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Knows her students well.');
    await review.ask('Approve');
    await expect(review.dialog).toContainText(email);
    const words = review.dialog.getByLabel('Words of the mail');
    await expect(words).toHaveValue(/two or three times that work for you for a first call/);
    await words.fill(`${await words.inputValue()}\n\nYour students are lucky.`);
    await review.dialog.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await expect(review.decision).toContainText(/Approved by .+, sending in \d+ s/);
    await undoEnds(stack, id);
    const [mail] = await stack.sandbox.mails(email, { subject: DECISION });
    await page.reload();
    await review.stands('Approved');
    await expect(review.decision).toContainText(/Approved by \S+@\S+, .*\w{3} \d+, \d{4}/);
    await expect(review.decision.getByRole('button')).toHaveCount(0);
    expect(mail!.text).toContain('Your students are lucky.');
    expect(mail!.text).toContain('two or three times that work for you for a first call');
    expect((await journalOf(stack, id)).events).toEqual([
      'application.submitted',
      'review.started',
      'application.approved',
    ]);
  },
);

test('A decline shows the text of its mail, can be canceled and undone', async ({ staff, review, stack, page }) => {
  const { id, email } = await aStoredApplication(stack, { ...anApplicant('Okafor'), state: 'inReview' });
  await staff.isSignedInAs();
  await review.open(id);
  await review.ask('Decline');
  const words = review.dialog.getByLabel('Words of the mail');
  await expect(words).toHaveValue(/You are welcome to apply again later\./);
  // As in every dialog, whatever the style of the card it is opened from.
  await expect(review.dialog.getByRole('heading')).toHaveCSS('font-size', '24px');
  await review.confirm('Cancel');
  await review.stands('In review');
  await review.ask('Decline');
  await review.confirm('Decline');
  await review.decision.getByRole('button', { name: 'Undo' }).click();
  await expect(review.decision).toContainText('Day 0 of 5 to 7');
  await review.ask('Decline');
  await review.confirm('Decline');
  await expect(review.decision).toContainText('Declined by');
  await undoEnds(stack, id);
  await stack.sandbox.mails(email, { subject: DECISION });
  await page.reload();
  await review.stands('Declined');
});

test('Withdrawing an application sends no mail; its page shows who withdrew it and when', async ({
  staff,
  review,
  stack,
}) => {
  const { id, email } = await aStoredApplication(stack, anApplicant('Okafor'));
  const member = await staff.isSignedInAs();
  await review.open(id);
  await review.ask('Withdraw');
  await expect(review.dialog).toContainText('nothing is mailed');
  await review.confirm('Withdraw');
  await review.stands('Withdrawn');
  await expect(review.decision).toContainText(`Withdrawn by ${member.email}, just now`);
  await expect(review.decision).toContainText(/\w{3} \d+, \d{4}/);
  expect(await stack.sandbox.mails(email, { subject: DECISION, count: 0 })).toEqual([]);
});

test('A second decision is refused, and the page shows the first', async ({ staff, review, stack, allow, page }) => {
  allow(refused(409));
  const { id } = await aStoredApplication(stack, { ...anApplicant('Okafor'), state: 'inReview' });
  await staff.isSignedInAs();
  await review.open(id);
  await review.ask('Approve');
  expect((await page.context().request.post(`/api/admin/ambassadors/${id}/decline`, { data: {} })).ok()).toBe(true);
  await review.confirm('Approve');
  await expect(review.dialog.getByRole('alert')).toContainText('This application is decided already: declined by');
  await review.confirm('Cancel');
  await expect(review.decision).toContainText('Declined by');
});

test('Support can read and add notes, but not decide', async ({ staff, review, stack }) => {
  const { id, email } = await aStoredApplication(stack, anApplicant('Okafor'));
  await staff.isSignedInAs('support');
  await review.open(id);
  await expect(review.decision).toContainText('Only administrators decide.');
  await expect(review.decision.getByRole('button')).toHaveCount(0);
  await expect(review.page.locator('#content')).not.toContainText(email);
});

test('An unknown id shows an error', async ({ staff, page, allow }) => {
  allow(refused(404));
  await staff.isSignedInAs();
  await page.goto('/admin/ambassadors/1234567890123');
  await expect(staff.notice('There is no application with this id.')).toBeVisible();
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`The review passes axe on ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('in the queue, an application and its decision, with hostile text', async ({ staff, review, stack, page }) => {
      const given = { firstName: `<img src=x onerror=alert(1)>`, lastName: `W${Date.now()}`.padEnd(100, 'W') };
      const { id } = await aStoredApplication(stack, { state: 'inReview', given });
      await staff.isSignedInAs();
      await review.openQueue();
      await expect(staff.cell(given.lastName, 'Applicant')).toContainText(`${given.firstName} ${given.lastName}`);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page, 'queue');
      await review.open(id);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page, 'application');
      await review.ask('Decline');
      await expectAccessible(page, 'decision');
    });
  });
}
