/** What every public page has, and what needs a script or a newer feature of the browser. */
import { aSubscriber } from '../builders/index.ts';
import {
  expect,
  HoverCard,
  Keyboard,
  linkIn,
  LinkPage,
  NewsletterBox,
  PHONE,
  SearchScreen,
  SiteFrame,
} from '../drivers/index.ts';
import { test } from './engines.ts';

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test('The drawer opens, and closes by Escape, by its button, by a press outside and by a link into the page', async ({
    page,
  }) => {
    const frame = new SiteFrame(page);
    await page.goto('/');
    // WebKit gives the focus to no button that is only clicked, so that none has it afterwards.
    await frame.menuButton.press('Enter');
    await expect(frame.drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(frame.drawer).toBeHidden();
    await expect(frame.menuButton).toBeFocused();
    await frame.openMenu();
    await frame.drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(frame.drawer).toBeHidden();
    await frame.openMenu();
    await page.mouse.click(10, 300);
    await expect(frame.drawer).toBeHidden();
    await frame.openMenu();
    await frame.drawer.getByRole('link', { name: 'Features' }).click();
    await expect(frame.drawer).toBeHidden();
    await expect(page).toHaveURL(/#features$/);
  });
});

test(
  'The card of a founder opens by pointer and by keyboard, inside the window',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/');
    for (const name of ['Maya Torres', 'Daniel Brooks']) {
      const founder = new HoverCard(page, name);
      for (const edge of ['top', 'bottom'] as const) {
        await founder.lieAt(edge);
        await founder.photo.hover();
        await expect(founder.card).toBeVisible();
        expect(await founder.outOfWindow(), `${name} at the ${edge}`).toBe(0);
        await page.mouse.move(5, 5);
        await expect(founder.card).toBeHidden();
      }
    }
    const founder = new HoverCard(page, 'Daniel Brooks');
    await new Keyboard(page).reach(founder.photo);
    await expect(founder.card).toBeVisible();
    expect(await founder.outOfWindow(), 'by keyboard').toBe(0);
    await page.keyboard.press('Escape');
    await expect(founder.card).toBeHidden();
  },
);

test('A film plays in the page', async ({ page }) => {
  await page.goto('/gettingstarted');
  const frame = page.getByTitle('Video: Walkthrough').contentFrame();
  await frame.getByRole('link', { name: 'Play video: Walkthrough' }).press('Enter');
  await expect(frame.locator('video')).toHaveJSProperty('paused', false);
  await expect
    .poll(() => frame.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);
});

test('The search finds pages while typing', async ({ page }) => {
  const search = new SearchScreen(page);
  await search.opens();
  await search.type('small groups');
  await search.finds('/blog/small-group-culture');
  await search.addressSays('small groups');
  await page.goto('/search?q=privacy');
  await expect(search.results.first()).toHaveText('Privacy Policy');
});

test('A reader subscribes to the newsletter and confirms it by mail', async ({ page, stack }) => {
  const reader = await aSubscriber(stack);
  const box = new NewsletterBox(page);
  await box.opens();
  await box.subscribes(reader.email);
  await box.accepts();
  const [mail] = await stack.sandbox.mails(reader.email, { subject: /^Please confirm/ });
  const link = new LinkPage(page);
  await link.follow(linkIn(mail, 'confirm'));
  await link.press();
  await link.says('You are on the list', 'Until the first issue arrives, the blog has articles');
});

test('Every section of the home page can be read without scrolling to it', async ({ page }) => {
  const frame = new SiteFrame(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => frame.sectionsToCome()).toBe(0);
});

test('The contents list of an article marks the chapter that is read', async ({ page }) => {
  await page.goto('/blog/small-group-culture#a-45-minute-run-sheet');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const weightOf = (name: string) =>
    contents.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).fontWeight);
  await expect.poll(() => weightOf('A 45-minute run sheet')).toBe('600');
  expect(await weightOf('One last thing')).toBe('400');
});

test('The link to the present page is underlined in the color of the lamp', async ({ page }) => {
  await page.goto('/pricing');
  const link = new SiteFrame(page).bar.getByRole('link', { name: 'Pricing' });
  const lines = await link.evaluate((each) => {
    const { textDecorationLine, textDecorationThickness } = getComputedStyle(each);
    return [textDecorationLine, textDecorationThickness];
  });
  expect(lines).toEqual(['underline', '3px']);
});

test('The heading of a group of fields is inside its card', async ({ page }) => {
  await page.goto('/ambassador-application');
  const group = page.locator('fieldset').first();
  await expect(group).toBeVisible();
  const above = await group.evaluate((card) => {
    const [inside, outside] = [card.querySelector('legend')!, card].map((each) => each.getBoundingClientRect().top);
    return inside! - outside!;
  });
  expect(above).toBeGreaterThan(15);
});
