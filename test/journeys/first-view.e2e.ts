/** What a page shows first: with a link and without one, and before its scripts are fetched. */
import type { Page } from '@playwright/test';
import { expect, test } from '../drivers/index.ts';

/** Behind the links of mails: the heading with a link, and the first words of the text without one. */
const LINKED = {
  '/plan/email': ['Confirm your new email', 'It may be old, or the correction was taken back.'],
  '/plan/keep-email': ['Keep your email?', 'It may be old, or the correction was taken back.'],
  '/plan/not-mine': ['Is the account not yours?', 'It may be over 30 days old or incomplete.'],
  '/plan/confirm-receipts': ['Get the receipts?', 'It may be over 7 days old, or the member has changed the address.'],
  '/plan/stop-receipts': ['Stop receipts', 'Use the link in the latest email you received'],
  '/plan/phone': ['Confirm your new phone', 'It may be old, or the correction was taken back.'],
  '/newsletter/confirm': ['Confirm your subscription', 'It may be old or incomplete.'],
  '/newsletter/unsubscribe': ['Unsubscribe', 'Use the link in the latest issue you received'],
  '/reminders/stop': ['Stop reminders', 'Use the link in the latest email you received'],
} as const;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('The page behind the link of an email says what to do, with a link and without', async ({ page }) => {
  for (const [path, [title, remedy]] of Object.entries(LINKED)) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText('This link no longer works');
    await expect(page.getByRole('main')).toContainText(remedy, { useInnerText: true });
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await page.goto(`${path}?token=some`);
    await expect(heading(page), path).toHaveText(title);
    await expect(page.getByRole('main')).not.toContainText(remedy, { useInnerText: true });
  }
});

test('A return from a payment says before it has scripts that it opens the trial, or what its address lacks', async ({
  page,
}) => {
  // They are late, and never come.
  await page.route('**/assets/*.js', () => {});
  for (const [path, query, missing] of [
    ['/trial/success', 'session_id=cs_test_some', 'Missing session information'],
    ['/trial-checkout-success', 'trial_id=7', 'Missing trial information'],
  ] as const) {
    await page.goto(`${path}?${query}`, { waitUntil: 'domcontentloaded' });
    await expect(heading(page)).toHaveText('Activating your trial…');
    await expect(page.getByRole('main')).not.toContainText(missing, { useInnerText: true });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(heading(page)).toHaveText('Something Went Wrong');
    await expect(page.getByRole('main')).toContainText(missing, { useInnerText: true });
    await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
  }
});

test('A phone shows the end of the trial, the dashboard and all next steps of a new member at once', async ({
  page,
  pastor,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await (await pastor.viaApi.provesPhone()).agreesAndSavesCard();
  await pastor.opensLink();
  await pastor.isWelcomed();
  const main = page.getByRole('main');
  for (const text of [/It runs until/, 'Go to my dashboard', 'Add trial end to calendar', 'Explore the resources'])
    await expect(main.getByText(text).first()).toBeInViewport({ ratio: 1 });
});

test('A return without a session hydrates after the saved sign-up has been named on its button', async ({
  page,
  pastor,
}) => {
  await pastor.viaApi.signsUp();
  await pastor.isKnown();
  await page.context().addCookies([{ name: 'signup', value: '1', url: pastor.stack.url }]);
  const named = page.getByText(/^Continue/).first();
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await expect(named).toBeAttached();
    await route.continue();
  });
  await page.goto('/trial/success');
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
  await expect(heading(page)).toBeFocused();
});

for (const path of process.env['THOROUGH'] ? ['/plan', '/search', '/trial/success'] : ['/plan'])
  test(`${path} is painted before its scripts are fetched`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    const { painted, fetched } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      fetched: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }));
    expect(fetched.length).toBeGreaterThan(3);
    expect(Math.min(...fetched)).toBeGreaterThanOrEqual(painted);
  });
