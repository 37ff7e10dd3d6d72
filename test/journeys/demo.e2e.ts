/** The demo of the product: in the hero of the home page, and whole at /trial-demo. */
import {
  Demo,
  DESKTOP,
  expect,
  expectBestPractices,
  horizontalOverflow,
  Keyboard,
  PHONE,
  ScreenReader,
  SCREENS,
  test,
  Traffic,
  WeekDemo,
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
      const week = new WeekDemo(page);
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      const before = await traffic.weights();
      expect(before['script']).toBeUndefined();
      expect(Object.values(before).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(HOME_BEFORE_THE_DEMO);
      await week.comesIntoView();
      await week.day('Monday').click();
      await expect(week.said).toHaveText(/^Monday. .*Noah’s lamps go out/);
      const { react, demo } = await traffic.demoScripts();
      expect(react).toBeLessThan(REACT);
      expect(demo).toBeLessThan(DEMO_CODE);
    },
  );
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test.describe(`On ${screen}, with motion`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test('the hero plays the week until Tuesday, can be paused, waits for the visitor, and moves nothing else', async ({
      page,
    }) => {
      const week = new WeekDemo(page);
      await week.watchesLayout();
      await week.holdsTime();
      await page.goto('/');
      await week.comesIntoView();
      await expect(week.play).toHaveAccessibleName('Pause');
      await week.play.click();
      await expect(week.play).toHaveAccessibleName('Play the week');
      await week.play.click();
      for (const name of ['Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday']) {
        await week.dayPasses();
        await expect(week.day(name)).toHaveAttribute('aria-current', 'step');
      }
      await expect(week.play).toHaveAccessibleName('Play the week');
      await week.send.click();
      await expect(week.region).toContainText('Wednesday. A chair is filled.');
      await expect(week.region.getByText('Thanks for asking.')).toBeVisible();
      expect(await week.moved()).toEqual([]);
    });
  });

