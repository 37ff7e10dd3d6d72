/** Plays a storyboard on the demo, frame by frame in the film's own time, so that every recording is the same. */
import type { Browser, Page } from '@playwright/test';
import path from 'node:path';
import { root } from '../../local/setup.ts';
import { renderedAt } from '../../rendered-site.ts';
import { Hand } from './hand.ts';
import { addStage, type Camera, draw, type View } from './stage.ts';
import type { Step, Storyboard } from './storyboard.ts';
import { cameraFor, ease, fadeAt, fadeOf, moved, type Place, type Screen, screenOf, SIZE } from './view.ts';

type Words = { title: string; lines: readonly string[] };

const FADE = 0.5;
const MOVE = 1.3;
/** After it, the screen before has faded out. */
const OTHER_SCREEN = 0.3;

class Player {
  readonly page: Page;
  readonly hand: Hand;
  readonly steps: Step[];
  drawn = '';
  /** words: when they changed */
  card: { at: number; shown: boolean; words: number; now: Words; before: Words | undefined } = {
    at: -FADE,
    shown: false,
    words: -FADE,
    now: { title: '', lines: [] },
    before: undefined,
  };
  heading = { at: -1, now: '', before: '' };
  place: Place = 'beside';
  screen: { at: number; now: Screen; before: Screen | undefined } = { at: -10, now: 'student', before: undefined };
  look = { at: -10, seconds: 1, from: { left: 0, top: 0, zoom: 1 }, to: { left: 0, top: 0, zoom: 1 } };
  /** Typing and scrolling; each is called until it answers false. */
  running: ((seconds: number) => Promise<boolean>)[] = [];

  /** @param page on which the demo is open */
  constructor(page: Page, board: Storyboard) {
    this.page = page;
    this.hand = new Hand(page);
    this.steps = [...board.steps];
  }

  async prepare() {
    await this.page.evaluate(addStage);
    await this.page.evaluate(() => document.fonts.ready);
  }

  /** Draws the film's picture of this second; true if it may differ from the one before. */
  async drawAt(seconds: number) {
    let changed = false;
    while (this.steps[0] && this.steps[0].at <= seconds + 1e-6) {
      await this.begin(this.steps.shift() as Step);
      changed = true;
    }
    await this.page.evaluate(draw, this.still(seconds));
    for (const run of this.running) {
      changed = true;
      if (!(await run(seconds))) this.running = this.running.filter((each) => each !== run);
    }
    const view = { ...this.still(seconds), pointer: await this.hand.pointerAt(seconds) };
    const moving = await this.page.evaluate(draw, view);
    const drawn = JSON.stringify({ ...view, seconds: 0 });
    const isNew = changed || moving || drawn !== this.drawn;
    this.drawn = drawn;
    return isNew;
  }

  still(seconds: number): View {
    const { at, shown, words, now, before } = this.card;
    const way = ease(Math.min(1, Math.max(0, (seconds - at) / FADE)));
    const text = fadeAt({ at: words, now, before }, seconds);
    const camera = this.cameraAt(seconds);
    const screen = fadeAt(this.screen, seconds);
    return {
      seconds,
      camera,
      widths: { student: screenOf('student', this.place).width, portal: screenOf('portal', this.place).width },
      screen: { on: screen.shown, opacity: screen.opacity },
      fade: fadeOf(camera, screenOf(screen.shown, this.place).height),
      heading: { ...this.headingAt(seconds), place: this.place },
      card: { ...text.shown, words: text.opacity, opacity: shown ? way : 1 - way },
      pointer: { x: 0, y: 0, opacity: 0, ring: 0 },
    };
  }

  headingAt(seconds: number) {
    const { shown, opacity } = fadeAt(this.heading, seconds);
    const changes = Boolean(this.heading.now && this.heading.before);
    return { text: shown, opacity, strip: changes ? 1 : opacity };
  }

  async begin({ at, ...step }: Step) {
    if (step.card) {
      const { shown, now } = this.card;
      // The first card is there at once, a later one fades in, one that follows another changes its words.
      const start = at === 0 ? -FADE : at;
      this.card = {
        at: shown ? this.card.at : start,
        shown: true,
        words: shown ? at : -FADE,
        now: step.card,
        before: shown ? now : undefined,
      };
    }
    if (step.uncover) this.card = { ...this.card, at, shown: false };
    if (step.scene) await this.open(step.scene);
    if (step.heading !== undefined) this.heading = { at, now: step.heading, before: this.heading.now };
    if (step.look) await this.turn(at, step.look);
    if (step.press) this.hand.press(at, step.press);
    if (step.type) this.running.push(this.hand.typing(at, step.type));
  }

  async open(scene: string) {
    await this.page.evaluate((hash) => (location.hash = hash), `demo-${scene}`);
    await this.page.locator(`.full-demo[data-scene=${scene}]`).waitFor({ state: 'attached' });
    await this.hand.settle();
  }

  cameraAt(seconds: number) {
    return moved(this.look.from, this.look.to, (seconds - this.look.at) / this.look.seconds);
  }

  async turn(at: number, { on, to, until, place = this.place }: NonNullable<Step['look']>) {
    const from = this.cameraAt(at);
    const before = this.screen.now;
    // Under a card the camera jumps; to the other screen it jumps while none is seen.
    const hidden = this.card.shown || at === 0;
    const other = on !== before && !hidden;
    if (on !== before) this.screen = hidden ? { at: -10, now: on, before: undefined } : { at, now: on, before };
    this.place = place;
    await this.page.evaluate(draw, this.still(at));
    const part = to && (on === 'student' ? { top: 0 } : await this.partOf(to, until, from));
    const target = cameraFor({ on, part: part || undefined, place });
    const seconds = hidden || other ? 0.001 : MOVE;
    this.look = { at: other ? at + OTHER_SCREEN : at, seconds, from: hidden ? target : from, to: target };
    if (on === 'student') this.running.push(await this.hand.scrolling(at, to, hidden ? 0 : MOVE));
  }

  /** Where an element of the portal begins, and where it or another one ends. */
  async partOf(first: string, last: string | undefined, { top, zoom }: Camera) {
    const { y } = await this.hand.boxOf(this.hand.find('portal', first));
    const end = last ? await this.hand.boxOf(this.hand.find('portal', last)) : undefined;
    return { top: (y - top) / zoom, bottom: end ? (end.y + end.height - top) / zoom : undefined };
  }
}

const ORIGIN = 'http://films.test';
const site = path.join(root, 'apps/web/build/client');

/**
 * The built demo in a page of the film's size, with a player of the storyboard. The page is rendered and the files are read from
 * the build: no server runs.
 */
export async function openDemo(browser: Browser, board: Storyboard) {
  const context = await browser.newContext({ viewport: SIZE, bypassCSP: true });
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (path.extname(pathname)) return route.fulfill({ path: path.join(site, pathname) });
    // The page does without fonts that come late; a film waits for them.
    const body = (await renderedAt(pathname)).replaceAll('font-display:optional', 'font-display:block');
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/trial-demo#demo-streak`);
  await page.locator('[data-island=full]').scrollIntoViewIfNeeded();
  // A scene that is not the first picture: the demo's code runs.
  await page.locator('.full-demo[data-scene=streak]').waitFor();
  await page.addStyleTag({ path: path.join(import.meta.dirname, 'stage.css') });
  const player = new Player(page, board);
  await player.prepare();
  const session = await context.newCDPSession(page);
  const picture = async () => {
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return Buffer.from(data, 'base64');
  };
  return { page, player, picture, close: () => context.close() };
}
