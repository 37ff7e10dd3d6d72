import { readFile } from 'node:fs/promises';
import { aKey, aTrial, changeTrial } from '../builders/index.ts';
import { expect, horizontalOverflow, refused, test } from '../drivers/index.ts';
import type { Stack } from '../support/index.ts';

const LIST = '**/api/incomplete-trials/json?*';
const EXPORT = '**/api/incomplete-trials/export*';

/** Two sign-ups of a new church, with a verified phone and without a card. */
async function aChurch(stack: Stack) {
  const church = `Church ${aKey()}`;
  const person = (firstName: string, message: string, day: string) =>
    aTrial(stack, {
      state: 'billingInformation',
      pastor: { firstName, lastName: 'Reed', churchName: church, churchCity: 'Tulsa', churchState: 'OK', message },
      columns: { created_at: `${day}T18:00:00Z` },
    });
  const ruth = await person('Ruth', 'Please call after six.\nThank you!', '2026-03-02');
  const naomi = await person('Naomi', '', '2026-03-05');
  return { church, ruth, naomi };
}

test(
  'Each row has what support needs to help, and the search finds it',
  { tag: '@smoke' },
  async ({ staff, signups, outages, page }) => {
    await staff.isSignedInAs();
    const { church, ruth } = await aChurch(staff.stack);
    for (const state of ['phoneVerification', 'success', 'cancelled'] as const)
      await aTrial(staff.stack, { state, pastor: { churchName: church } });
    const release = await outages.hold(LIST);
    await page.goto(`/trials?q=${church}`);
    await expect(staff.heading('Incomplete Trial Signups')).toBeVisible();
    await expect(page.getByText('Loading trial signups...')).toBeVisible();
    await expect(signups.export).toBeDisabled();
    release();

    const who = 'completed phone verification but entered no credit card information';
    await expect(page.getByText(`2 incomplete signups: ${who}. Dates in Central Time`)).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name & Status',
      'Contact',
      'Church & Position',
      'Message',
      'Signup Date',
    ]);
    await expect(staff.rows()).toHaveText([/^Naomi Reed/, /^Ruth Reed/]);
    const row = staff.row('Ruth Reed');
    await row.getByRole('button', { name: 'Show all' }).click();
    for (const text of ['Phone Verified', 'No Credit Card', 'Tulsa, OK', 'attendees', 'Please call after six.'])
      await expect(row).toContainText(text);
    await expect(row).toContainText('Mar 2, 2026, 12:00 PM');
    const mail = row.getByRole('link').filter({ hasText: ruth['email'] });
    await expect(mail).toHaveAttribute('href', `mailto:${ruth['email']}`);
    await expect(row.getByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ })).toHaveAttribute(
      'href',
      `tel:+1${ruth['phone']}`,
    );
    await expect(row.getByRole('link', { name: 'Ruth Reed' })).toHaveAttribute('href', `/trials/${ruth.id}`);
    await expect(staff.cell('Naomi Reed', 'Message')).toHaveText('No message');

    const { email, phone } = ruth as unknown as { email: string; phone: string };
    for (const text of [email, `(${phone.slice(0, 3)}) ${phone.slice(3)}`, `ruth ${church.slice(7)}`]) {
      await signups.search.fill(text);
      await expect(staff.rows()).toHaveText([/^Ruth Reed/]);
    }
    await signups.search.fill(`nobody ${aKey()}`);
    await expect(page.getByText('No sign-ups match')).toBeVisible();
    await signups.clear.click();
    await expect(signups.search).toHaveValue('');
  },
);

test('Support sees masked people, and rows that are copied are columns of a sheet, without the texts of buttons', async ({
  staff,
  page,
}) => {
  await staff.isSignedInAs('support');
  const { church } = await aChurch(staff.stack);
  await page.goto(`/trials?q=${church}`);
  await expect(staff.rows()).toHaveCount(2);
  await expect(staff.cell('Ruth Reed', 'Contact')).toContainText('•••');
  await expect(staff.row('Ruth Reed').getByRole('link')).toHaveCount(1);
  const copied = await page.locator('tbody').evaluate((body) => {
    getSelection()!.selectAllChildren(body);
    const copy = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
    body.dispatchEvent(copy);
    return copy.clipboardData!.getData('text/plain');
  });
  const [naomi, ruth, ...others] = copied.split('\n').map((line) => line.split('\t'));
  expect(others).toEqual([]);
  expect([naomi?.length, ruth?.[0]]).toEqual([5, 'Ruth Reed Phone Verified No Credit Card']);
  expect(naomi?.[2]).toBe(`${church}, 100-250 attendees Tulsa, OK · Youth Pastor`);
  expect(naomi?.[4]).toBe('Mar 5, 2026, 12:00 PM');
});

