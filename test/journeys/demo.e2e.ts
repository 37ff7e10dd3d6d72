/** The demo of the product: in the hero of the home page, and whole at /trial-demo. */
import {
  Demo,
  DESKTOP,
  expect,
  expectBestPractices,
  HeroDemo,
  horizontalOverflow,
  Keyboard,
  PHONE,
  ScreenReader,
  SCREENS,
  test,
  Traffic,
} from '../drivers/index.ts';

const KB = 1024;
const HOME_BEFORE_THE_DEMO = 120 * KB;
const DEMO_CODE = 20 * KB;
const REACT = 70 * KB;

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test(
    'the home page loads no script before its demo comes into view, and then the demo and React only',
    { tag: '@smoke' },
    async ({ page, context }) => {
      const traffic = new Traffic(context);
      const hero = new HeroDemo(page);
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      const before = await traffic.weights();
      expect(before['script']).toBeUndefined();
      expect(Object.values(before).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(HOME_BEFORE_THE_DEMO);
      await hero.comesIntoView();
      await hero.step('The alert appears').click();
      await expect(hero.said).toHaveText(/^Alert: Noah has gone quiet/);
      const { react, demo } = await traffic.demoScripts();
      expect(react).toBeLessThan(REACT);
      expect(demo).toBeLessThan(DEMO_CODE);
    },
  );
});

for (const [screen, viewport] of Object.entries({ 'a phone': PHONE, 'a desktop': DESKTOP }))
  test.describe(`On ${screen}, with motion`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test('the hero plays its three beats once, waits for the visitor to act, and moves nothing else', async ({
      page,
    }) => {
      const hero = new HeroDemo(page);
      await hero.watchesLayout();
      await page.goto('/');
      await hero.comesIntoView();
      for (const name of ['A student goes quiet', 'The alert appears', 'You act'])
        await expect(hero.step(name)).toHaveAttribute('aria-current', 'step');
      await expect(hero.play).toHaveAccessibleName('Play');
      await hero.send.click();
      await expect(hero.said).toHaveText('Sent. Marcus has it on his phone.');
      expect(await hero.moved()).toEqual([]);
    });

    test('the hero can be paused', async ({ page }) => {
      const hero = new HeroDemo(page);
      await page.goto('/');
      await hero.comesIntoView();
      await expect(hero.play).toHaveAccessibleName('Pause');
      await hero.play.click();
      await expect(hero.play).toHaveAccessibleName('Play');
    });
  });

test('With reduced motion the hero stands still and its steps are operated by keyboard', async ({ page }) => {
  const hero = new HeroDemo(page);
  const keyboard = new Keyboard(page);
  await page.goto('/');
  await expect(hero.step('You act')).toHaveAttribute('aria-current', 'step');
  for (const [name, says] of [
    ['A student goes quiet', 'Noah has not read for 12 days.'],
    ['The alert appears', /^Alert: Noah has gone quiet/],
    ['You act', 'A note to Marcus Hill is ready to send.'],
  ] as const) {
    await keyboard.reach(hero.step(name));
    await keyboard.press('Enter');
    await expect(hero.step(name)).toHaveAttribute('aria-current', 'step');
    await expect(hero.said).toHaveText(says);
  }
  await keyboard.reach(hero.send);
  await keyboard.press('Enter');
  await expect(hero.said).toHaveText('Sent. Marcus has it on his phone.');
  await expect(hero.note).toBeFocused();
});

