/** The review of all open applications over the whole screen, by keys. */
import { aKey, anEmail, aStaffMember, aStoredApplication } from '../builders/index.ts';
import { expect, expectAccessible, horizontalOverflow, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

const ORDER = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'];

/** Applications of one church, the first one the oldest. */
async function aQueue(stack: Stack, names: string[]) {
  const church = `Queue${aKey().replaceAll('-', '')}`;
  const ids: number[] = [];
  for (const [place, lastName] of names.entries()) {
    const given = { firstName: 'Ruth', lastName, email: anEmail('ruth'), churchName: church };
    const { id } = await aStoredApplication(stack, { given });
    await stack.query(
      `UPDATE ambassador_applications SET created_at = created_at - make_interval(days => $2) WHERE id = $1`,
      [id, names.length - place],
    );
    ids.push(id);
  }
  const decisions = () =>
    stack.query(
      `SELECT last_name, coalesce(pending_decision, state) AS state FROM ambassador_applications WHERE church_name = $1 ORDER BY created_at`,
      [church],
    );
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
  await expect
    .poll(
      async () =>
        (await stack.query('SELECT decision_words AS words FROM ambassador_applications WHERE id = $1', [ids[0]]))[0]
          .words,
    )
    .toBe('a sad zebra?');
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