test('An empty list, a failed one and a failed export say so', async ({ staff, signups, outages, page, allow }) => {
  allow(refused(500), /net::ERR_FAILED/);
  await staff.isSignedInAs();
  await outages.answer('incomplete-trials/json?*', 200, []);
  await page.goto('/trials');
  await expect(page.getByText('No incomplete trial signups found')).toBeVisible();
  await expect(signups.export).toBeDisabled();
  await outages.answer('incomplete-trials/json?*', 500, { error: 'Not now.' });
  await page.reload();
  await expect(page.getByText('Error loading trial signups. Please try again.')).toBeVisible();
  await aChurch(staff.stack);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Error loading trial signups. Please try again.')).toBeHidden();
  await outages.cutOff(EXPORT);
  await signups.export.click();
  await staff.toasts.warns('Export Failed', 'Unable to export data');
  await expect(staff.notice('Export Failed')).toBeVisible();
});

test('Staff mark a sign-up as contacted, and filter the list and its file by contacted', async ({
  staff,
  signups,
  page,
}) => {
  const { church } = await aChurch(staff.stack);
  await staff.isSignedInAs();
  await page.goto(`/trials?q=${church}`);
  const exports = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), signups.export.click()]);
    expect(file.suggestedFilename()).toBe('incomplete-trial-signups.csv');
    return readFile(await file.path(), 'utf8');
  };
  await expect(signups.export).toHaveAccessibleName('Export CSV, 2 rows');
  const all = await exports();
  await staff.toasts.says('Export Complete', 'CSV file has been downloaded');
  expect(all).toMatch(/^\uFEFFName,Status,Email,Phone,Church,City,State,Position,Church Size,Message,Signup Date/);
  expect(all).toContain('"Please call after six.\nThank you!"');

  await page.getByRole('button', { name: 'Mark contacted Ruth Reed' }).click();
  await expect(staff.row('Ruth Reed')).toContainText(/Contacted \w{3} \d/);
  await expect(staff.row('Naomi Reed')).not.toContainText('Contacted ');
  await page.reload();
  await expect(staff.row('Ruth Reed')).toContainText(/Contacted \w{3} \d/);
  await page.locator('summary').filter({ hasText: 'Filter' }).click();
  await page.getByLabel('Contacted').selectOption('No');
  await expect(staff.row('Ruth Reed')).toHaveCount(0);
  await expect(staff.row('Naomi Reed')).toHaveCount(1);
  await page.keyboard.press('Escape');
  const some = await exports();
  expect(some).toContain('Naomi Reed');
  expect(some).not.toContain('Ruth Reed');
  await page.getByRole('button', { name: /^Contacted: No/ }).click();
  await expect(staff.row('Ruth Reed')).toHaveCount(1);
});

test('A long message is shortened and can be expanded', { tag: '@thorough' }, async ({ staff, page }) => {
  await staff.isSignedInAs();
  const church = `Church ${aKey()}`;
  const message = `${'Please call. '.repeat(60)}The end.`;
  await aTrial(staff.stack, { state: 'billingInformation', pastor: { churchName: church, message } });
  await page.goto(`/trials?q=${church}`);
  const height = async () => (await staff.rows().first().boundingBox())?.height ?? 0;
  const short = await height();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  expect(await height()).toBeGreaterThan(short);
  const text = (await page.getByText(message).boundingBox())!;
  expect(text.width).toBeGreaterThan(text.height);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  expect((await page.getByText(message).boundingBox())!.width).toBeGreaterThan(100);
});

test('The list is cached for half a minute', { tag: '@thorough' }, async ({ staff, page }) => {
  await staff.isSignedInAs();
  const { church, ruth } = await aChurch(staff.stack);
  await page.clock.setFixedTime('2026-03-02T12:00:00Z');
  await page.goto(`/trials?q=${church}`);
  await expect(staff.row('Ruth Reed')).toBeVisible();
  await changeTrial(staff.stack, ruth.id, { pastor: { lastName: 'Reid' } });
  const leaveAndReturn = async () => {
    await staff.places.getByRole('link', { name: 'Audit' }).click();
    await expect(staff.heading('Audit')).toBeVisible();
    await page.goBack();
  };
  await page.clock.setFixedTime('2026-03-02T12:00:29Z');
  await leaveAndReturn();
  await expect(staff.row('Ruth Reed')).toBeVisible();
  await page.clock.setFixedTime('2026-03-02T12:00:31Z');
  await leaveAndReturn();
  await expect(staff.row('Ruth Reid')).toBeVisible();
});

test('Hostile input is shown as text', async ({ staff, page }) => {
  await staff.isSignedInAs();
  const church = `Church ${aKey()}`;
  await aTrial(staff.stack, {
    state: 'billingInformation',
    pastor: {
      firstName: '<img src=x onerror=alert(1)>',
      lastName: '\u202Etxt.exe',
      churchName: `${church} <script>alert(2)</script>`,
      churchCity: '=HYPERLINK("https://evil.example")',
      message: '🙏'.repeat(500),
    },
  });
  page.on('dialog', () => expect('a dialog').toBe('none'));
  for (const path of ['/trials', '/admin']) {
    await page.goto(`${path}?q=${church}`);
    const row = staff.rows().first();
    await expect(row).toContainText('<img src=x onerror=alert(1)>');
    await expect(row).toContainText('<script>alert(2)</script>');
    await expect(row.locator('img, script')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
