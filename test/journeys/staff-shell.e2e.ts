/** The frame of the back office: its search and its keys. */
import { aStoredApplication, aStoredReader, aStoredRequest, aTrial, manyTrials } from '../builders/index.ts';
import { DESKTOP, expect, expectAccessible, horizontalOverflow, PHONE, refused, test } from '../drivers/index.ts';
import type { Health } from '@lampstand/contracts/back-office';
import type { Page } from '@playwright/test';
import type { Stack } from '../support/index.ts';

const ROWS = 50;

async function aFullBackOffice(stack: Stack, lastName: string): Promise<void> {
  await manyTrials(stack, ROWS, { state: 'billingInformation' });
  for (let id = 1; process.env['THOROUGH'] && id <= 14; id += 1) {
    await aStoredApplication(stack, { given: { lastName } });
    await aStoredRequest(stack, { id: Date.now() + id, lastName });
    await aStoredReader(stack, { id: Date.now() + id, email: `reader.${Date.now()}.${id}@church.example` });
  }
}

const boxesOf = (page: Page) =>
  page.locator('.table tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return { top, bottom };
    }),
  );

/** The times of the list as they are at noon, when they need most room. */
const atTheWidestTime = (page: Page) =>
  page.locator('.table time').evaluateAll((times) => {
    for (const time of times) time.textContent = time.textContent.replace(/\b\d{1,2}:\d\d [AP]M/, '12:59 PM');
  });

const ALL_IS_WELL: Health = {
  codesSent: 9,
  codesVerified: 9,
  webhookLagSeconds: 1,
  oldestUnopened: null,
  deadJobs: 0,
};

/** In the gate the first one. Lists that begin with the oldest row are filtered to the rows of this test. */
const LISTS = ['/admin', '/trials', '/admin/ambassadors?q=', '/admin/trial-requests?q=', '/admin/newsletter'];

test('Each list shows 12 rows from 200 px on, beside a rail that fits; two skips lead to it, and the footer of the site is folded', async ({
  staff,
  outages,
  page,
  stack,
}) => {
  // Others' sign-ups would be findings above the list.
  await outages.answer('admin/health', 200, ALL_IS_WELL, 0);
  const lastName = `Okafor${Date.now() % 100_000}`;
  await aFullBackOffice(stack, lastName);
  const { name } = await staff.isSignedInAs();
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of process.env['THOROUGH'] ? LISTS : LISTS.slice(0, 1)) {
    await page.goto(path.endsWith('=') ? path + lastName : path);
    await expect(staff.rows().nth(11), path).toBeVisible();
    // Rows are higher until the font has come.
    const whole = async () => {
      await atTheWidestTime(page);
      return (await boxesOf(page)).filter(({ bottom }) => bottom <= 800).length;
    };
    await expect.poll(whole, path).toBeGreaterThanOrEqual(12);
    expect((await boxesOf(page))[0]!.top, path).toBeLessThanOrEqual(200);
    expect(await horizontalOverflow(page), path).toBe(0);
  }
  const account = page.getByRole('link', { name });
  expect((await account.boundingBox())!.height, 'the name is not cut off').toBeGreaterThanOrEqual(18);
  await expect(staff.logOut).toBeInViewport({ ratio: 1 });

  await page.goto('/admin');
  await expect(staff.rows()).not.toHaveCount(0);
  for (const key of ['Tab', 'Enter', 'Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
  await expect(page.locator('.shell-page :focus')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await page.getByText('Links of the site').click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('On a phone, the first sign-up is on the first screen, and a menu has all pages and the account', async ({
  staff,
  page,
  stack,
  allow,
}) => {
  // The page may still be loading its lists while the session ends.
  allow(refused(401));
  await page.setViewportSize(PHONE);
  await manyTrials(stack, ROWS, { state: 'billingInformation' });
  await staff.isSignedInAs();
  await page.goto('/admin');
  await expect(staff.rows()).toHaveCount(ROWS);
  const boxes = await boxesOf(page);
  expect(boxes[0]!.bottom).toBeLessThanOrEqual(PHONE.height);
  expect(boxes.at(-1)!.bottom, 'The height of 50 sign-ups').toBeLessThanOrEqual(6000);
  expect(await horizontalOverflow(page)).toBe(0);

  await expect(staff.places).toBeHidden();
  await staff.menu.click();
  for (const link of await staff.places.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'menu');
  await staff.places.getByRole('link', { name: 'Newsletter' }).click();
  await expect(staff.heading('Newsletter Subscribers')).toBeVisible();
  await expect(staff.places).toBeHidden();
  await staff.menu.click();
  await staff.logOut.click();
  await expect(staff.heading('Admin Login')).toBeVisible();
});

test('By keyboard, J, K and Enter go through a list, ? lists the keys, and the search opens pages and people', async ({
  staff,
  signups,
  inspector,
  outages,
  page,
  stack,
}) => {
  await page.setViewportSize(DESKTOP);
  const lastName = `Shell${Date.now()}`;
  for (const firstName of ['Anna', 'Boaz']) await aTrial(stack, { pastor: { firstName, lastName } });
  await staff.isSignedInAs('support');
  await page.goto('/admin');
  await signups.search.pressSequentially('j/?k');
  await expect(signups.search).toHaveValue('j/?k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/admin?q=${lastName}`);
  const name = (at: number) => staff.rows().nth(at).getByRole('link');
  await expect(name(1)).toBeVisible();
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(name(at)).toBeFocused();
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next row');
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(name(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/trials\/\d+$/);
  await expect(inspector.name).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('rep');
  await expect(page.getByRole('list', { name: 'Pages' }).getByRole('link')).toHaveText(['Reports']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('amba');
  await expect(page.getByRole('status').filter({ hasText: 'No people found.' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(staff.heading('Ambassador Applications')).toBeVisible();

  // Pressed before the search has answered, Enter opens what it then finds.
  const release = await outages.hold('**/api/admin/search*');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`Boaz ${lastName}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Searching' })).toBeVisible();
  release();
  await expect(inspector.name).toHaveText(`Boaz ${lastName}`);
});

test('The next page of a list begins at its top, and Back from a person returns to the row', async ({
  staff,
  inspector,
  page,
  stack,
}) => {
  await manyTrials(stack, 2 * ROWS);
  await staff.isSignedInAs();
  await page.goto('/admin?q=Lee');
  await expect(staff.rows()).toHaveCount(ROWS);
  const scrolled = () => page.evaluate(() => scrollY);
  const turn = page.getByRole('button', { name: 'Next' });
  await turn.scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(1000);
  await turn.click();
  await expect(page.getByText(`${ROWS + 1} to ${2 * ROWS}`)).toBeVisible();
  // The rows of the page before stay until those of this page have come.
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy');
  expect(await scrolled()).toBe(0);

  const name = staff.rows().nth(40).getByRole('link');
  await name.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(500);
  const id = (await name.getAttribute('href'))!;
  await name.click();
  await expect(inspector.name).toBeVisible();
  await expect(staff.places.locator('[aria-current]')).toHaveCount(0);
  await page.goBack();
  await expect(page.locator(`a[href="${id}"]`)).toBeFocused();
  expect(await scrolled()).toBe(before);
});
