import { DESK, expect, HoverCard, isWellMade, PHONE, refused, SCREENS, SiteFrame, test } from '../drivers/index.ts';
import { NOWHERE, ofEachKind, PATHS } from '../site/pages.ts';

for (const path of ofEachKind([...PATHS, NOWHERE]))
  test(`no barrier is found on ${path}`, async ({ page, allow }) => {
    if (path === NOWHERE) allow(refused(404));
    await page.goto(path);
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      await isWellMade(page, `${path} on ${screen}`);
    }
  });

test('no barrier is found in the open drawer', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await new SiteFrame(page).openMenu();
  await isWellMade(page, 'drawer');
});

test('no barrier is found with the card of a founder open', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const founder = new HoverCard(page, 'Daniel Brooks');
  await founder.lieAt('top');
  await founder.photo.hover();
  await expect(founder.card).toBeVisible();
  await isWellMade(page, 'hover card');
});

test('no barrier is found with the chapters of an article unfolded', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/blog/teen-mental-health');
  await page.getByText('On this page').first().click();
  await isWellMade(page, 'chapters');
});