test('With reduced motion the hero stands still and its days are operated by keyboard', async ({ page }) => {
  const week = new WeekDemo(page);
  const keyboard = new Keyboard(page);
  await page.goto('/');
  await expect(week.day('Tuesday')).toHaveAttribute('aria-current', 'step');
  for (const [day, shows] of [
    ['Thursday', 'Read and reflected'],
    ['Friday', 'Thank someone who never gets thanked'],
    ['Saturday', 'Private. Leaders only'],
    ['Sunday', 'Sample of an AI draft. You edit it'],
    ['Monday', 'This week'],
    ['Tuesday', 'Noah has gone quiet'],
  ] as const) {
    await keyboard.presses(week.day(day));
    await expect(week.day(day)).toHaveAttribute('aria-current', 'step');
    await expect(week.said).toHaveText(new RegExp(`^${day}. `));
    await expect(week.region.getByText(shows, { exact: true })).toBeVisible();
  }
  await keyboard.presses(week.send);
  await expect(week.said).toHaveText('Sent to Marcus Hill. Wednesday. A chair is filled.');
  await expect(week.caption('A chair is filled.')).toBeFocused();
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test(`Each step of the home page’s story leads to its place in the live demo below it, on ${screen}`, async ({
    page,
  }) => {
    const demo = new Demo(page);
    await page.setViewportSize(viewport);
    await page.goto('/');
    for (const [link, side, shows] of [
      ['Open today’s reading', demo.student, 'You are the light of the world.'],
      ['Take the challenge', demo.student, 'Thanked the lunch ladies by name'],
      ['Draft a study', demo.portal, 'Your sermon notes'],
      ['See who has gone quiet', demo.portal, 'Noah has gone quiet'],
    ] as const) {
      await page.getByRole('link', { name: link }).click();
      await expect(side.getByText(shows).first()).toBeInViewport();
    }
  });

test(
  'A link to a place of the demo opens it in a browser that is slow to tell what is in view',
  { tag: '@thorough' },
  async ({ page }) => {
    const demo = new Demo(page);
    await demo.seesLate();
    await page.goto('/');
    await expect(page.locator('html[data-seen=late]')).toBeAttached();
    await page.getByRole('link', { name: 'Open today’s reading' }).click();
    await expect(demo.student.getByText('You are the light of the world.')).toBeInViewport();
  },
);

test('The home page is at most 10,000 px long on a phone and 6,200 on a desktop', async ({ page }) => {
  await page.goto('/');
  for (const [viewport, longest] of [
    [PHONE, 10_000],
    [DESKTOP, 6200],
  ] as const) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(longest);
  }
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

  test(
    'what a student does is seen in the portal at once, and what a leader does on the phone',
    { tag: '@thorough' },
    async ({ page }) => {
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
    },
  );

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

  test(
    'by keyboard: a note about the student who went quiet reaches his group',
    { tag: '@thorough' },
    async ({ page }) => {
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
    },
  );

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

  test('a press while its code takes over is done once', async ({ page }) => {
    const demo = new Demo(page);
    await demo.isPressedAtTakeover('Read');
    await page.goto('/trial-demo');
    await expect(demo.said).toHaveText('Today’s reading is open.');
    await demo.student.getByRole('button', { name: 'Save reflection' }).click();
    await expect(demo.said).toHaveText(/saved/i);
  });
});

test.describe('The whole demo on a phone', () => {
  test.use({ viewport: PHONE });

  test('shows one of the two screens, and a dot when the other has changed', async ({ page }) => {
    const demo = new Demo(page);
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    await page.goto('/trial-demo');
    await expect(demo.portal).toBeHidden();
    await press('Read');
    await press('Save reflection');
    await press('Leader changed');
    await expect(demo.student).toBeHidden();
    await expect(demo.portal).toContainText('Emma read Matthew 5:14-16');
    await expect(page.getByRole('button', { name: 'Leader', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await press('See Noah');
    await press('Send note');
    await press('Student changed');
    await press(/Marcus wrote to Sophomores/);
    await expect(demo.student).toContainText('I’m saving a seat for every one of you.');
  });
});

for (const [screen, viewport] of Object.entries(SCREENS))
  test(`Every scene fits its window on ${screen}, scrolls with the page and moves no layout, and passes axe`, async ({
    page,
  }) => {
    const demo = new Demo(page);
    await demo.watchesLayout();
    await page.setViewportSize(viewport);
    await page.goto('/trial-demo');
    await demo.comesIntoView();
    for (const scene of ['reading', 'streak', 'challenge', 'prayer', 'group', 'note', 'study', 'draft']) {
      await demo.shows(scene);
      if (process.env['THOROUGH'] || scene === 'draft') await expectBestPractices(page, `${scene} on ${screen}`);
      expect(await horizontalOverflow(page), scene).toBe(0);
      expect(await demo.smallestText(), scene).toBeGreaterThanOrEqual(12);
      expect(await demo.scrollers(), scene).toEqual([]);
    }
    expect(await demo.moved()).toEqual([]);
  });

test(
  'No scene moves another part of the demo in the stand-in fonts either',
  { tag: '@thorough' },
  async ({ page, withoutFonts }) => {
    const demo = new Demo(page);
    await demo.watchesLayout();
    await withoutFonts();
    await page.setViewportSize(DESKTOP);
    await page.goto('/trial-demo');
    await demo.comesIntoView();
    for (const scene of ['prayer', 'group', 'study', 'alert']) await demo.shows(scene);
    expect(await demo.moved()).toEqual([]);
  },
);

test.describe('Without scripts', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false });

  test('the first picture of both demos is complete, and no control is shown that does nothing', async ({ page }) => {
    await page.goto('/');
    const week = new WeekDemo(page);
    await expect(week.region).toContainText('Noah has gone quiet');
    await expect(week.region).toContainText('Could you save Noah a seat on Wednesday?');
    await expect(week.region.getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: 'Try the whole demo' }).click();
    const demo = new Demo(page);
    await expect(demo.student).toContainText('Matthew 5:14-16');
    await expect(demo.portal).toContainText('34 of 41 students');
    await expect(page.getByText('The demo needs JavaScript.')).toBeVisible();
    await expect(demo.student.getByRole('button')).toHaveCount(0);
  });
});
