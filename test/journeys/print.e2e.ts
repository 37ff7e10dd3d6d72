/** What a printer gets: the text as wide as the paper, numbers to call, what is folded, and no furniture of the screen. */
import type { Page } from '@playwright/test';
import { aMember, aStoredSubscription, aTrial } from '../builders/index.ts';
import { expect, planLink, PlanScreen, test } from '../drivers/index.ts';

/** The width of a letter without its margins. */
const PAPER = { width: 680, height: 900 };

test.use({ viewport: PAPER });

const printed = async (page: Page, path: string) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto(path);
};

test('A printed page has its text only, as wide as the paper, and keeps together what belongs together', async ({
  page,
}) => {
  await printed(page, '/blog');
  for (const card of await page.locator('main li:has(article)').all())
    await expect(card).toHaveCSS('break-inside', 'avoid');
  await expect(page.locator('.newsletter')).toBeHidden();
  for (const path of ['/blog/post-camp-fire', '/help/consent-form', '/terms-of-service']) {
    await page.goto(path);
    const { width } = (await page.locator('.prose').boundingBox())!;
    expect(width, path).toBe(PAPER.width);
    for (const furniture of [
      '.site-header',
      '.site-footer',
      '.newsletter',
      '[data-unsearched]',
      '.contents',
      '.neighbours',
    ])
      for (const each of await page.locator(furniture).all())
        await expect(each, `${furniture} of ${path}`).toBeHidden();
    for (const heading of await page.locator('main :is(h1, h2, h3):visible').all())
      await expect(heading, path).toHaveCSS('break-after', 'avoid');
    for (const sheet of await page.locator('.sheet-text').all()) await expect(sheet).toHaveCSS('break-inside', 'avoid');
  }
});

test('Answers of the FAQ are as wide as the paper, and a heading is in no grid that could part it from its list', async ({
  page,
}) => {
  await printed(page, '/faq');
  expect((await page.locator('.faq p').first().boundingBox())!.width).toBe(PAPER.width);
  await page.goto('/blog');
  expect((await page.locator('.page').boundingBox())!.width).toBe(PAPER.width);
  await expect(page.getByRole('list', { name: 'New' })).toHaveCSS('display', 'block');
});

test('The printed crisis page has every number that its buttons call', async ({ page }) => {
  await printed(page, '/crisis');
  for (const name of ['Call 911', 'Call 988', 'Text 988', 'Chat with 988', 'Call Childhelp', 'Call NCMEC'])
    await expect(page.getByRole('link', { name })).toBeVisible();
});

test('The printed plan has its facts and no text about buttons', async ({ page, stack }) => {
  const plan = new PlanScreen(page);
  await page.emulateMedia({ media: 'print' });
  await plan.follow(await planLink(stack, (await aMember(stack)).email));
  await expect(plan.part('Your card')).toContainText('Visa •••• 4242');
  await expect(plan.part('Cancel')).toBeHidden();
  for (const text of ['secure page of our payment provider', 'to a second one, too'])
    await expect(plan.main.getByText(text)).toBeHidden();
});

test('The printed page of a member has no addresses of Stripe, no buttons and nothing folded', async ({
  page,
  staff,
  stack,
}) => {
  const { id } = await aTrial(stack, { state: 'success', columns: { stripe_customer_id: 'cus_printed' } });
  await aStoredSubscription(stack, { id, state: 'active', at: '2026-03-02T18:00:00Z' });
  await staff.isSignedInAs();
  await printed(page, `/trials/${id}`);
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  for (const text of [/^Copy/, 'Technical', /^All actions/, 'Privacy'])
    for (const each of await page.locator('#content').getByText(text).all()) await expect(each).toBeHidden();
  for (const link of await page.locator('#content a[href^=http]').all())
    expect(await link.evaluate((each) => getComputedStyle(each, '::after').content)).toBe('none');
  await expect(page.getByText('The page behind the link in their emails')).toBeVisible();
});

test('The printed page of the films has their transcripts', async ({ page }) => {
  await printed(page, '/trial-demo');
  for (const transcript of await page.locator('.video details').all())
    await expect(transcript.locator('li').last()).toBeVisible();
});
