import type { Page } from '@playwright/test';
import { expect, isFine, PHONE, test } from '../drivers/index.ts';

test.use({ viewport: PHONE });

const HEADING = 'This page could not be shown';
/** The browser's own lines about an error in a page's script. */
const COMPLAINTS = [
  /^error: .*(TypeError|RangeError)/s,
  /^error: .*React Router caught/s,
  /^uncaught: (Type|Range)Error/,
];

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' });

/** The words and the ways on stand there; nothing of the error does. */
async function saysSo(page: Page, home: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('body')).not.toContainText(/Error|undefined|null|\.js|\bat \w/);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'support@lampstand.example' })).toBeVisible();
  await expect(main.getByRole('link', { name: home })).toBeVisible();
  await isFine(page, HEADING);
}

test('A page of the back office that cannot be shown says so below its links, and is read again', async ({
  desk,
  outages,
  page,
  allow,
}) => {
  allow(...COMPLAINTS);
  await desk.isSignedInAs();
  await outages.answer('admin/trial-signups?*', 200, { rows: [null], total: 1 });
  await page.goto('/admin');
  await saysSo(page, 'Go to the dashboard');
  await desk.places.getByRole('link', { name: 'Newsletter' }).click();
  await expect(desk.heading('Newsletter Subscribers')).toBeVisible();

  await outages.answer('admin/trial-signups?*', 200, { rows: [null], total: 1 });
  await page.goto('/admin');
  await retry(page).click();
  await expect(desk.heading('Trial Signup Dashboard')).toBeVisible();
  await expect(page.getByRole('heading', { name: HEADING })).toHaveCount(0);
});

test('The first step of the sign-up that cannot be shown says so, and is shown at the next try', async ({
  pastor,
  outages,
  page,
  allow,
}) => {
  allow(...COMPLAINTS);
  await outages.answer('config', 200, { now: new Date().toISOString(), today: 7 });
  await page.goto('/trial');
  await saysSo(page, 'Return to Homepage');
  await retry(page).click();
  await pastor.registration.isShown();
});

test('A later step of the sign-up that cannot be shown says so, and goes on where it stood', async ({
  pastor,
  outages,
  page,
  allow,
}) => {
  allow(...COMPLAINTS);
  await pastor.elsewhere.signsUp();
  const { body } = await pastor.elsewhere.load();
  await outages.answer(`trial-signup/${pastor.elsewhere.id}*`, 200, {
    ...body,
    trialSignup: { ...body.trialSignup, phone: 7 },
  });
  await pastor.opensLink();
  await saysSo(page, 'Return to Homepage');
  await retry(page).click();
  await pastor.phone.isShown();
});

test('What fails outside the frame of a page is told in the same words', async ({ page, allow }) => {
  allow(...COMPLAINTS);
  const withoutText = { path: '/nowhere', title: 'Small groups', keywords: '', headings: '', description: '' };
  await page.route('**/search.json', (route) => route.fulfill({ json: [withoutText] }));
  await page.goto('/search?q=small+groups');
  await saysSo(page, 'Return to Homepage');
  await page.unroute('**/search.json');
  await retry(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
});