test.describe('The whole demo', () => {
  test.use({ viewport: DESKTOP });

  test(
    'by keyboard: reading and reflection, a private request, and a challenge',
    { tag: '@smoke' },
    async ({ page }) => {
      const demo = new Demo(page);
      const keyboard = new Keyboard(page);
      await page.goto('/trial-demo');
      await keyboard.reach(demo.student.getByRole('button', { name: 'Read' }));
      await keyboard.press('Enter');
      await expect(demo.studentPanel).toBeFocused();
      await keyboard.typeInto(demo.student.getByLabel('Where could a little light help tomorrow?'), ' Tomorrow.');
      await keyboard.reach(demo.student.getByRole('button', { name: 'Save reflection' }));
      await keyboard.press('Enter');
      await expect(demo.said).toHaveText('Reflection saved. Day 31.');
      await expect(demo.student).toContainText('31 days this semester');
      await demo.opens(keyboard, 'Challenge');
      await keyboard.reach(demo.student.getByRole('button', { name: 'I did it' }));
      await keyboard.press('Space');
      await expect(demo.student).toContainText('4 of 5 have done it');
      await demo.opens(keyboard, 'Prayer');
      await expect(demo.student).not.toContainText('Lily');
      await keyboard.reach(demo.student.getByRole('button', { name: 'Ask for prayer' }));
      await keyboard.press('Enter');
      await expect(demo.said).toHaveText(/leaders only/);
      await demo.portalTab('Prayer').click();
      await expect(demo.portal.getByRole('listitem').filter({ hasText: 'Emma Carter' })).toContainText(
        'Private. Leaders only',
      );
    },
  );

  test('what a student does is seen in the portal at once, and what a leader does on the phone', async ({ page }) => {
    const demo = new Demo(page);
    await page.goto('/trial-demo');
    const { student, portal } = demo;
    const press = (name: string) => student.getByRole('button', { name }).click();
    const justNow = portal.getByRole('button', { name: /^Just now/ });
    await press('Read');
    await press('Save reflection');
    await expect(justNow).toContainText('Emma read Matthew 5:14-16 and wrote a reflection.');
    await expect(portal).toContainText('35 of 41 students');
    await expect(portal.getByRole('meter', { name: 'Sophomores' })).toHaveAttribute('value', '12');
    await demo.studentTab('Challenge').click();
    await press('I did it');
    await expect(justNow).toContainText('Emma finished the challenge.');
    await expect(portal).toContainText('4 of 5 have done it');
    await expect(portal).toContainText('35 of 41 students');
    await demo.studentTab('Group').click();
    await press('Send');
    await justNow.click();
    await expect(portal.getByRole('tabpanel')).toContainText('Mr. Diaz stayed late');
    await expect(justNow).toHaveCount(0);
    await demo.portalTab('Students').click();
    await portal.getByRole('button', { name: 'See Noah' }).click();
    await portal.getByRole('button', { name: 'Send note' }).click();
    await expect(student).toContainText('I’m saving a seat for every one of you.');
    await demo.studentTab('Prayer').click();
    await press('Ask for prayer');
    await expect(justNow).toContainText('Emma asked her leaders to pray.');
    await expect(demo.portalTab('Prayer')).toHaveAccessibleName(/2 new/);
  });

  test('a prayer request about death shows 988 to the student, and is urgent and private for leaders', async ({
    page,
  }) => {
    const demo = new Demo(page);
    await page.goto('/trial-demo#demo-prayer');
    await demo.student.getByLabel('Private: only my leaders see it').uncheck();
    await demo.student.getByLabel('Ask for prayer').fill('I just want to die.');
    await demo.student.getByRole('button', { name: 'Ask for prayer' }).click();
    await expect(demo.student.getByRole('link', { name: '988' })).toHaveAttribute('href', 'tel:988');
    await expect(demo.said).toContainText('988');
    const request = demo.portal.getByRole('listitem').filter({ hasText: 'Emma Carter' });
    await expect(request).toContainText('Urgent. Call Emma now');
    await expect(request).toContainText('Private. Leaders only');
    await expectBestPractices(page, 'an urgent request');
  });

  test('by keyboard: a message that a student reports is removed in the portal, and the group sees that', async ({
    page,
  }) => {
    const demo = new Demo(page);
    const keyboard = new Keyboard(page);
    const reader = await ScreenReader.on(page);
    await page.goto('/trial-demo');
    await keyboard.reach(demo.student.getByRole('tab', { selected: true }));
    await demo.opens(keyboard, 'Group');
    reader.begin('Reporting');
    await keyboard.presses(demo.student.getByRole('button', { name: 'Report the message of Caleb' }));
    await reader.says(/^Reported/);
    await expect(demo.portalTab('Messages')).toHaveAccessibleName(/1 new/);
    await keyboard.reach(demo.portalTab('Students'));
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await expect(demo.portalTab('Messages')).toHaveAttribute('aria-selected', 'true');
    reader.begin('Removing');
    await keyboard.presses(demo.portal.getByRole('button', { name: 'Remove the message of Caleb' }));
    await reader.says(/^Removed/);
    await expect(demo.student).toContainText('A leader removed this message.');
    await expect(demo.student).not.toContainText('555-0142');
  });

  test('by keyboard: a note about the student who went quiet reaches his group', async ({ page }) => {
    const demo = new Demo(page);
    const keyboard = new Keyboard(page);
    const reader = await ScreenReader.on(page);
    await page.goto('/trial-demo');
    await keyboard.presses(demo.portal.getByRole('button', { name: 'See Noah' }));
    await expect(demo.said).toHaveText('Noah’s last three weeks are open.');
    await keyboard.reach(demo.portal.getByRole('radio', { checked: true }));
    await keyboard.press('ArrowDown');
    await expect(demo.portal.getByRole('radio', { name: 'Sophomores, the group chat' })).toBeChecked();
    await keyboard.reach(demo.portal.getByLabel('Note', { exact: true }));
    await keyboard.press('Control+A');
    await keyboard.type('Tacos on Wednesday.');
    reader.begin('Sending');
    await keyboard.presses(demo.portal.getByRole('button', { name: 'Send note' }));
    await reader.says(/^Sent to Sophomores\.$/);
    await expect(demo.portal).toContainText('You wrote to Sophomores.');
    await demo.studentTab('Group').click();
    await expect(demo.student).toContainText('Tacos on Wednesday.');
  });

  test('by keyboard: sermon notes become the draft of a study, marked as a sample, and reach the group', async ({
    page,
  }) => {
    const demo = new Demo(page);
    const keyboard = new Keyboard(page);
    const reader = await ScreenReader.on(page);
    await page.goto('/trial-demo#demo-study');
    await expect(demo.portal.getByLabel('Your sermon notes')).toHaveValue(/light of the world/);
    await keyboard.presses(demo.portal.getByRole('button', { name: 'Draft a study' }));
    await expect(demo.portal).toContainText('Sample of an AI draft. You edit it');
    await keyboard.reach(demo.portal.getByRole('button', { name: 'Share with Sophomores' }));
    reader.begin('Sharing');
    await keyboard.press('Enter');
    await reader.says(/Sophomores/);
    await demo.studentTab('Group').click();
    await expect(demo.student).toContainText('New study for Wednesday: A lamp in an ordinary house');
  });

  test('a press before its code has loaded is done once it has', async ({ page }) => {
    const demo = new Demo(page);
    const held = await demo.holdsCode();
    await page.goto('/trial-demo', { waitUntil: 'commit' });
    await demo.student.getByRole('button', { name: 'Read' }).click();
    held();
    await expect(demo.said).toHaveText('Today’s reading is open.');
  });
});

