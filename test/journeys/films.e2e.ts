/** The films of /trial-demo and /gettingstarted, with and without scripts. */
import { type Locator, type Page } from '@playwright/test';
import { DESKTOP, expect, expectBestPractices, PHONE, test } from '../drivers/index.ts';

/** One in the gate, which all are made like. */
const PAGES = {
  '/gettingstarted': ['Walkthrough'],
  ...(process.env['THOROUGH'] && { '/trial-demo': ['The student app', 'The pastor portal'] }),
};

const playerIn = (page: Page, title: string) => {
  const frame = page.getByTitle(`Video: ${title}`).contentFrame();
  return { play: frame.getByRole('link', { name: `Play video: ${title}` }), film: frame.locator('video') };
};

/** A film is decoded without a graphics card, and begins once enough of it is: on a busy machine that takes a while. */
const BUSY = { timeout: 60_000 };

/** Whether the film plays, and which cut. */
const stateOf = (film: Locator) =>
  film.evaluate((video: HTMLVideoElement) => ({
    isPlaying: !video.paused && video.currentTime > 0,
    stands: video.videoHeight > video.videoWidth,
  }));

/** Switches the captions on, as the menu of the player does. */
const captionsOf = (film: Locator) =>
  film.evaluate(({ textTracks: [track] }: HTMLVideoElement) => {
    const wasOff = track!.mode === 'disabled';
    track!.mode = 'showing';
    return { wasOff, shown: [...(track!.activeCues ?? [])].map((cue) => (cue as VTTCue).text) };
  });

for (const [path, titles] of Object.entries(PAGES))
  for (const title of titles)
    test.describe(`The film "${title}"`, () => {
      test.use({ viewport: DESKTOP });

      test('is loaded when it is played by keyboard, and not before, has captions to switch on, and arrow keys seek', async ({
        page,
        stack,
      }) => {
        const requested: string[] = [];
        page.on('request', (request) => requested.push(request.url()));
        await page.goto(path, { waitUntil: 'networkidle' });
        const { play, film } = playerIn(page, title);
        await play.scrollIntoViewIfNeeded();
        await expect(play).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(requested.filter((url) => !url.startsWith(stack.url) || /\.(mp4|vtt)$|\/films\//.test(url))).toEqual([]);

        await play.focus();
        await page.keyboard.press('Enter');
        await expect.poll(() => stateOf(film), BUSY).toEqual({ isPlaying: true, stands: false });
        await page.keyboard.press('Tab');
        await expect(film).toBeFocused();
        const at = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
        const before = await at();
        await page.keyboard.press('ArrowRight');
        await expect.poll(at).toBeGreaterThan(before + 4);
        await page.keyboard.press('Space');
        await expect.poll(() => stateOf(film)).toMatchObject({ isPlaying: false });
        expect((await captionsOf(film)).wasOff).toBe(true);
        await expect.poll(async () => (await captionsOf(film)).shown).toEqual([expect.any(String)]);
        const { shown } = await captionsOf(film);
        await page.getByText(`Transcript: ${title}`).click();
        await expect(page.locator('details[open]')).toContainText(shown[0]!);
        expect(requested.filter((url) => !url.startsWith(stack.url))).toEqual([]);
      });
    });

test.describe('While it plays', () => {
  test.use({ viewport: PHONE });

  for (const [path, titles] of Object.entries(PAGES))
    test(
      `the film of ${path} and its page pass axe with best practices in both schemes`,
      { tag: '@thorough' },
      async ({ page }) => {
        await page.goto(path);
        for (const title of titles) {
          const { play, film } = playerIn(page, title);
          await play.click();
          await expect.poll(() => stateOf(film), BUSY).toEqual({ isPlaying: true, stands: true });
          await page.getByText(`Transcript: ${title}`).click();
        }
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectBestPractices(page, `${path}, ${colorScheme}`);
        }
      },
    );
});

test.describe('Without scripts', () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false });

  for (const [path, titles] of Object.entries(PAGES))
    test(`${path} plays its films, in the page and in a tab of their own`, async ({ page }) => {
      await page.goto(path);
      for (const title of titles) {
        const { play, film } = playerIn(page, title);
        await play.press('Enter');
        await expect(film).toHaveJSProperty('readyState', 4);
        await expect(page.getByRole('link', { name: new RegExp(`^Watch in a new tab ?: ${title}$`) })).toHaveAttribute(
          'href',
          /^\/films\//,
        );
      }
    });
});
