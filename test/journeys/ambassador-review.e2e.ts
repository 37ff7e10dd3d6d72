import {
  aKey,
  anEmail,
  aStoredApplication,
  journalOf,
  signedIn,
  undoEnds,
  daysAgo,
  storedApplication,
  storedApplications,
} from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, refused, SCREENS, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

const DECISION = /^Our decision on your Lampstand ambassador application$/;
const anApplicant = (lastName: string) => ({ given: { firstName: 'Ruth', lastName, email: anEmail('ruth') } });

test('The queue lists open applications with their deadline, a search finds decided ones, and support reads but does not decide', async ({
  staff,
  review,
  stack,
  page,
}) => {
  const [waiting, late, answered] = ['Waiting', 'Late', 'Answered'].map((name) => `${name}${Date.now()}`) as [
    string,
    string,
    string,
  ];
  const { id, email } = await aStoredApplication(stack, anApplicant(waiting));
  await aStoredApplication(stack, { ...anApplicant(late), at: await daysAgo(stack, 21) });
  await aStoredApplication(stack, { ...anApplicant(answered), state: 'approved' });
  await staff.isSignedInAs('support');
  await review.openQueue();
  await expect(staff.cell(late, 'Answer')).toContainText(/Overdue by \d+ business days.*due by \w{3}, \w{3} \d+/);
  await expect(staff.cell(waiting, 'Status')).toHaveText('Submitted', { useInnerText: true });
  await expect(staff.cell(waiting, 'Answer')).toContainText('Day 0 of 5 to 7');
  await expect(staff.cell(waiting, 'Answer')).toContainText(/due by \w{3}, \w{3} \d+/);
  await expect(staff.row(answered)).toHaveCount(0);
  await review.state.selectOption('All');
  await review.search.fill(answered);
  await expect(staff.cell(answered, 'Status')).toHaveText('Approved', { useInnerText: true });
  await expect(page).toHaveURL(/state=all/);
  await page.reload();
  await expect(staff.row(answered)).toHaveCount(1);
  await review.search.fill('nobody is called so');
  await expect(page.getByText('No applications match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await staff.row(waiting).getByRole('link').first().click();
  await expect(review.decision).toContainText('Only administrators decide.');
  await expect(page).toHaveURL(new RegExp(`${id}$`));
  await expect(review.decision.getByRole('button')).toHaveCount(0);
  await expect(page.locator('#content')).not.toContainText(email);
});

test(
  'An application is read, noted and approved, and the decision is mailed once',
  { tag: '@smoke' },
  async ({ staff, review, stack, page }) => {
    const { id, email, why_interested: why } = await aStoredApplication(stack, anApplicant('Okafor'));
    await staff.isSignedInAs();
    await review.open(id);
    await expect(page.getByRole('region', { name: 'Why they are interested' })).toContainText(why);
    await page.getByLabel('Add a note').fill('Knows her students well.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Knows her students well.');
    const mail = await review.mailOf('an approval');
    await expect(mail).toContainText(email);
    const words = mail.getByLabel('Words of the email');
    await expect(words).toHaveValue(/two or three times that work for you for a first call/);
    await words.fill(`${await words.inputValue()}\n\nYour students are lucky.`);
    await review.decision.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await expect(review.decision).toContainText(/Approved by .+, sending in \d+ s/);
    await undoEnds(stack, id);
    const [sent] = await stack.sandbox.mails(email, { subject: DECISION });
    await page.reload();
    await review.stands('Approved');
    await expect(review.decision).toContainText(/Approved by Maria \w+, .*\w{3} \d+, \d{4}/);
    await expect(review.decision.getByRole('button')).toHaveCount(0);
    expect(sent!.text).toContain('Your students are lucky.');
    expect(sent!.text).toContain('two or three times that work for you for a first call');
    expect((await journalOf(stack, id)).events).toEqual(['application.submitted', 'application.approved']);
  },
);

test('A decline shows its email before, can be undone, and is mailed; another decision is then refused', async ({
  staff,
  review,
  stack,
  page,
  outages,
  allow,
}) => {
  allow(refused(409));
  const { id, email } = await aStoredApplication(stack, anApplicant('Okafor'));
  await staff.isSignedInAs();
  // The page would read the decision of a colleague, and take the buttons away before they are pressed.
  await outages.hold('**/api/admin/changes');
  await review.open(id);
  const mail = await review.mailOf('a decline');
  await expect(mail.getByLabel('Words of the email')).toHaveValue(/You are welcome to apply again later\./);
  await review.decide('Decline');
  await expect(review.decision).toContainText('Declined by');
  await expect(review.decision).toBeFocused();
  await review.decision.getByRole('button', { name: 'Undo' }).click();
  await expect(review.decision).toContainText('Day 0 of 5 to 7');
  expect((await page.request.post(`/api/admin/ambassadors/${id}/decline`, { data: {} })).ok()).toBe(true);
  await review.decide('Approve');
  await expect(review.decision).toContainText('Declined by');
  await undoEnds(stack, id);
  await stack.sandbox.mails(email, { subject: DECISION });
  await page.reload();
  await review.stands('Declined');
});

test('An unknown id shows an error', { tag: '@thorough' }, async ({ staff, page, allow }) => {
  allow(refused(404));
  await staff.isSignedInAs();
  await page.goto('/admin/ambassadors/1234567890123');
  await expect(staff.notice('There is no application with this id.')).toBeVisible();
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`The review passes axe on ${screen}`, { tag: '@thorough' }, () => {
    test.use({ viewport });

    test('with both emails open and hostile text', async ({ staff, review, stack, page }) => {
      const given = { firstName: `<img src=x onerror=alert(1)>`, lastName: `W${Date.now()}`.padEnd(100, 'W') };
      const { id } = await aStoredApplication(stack, { given });
      await staff.isSignedInAs();
      await review.openQueue();
      await expect(staff.cell(given.lastName, 'Applicant')).toContainText(`${given.firstName} ${given.lastName}`);
      await review.open(id);
      await review.mailOf('an approval');
      await review.mailOf('a decline');
      await expectAccessible(page, 'decision');
      expect(await horizontalOverflow(page)).toBe(0);
    });
  });
}

test.describe('The keys of the review', () => {
  const ORDER = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];

  /** Applications of one church, the first one the oldest. */
  async function aQueue(stack: Stack, names: string[]) {
    const church = `Queue${aKey().replaceAll('-', '')}`;
    const ids: number[] = [];
    for (const [place, lastName] of names.entries()) {
      const given = { firstName: 'Ruth', lastName, email: anEmail('ruth'), churchName: church };
      const at = await daysAgo(stack, names.length - place);
      ids.push((await aStoredApplication(stack, { given, at })).id);
    }
    const decisions = async () =>
      (await storedApplications(stack, { church })).map(({ last_name, pending_decision, state }) => ({
        last_name,
        state: pending_decision ? `${pending_decision}d` : state,
      }));
    return { church, ids, decisions };
  }

  test.use({ viewport: { width: 1280, height: 800 } });

  test(
    'Six applications are decided in order with seven presses at most',
    { tag: '@smoke' },
    async ({ staff, review, stack, page }) => {
      const { church, decisions } = await aQueue(stack, ORDER);
      await staff.isSignedInAs();
      await review.openQueue(`?q=${church}`);
      await page.getByRole('link', { name: 'Review 6 open' }).click();
      let presses = 0;
      for (const [place, name] of ORDER.entries()) {
        await expect(review.name).toHaveText(`Ruth ${name}`);
        await expect(review.name).toBeFocused();
        await expect(review.bar).toContainText(`${ORDER.length - place} to review`);
        await page.keyboard.press(place % 3 === 2 ? 'd' : 'a');
        presses += 1;
      }
      await expect(page.getByText('No applications match')).toBeVisible();
      expect(presses / ORDER.length).toBeLessThanOrEqual(70 / 58);
      await expect
        .poll(async () => (await decisions()).map(({ state }) => state))
        .toEqual(['approved', 'approved', 'declined', 'approved', 'approved', 'declined']);
    },
  );

  test(
    'The words of the emails can be changed, in which letters are no keys, and return with an undone decision',
    { tag: '@thorough' },
    async ({ staff, review, stack, page }) => {
      const { church, ids, decisions } = await aQueue(stack, ['First', 'Second']);
      await staff.isSignedInAs();
      await review.openFlow(church);
      const shows = async (name: string) => {
        await expect(review.name).toHaveText(`Ruth ${name}`);
        await expect(review.name).toBeFocused();
      };
      await shows('First');
      const words = (await review.mailOf('an approval')).getByLabel('Words of the email');
      const original = await words.inputValue();
      await words.fill('a');
      await page.keyboard.type(' sad zebra?');
      expect((await decisions())[0]).toMatchObject({ state: 'submitted' });
      await review.decide('Approve');
      await shows('Second');
      await expect.poll(async () => (await storedApplication(stack, ids[0]!))['decision_words']).toBe('a sad zebra?');
      await expect(staff.toasts.shown).toContainText('ApprovedRuth First');
      await page.keyboard.press('z');
      await shows('First');
      expect((await decisions())[0]).toMatchObject({ state: 'submitted' });
      await review.mailOf('an approval');
      await expect(words).toHaveValue('a sad zebra?');
      await words.fill(' ');
      await expect(review.decision.getByRole('alert').filter({ hasText: 'Write the email' })).toHaveText(
        'Write the email, or restore its original words.',
      );
      await review.decide('Approve');
      expect((await decisions())[0]).toMatchObject({ state: 'submitted' });
      await page.getByRole('button', { name: 'Restore the original words' }).click();
      await expect(words).toHaveValue(original);
      await expect(words).toBeFocused();
    },
  );

  test(
    'Skipped applications stay open, what a colleague has taken is not offered, and a decision by another is shown',
    { tag: '@thorough' },
    async ({ staff, review, stack, page, outages, allow }) => {
      allow(refused(409));
      const { church, ids, decisions } = await aQueue(stack, ['First', 'Second', 'Third']);
      const maria = await signedIn(stack);
      expect((await maria.post(`admin/queue/application/${ids[2]}/take`, {})).status).toBe(200);
      await staff.isSignedInAs();
      await outages.hold('**/api/admin/changes');
      await review.openFlow(church);
      await expect(review.bar).toContainText('2 to review, 1 taken by colleagues');
      await expect(review.name).toHaveText('Ruth First');
      await page.keyboard.press('s');
      await expect(review.name).toHaveText('Ruth Second');
      await page.goBack();
      await expect(review.name).toHaveText('Ruth First');
      await page.keyboard.press('s');
      await expect(review.name).toHaveText('Ruth Second');
      await page.keyboard.press('s');
      await expect(page.getByRole('link', { name: 'Review 3 open' })).toBeVisible();
      expect((await decisions()).map(({ state }) => state)).toEqual(['submitted', 'submitted', 'submitted']);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toContainText('Application: undo the last decision');
      await page.keyboard.press('Escape');

      await page.getByRole('link', { name: 'Review 3 open' }).click();
      await expect(review.name).toHaveText('Ruth First');
      expect((await maria.post(`admin/ambassadors/${ids[0]}/approve`, {})).status).toBe(200);
      await page.keyboard.press('d');
      await expect(review.decision).toContainText(`Approved by ${maria.name}`);
      await page.keyboard.press('s');
      await expect(review.name).toHaveText('Ruth Second');
      await page.keyboard.press('d');
      await expect(staff.toasts.shown).toContainText('Declined');
      await expect(staff.row('Ruth Third')).toHaveCount(1);
      await staff.toasts.shown.getByRole('button', { name: 'Undo' }).click();
      await expect(review.name).toHaveText('Ruth Second');
      expect((await storedApplication(stack, ids[1]!)).pending_decision).toBeNull();
    },
  );
});