test.describe('The whole demo on a phone', () => {
  test.use({ viewport: PHONE });

  test('shows one of the two screens, and a dot when the other has changed', async ({ page }) => {
    const demo = new Demo(page);
    const keyboard = new Keyboard(page);
    await page.goto('/trial-demo');
    await expect(demo.portal).toBeHidden();
    await keyboard.presses(demo.student.getByRole('button', { name: 'Read' }));
    await keyboard.presses(demo.student.getByRole('button', { name: 'Save reflection' }));
    await keyboard.reach(page.getByRole('button', { name: 'Leader changed' }));
    await keyboard.press('Enter');
    await expect(demo.student).toBeHidden();
    await expect(demo.portal).toContainText('Emma read Matthew 5:14-16');
    await expect(page.getByRole('button', { name: 'Leader', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await keyboard.presses(demo.portal.getByRole('button', { name: 'See Noah' }));
    await keyboard.presses(demo.portal.getByRole('button', { name: 'Send note' }));
    await keyboard.reach(page.getByRole('button', { name: 'Student changed' }));
    await keyboard.press('Enter');
    await keyboard.reach(demo.student.getByRole('button', { name: /Marcus wrote to Sophomores/ }));
    await keyboard.press('Enter');
    await expect(demo.student).toContainText('I’m saving a seat for every one of you.');
  });
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test(`Every scene passes axe on ${screen}, fits its window, scrolls with the page and moves no layout`, async ({
    page,
  }) => {
    const demo = new Demo(page);
    await demo.watchesLayout();
    await page.setViewportSize(viewport);
    await page.goto('/trial-demo');
    await demo.comesIntoView();
    for (const scene of ['reading', 'streak', 'challenge', 'prayer', 'group', 'note', 'study', 'draft']) {
      await demo.shows(scene);
      await expectBestPractices(page, `${scene} on ${screen}`);
      expect(await horizontalOverflow(page), scene).toBe(0);
      expect(await demo.smallestText(), scene).toBeGreaterThanOrEqual(12);
      expect(await demo.scrollers(), scene).toEqual([]);
    }
    expect(await demo.moved()).toEqual([]);
  });

test('No scene moves another part of the demo in the stand-in fonts either', async ({ page, withoutFonts }) => {
  const demo = new Demo(page);
  await demo.watchesLayout();
  await withoutFonts();
  await page.setViewportSize(DESKTOP);
  await page.goto('/trial-demo');
  await demo.comesIntoView();
  for (const scene of ['prayer', 'group', 'study', 'alert']) await demo.shows(scene);
  expect(await demo.moved()).toEqual([]);
});

test.describe('Without scripts', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false });

  test('the first picture of both demos is complete, and no control is shown that does nothing', async ({ page }) => {
    await page.goto('/');
    const hero = new HeroDemo(page);
    await expect(hero.region).toContainText('Noah has gone quiet');
    await expect(hero.region).toContainText('Could you save Noah a seat on Wednesday?');
    await expect(hero.region.getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: 'Try the whole demo' }).click();
    const demo = new Demo(page);
    await expect(demo.student).toContainText('Matthew 5:14-16');
    await expect(demo.portal).toContainText('34 of 41 students');
    await expect(page.getByText('The demo needs JavaScript.')).toBeVisible();
    await expect(demo.student.getByRole('button')).toHaveCount(0);
  });
});
