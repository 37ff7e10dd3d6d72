/** The built pages have every style that their sheets give them, also what scripts add and what the server fills in. */
import type { Page } from '@playwright/test';
import { Demo, DESKTOP, expect, WeekDemo, lostStyles, PHONE, refused, test } from '../drivers/index.ts';
import { sheetsOf } from '../site/built-page.ts';
import { NOWHERE, PATHS } from '../site/pages.ts';

const sheets = (path: string) => sheetsOf(path).map(({ css }) => css);
/** Of the fields and notices of any form. */
const formSheets = sheetsOf('/trial-request')
  .filter(({ address }) => /\/(field|notice)-[^/]+$/.test(address))
  .map(({ css }) => css);
const body = (page: Page) => page.locator('body');

for (const [screen, viewport, from] of [
  ['a phone', PHONE, 'last'],
  ['a desktop', DESKTOP, 'first'],
] as const)
  test.describe(`On ${screen}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test(
      'every control of the demo on / is pressed, and nothing lacks a style',
      { tag: '@thorough' },
      async ({ page }) => {
        const week = new WeekDemo(page);
        const pressed: string[] = [];
        for (const order of ['first', 'last'] as const) {
          await page.goto('/');
          await week.comesIntoView();
          const names = await week.pressesEverything(order, async (control) => {
            expect(await lostStyles(week.island, sheets('/')), control).toEqual([]);
          });
          pressed.push(...names);
        }
        const some = ['Thu', 'Mon', 'Tue', 'Wed'].map((day) => expect.stringMatching(new RegExp(`^${day} `)));
        expect(pressed).toEqual(expect.arrayContaining([...some, 'Send note', 'Play the week', 'Pause']));
      },
    );

    test(
      'every control of /trial-demo is pressed, and nothing lacks a style',
      { tag: '@thorough' },
      async ({ page }) => {
        test.slow();
        const demo = new Demo(page);
        const pressed: string[] = [];
        await page.goto('/trial-demo');
        await demo.comesIntoView();
        // A phone shows one side at a time.
        for (const scene of ['start', 'alert']) {
          await demo.shows(scene);
          const names = await demo.pressesEverything(from, async (control) => {
            expect(await lostStyles(demo.island, sheets('/trial-demo')), control).toEqual([]);
          });
          pressed.push(...names);
        }
        const some = [
          'Read',
          'Save reflection',
          'I did it',
          'Ask for prayer',
          'Send',
          'See Noah',
          'Note',
          'Draft a study',
        ];
        expect(pressed).toEqual(expect.arrayContaining(some));
      },
    );
  });

test('Every page has all its styles', async ({ page, allow }) => {
  test.slow();
  allow(refused(404));
  for (const path of process.env['THOROUGH'] ? [...PATHS, NOWHERE] : ['/', '/trial', '/blog/small-group-culture']) {
    await page.goto(path);
    expect(await lostStyles(body(page), sheets(path)), path).toEqual([]);
  }
});

test.describe('Without scripts', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false });

  test('fields and notices have sheets of their own', () => expect(formSheets).toHaveLength(2));

  for (const path of ['/pricing', '/newsletter', '/trial', '/trial/code', '/ambassador-application', '/trial-request'])
    test(
      `the errors that the server writes into ${path} have their styles`,
      { tag: path === '/trial-request' ? [] : '@thorough' },
      async ({ page, pastor, allow }) => {
        allow(refused(400), refused(404));
        if (path === '/trial/code') await pastor.viaApi.signsUp();
        await page.goto(path === '/trial/code' ? `${path}?trialId=${pastor.viaApi.id}` : path);
        const form = page.locator('#content form').first();
        await form.evaluate((each: HTMLFormElement) => (each.noValidate = true));
        await form.locator('button:not([type=button]):visible').last().click();
        await expect(page.locator('[role=group][tabindex], [data-error]:not(:empty)').first()).toBeVisible();
        expect(await lostStyles(body(page), sheets(path))).toEqual([]);
        for (const added of await page.locator('[role=group][tabindex], [data-error]:not(:empty)').all())
          expect(await lostStyles(added, [...sheets(path), ...formSheets])).toEqual([]);
      },
    );

  test('the answers that the server writes into /newsletter and /pricing have their styles', async ({ page }) => {
    await page.goto('/newsletter');
    await page.getByLabel('Email').fill(`styles.${Date.now()}@example.org`);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Check your inbox')).toBeVisible();
    expect(await lostStyles(body(page), sheets('/newsletter'))).toEqual([]);
    expect(await lostStyles(page.locator('[data-tone]'), [...sheets('/newsletter'), ...formSheets])).toEqual([]);
    await page.goto('/pricing?people=45');
    expect(await lostStyles(body(page), sheets('/pricing'))).toEqual([]);
  });
});
