import {
  aKey,
  anEmail,
  aStaffMember,
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

test('The queue lists open applications, and a search finds decided ones', async ({ staff, review, stack, page }) => {
  const [waiting, answered] = ['Waiting', 'Answered'].map((name) => `${name}${Date.now()}`) as [string, string];
  await aStoredApplication(stack, anApplicant(waiting));
  await aStoredApplication(stack, { ...anApplicant(answered), state: 'approved' });
  await staff.isSignedInAs();
  await review.openQueue();
  await expect(staff.cell(waiting, 'State')).toHaveText('Submitted');
  await expect(staff.cell(waiting, 'Answer')).toContainText('Day 0 of 5 to 7');
  await expect(staff.cell(waiting, 'Answer')).toContainText(/due by \w{3}, \w{3} \d+/);
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
  await aStoredApplication(stack, { ...anApplicant(lastName), at: await daysAgo(stack, 21) });
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

    test('in a decision, with hostile text', async ({ staff, review, stack, page }) => {
      const given = { firstName: `<img src=x onerror=alert(1)>`, lastName: `W${Date.now()}`.padEnd(100, 'W') };
      const { id } = await aStoredApplication(stack, { state: 'inReview', given });
      await staff.isSignedInAs();
      await review.openQueue();
      await expect(staff.cell(given.lastName, 'Applicant')).toContainText(`${given.firstName} ${given.lastName}`);
      await review.open(id);
      await review.ask('Decline');
      await expectAccessible(page, 'decision');
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
        state: pending_decision ?? state,
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
        await expect(page.getByRole('heading', { name: `Ruth ${name}` })).toBeFocused();
        await expect(review.dialog.getByRole('status')).toContainText(`${ORDER.length - place} open`);
        await page.keyboard.press(place % 3 === 2 ? 'd' : 'a');
        presses += 1;
      }
      await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
      expect(presses / ORDER.length).toBeLessThanOrEqual(70 / 58);
      await expect
        .poll(async () => (await decisions()).map(({ state }) => state))
        .toEqual(['approve', 'approve', 'decline', 'approve', 'approve', 'decline']);
    },
  );

  test('An application fits the screen, and the words of its mail can be changed, in which letters are no keys', async ({
    staff,
    review,
    stack,
    page,
  }) => {
    const { church, ids, decisions } = await aQueue(stack, ['First', 'Second']);
    await staff.isSignedInAs();
    await review.openFlow(church);
    await expect(page.getByRole('heading', { name: 'Ruth First' })).toBeFocused();
    const approval = page.getByRole('region', { name: 'Mail: Approved' });
    const words = approval.getByLabel('Words of the mail');
    await expect(words).toHaveValue(/two or three times that work for you for a first call/);
    const refusal = page.getByRole('region', { name: 'Mail: Declined' });
    await expect(refusal.getByLabel('Words of the mail')).toHaveValue(/apply again later/);
    expect(await page.locator('.review, .review *').evaluateAll(hidden)).toEqual([]);
    await expectAccessible(page, 'review');
    const original = await words.inputValue();
    await words.fill('a');
    await page.keyboard.type(' sad zebra?');
    expect((await decisions())[0]).toMatchObject({ state: 'submitted' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(page.getByRole('heading', { name: 'Ruth Second' })).toBeFocused();
    await expect.poll(async () => (await storedApplication(stack, ids[0]!))['decision_words']).toBe('a sad zebra?');
    await page.keyboard.press('z');
    await expect(page.getByRole('heading', { name: 'Ruth First' })).toBeFocused();
    await expect(words).toHaveValue('a sad zebra?');
    await words.fill(' ');
    await expect(approval.getByRole('alert')).toHaveText('Write the mail, or restore its original words.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    expect((await decisions())[0]).toMatchObject({ state: 'inReview' });
    await approval.getByRole('button', { name: 'Restore the original words' }).click();
    await expect(words).toHaveValue(original);
    await expect(words).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`/admin/ambassadors\\?q=${church}$`));
  });

  test('A decision is undone with Z, a skipped application returns, and ? lists the keys', async ({
    staff,
    review,
    stack,
    page,
  }) => {
    const { church, decisions } = await aQueue(stack, ['First', 'Second']);
    await staff.isSignedInAs();
    await review.openFlow(church);
    const shows = (name: string) => expect(page.getByRole('heading', { name })).toBeFocused();
    await shows('Ruth First');
    await page.keyboard.press('?');
    await expect(page.getByLabel('Keys', { exact: true })).toContainText('Undo the last decision');
    await page.keyboard.press('d');
    await expect(page.getByRole('list', { name: 'Decisions' })).toContainText(/Declined Ruth First\s*sending in \d+ s/);
    await page.keyboard.press('z');
    await shows('Ruth First');
    await expect(page.getByRole('list', { name: 'Decisions' })).toContainText('Undone: Ruth First');
    expect((await decisions())[0]).toMatchObject({ state: 'inReview' });
    await page.keyboard.press('s');
    await shows('Ruth Second');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Review the 2 skipped' }).click();
    await expect(page.getByRole('heading', { name: 'Ruth First' })).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test('What a colleague has taken is not offered; after Esc the list offers to undo the last decision', async ({
    staff,
    review,
    stack,
    page,
  }) => {
    const lastName = `Taken${Date.now()}`;
    const [taken, free] = [
      await aStoredApplication(stack, anApplicant(lastName)),
      await aStoredApplication(stack, anApplicant(lastName)),
    ];
    const colleague = await signedIn(stack, 'support');
    expect((await colleague.post(`admin/queue/application/${taken.id}/take`, {})).status).toBe(200);
    await staff.isSignedInAs();
    await review.openFlow(lastName);
    await expect(review.dialog).toContainText('1 open, 1 taken by colleagues');
    await expect(review.dialog).toContainText(free.email);
    await expect(review.dialog.getByRole('definition').filter({ hasText: 'Nobody' })).toBeVisible();
    await page.keyboard.press('d');
    await expect(review.dialog).toContainText('All done');
    await page.keyboard.press('Escape');
    await expect(staff.toasts.shown).toContainText('Declined');
    await expect(staff.row(lastName)).toHaveCount(1);
    await staff.toasts.shown.getByRole('button', { name: 'Undo' }).click();
    await expect(staff.row(lastName)).toHaveCount(2);
    expect((await storedApplication(stack, free.id)).pending_decision).toBeNull();
  });

  test('A decision by another reviewer is shown, and the next application opens', async ({
    staff,
    review,
    stack,
    page,
    allow,
    browser,
  }) => {
    allow(refused(409));
    const { church, ids } = await aQueue(stack, ['First', 'Second']);
    const maria = await aStaffMember(stack);
    const other = await browser.newContext();
    await staff.isSignedInAs();
    await review.openFlow(church);
    await expect(page.getByRole('heading', { name: 'Ruth First' })).toBeFocused();
    const origin = new URL(page.url()).origin;
    await other.request.post(`${origin}/api/admin/login`, { data: { email: maria.email, password: maria.password } });
    await other.request.post(`${origin}/api/admin/ambassadors/${ids[0]}/approve`, { data: {} });
    await other.close();
    await page.keyboard.press('d');
    await expect(page.getByRole('list', { name: 'Decisions' })).toContainText(`approved by ${maria.email}`);
    await expect(page.getByRole('heading', { name: 'Ruth Second' })).toBeFocused();
  });

  /** Elements that show less than their content. */
  const hidden = (elements: Element[]) =>
    elements
      .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === 'auto')
      .map(({ className, scrollHeight, clientHeight }) => `${className}: ${scrollHeight} in ${clientHeight}`);
});
