/** The hand that uses the demo: it finds what a storyboard names, presses, types and scrolls, in the film's own time. */
import { ease, PICTURE, type Screen } from './view.ts';
import type { Step } from './storyboard.ts';
import type { Page, Locator } from '@playwright/test';

/** A press: the pointer appears, travels, presses and goes. Seconds from its step. */
const TRAVEL = 0.9;
const RING = 0.5;
const LEAVE = 1.1;
/** Pixels above an element that the app scrolls to. */
const ABOVE = 10;
const ROLES = /^(button|tab|radio|checkbox|textbox):(.+)$/;

export class Hand {
  readonly page: Page;
  pressing:
    | { at: number; target: Locator; end: { x: number; y: number }; done: boolean; clear: Locator | undefined }
    | undefined;

  constructor(page: Page) {
    this.page = page;
  }

  /** @param what `role:name`, or a selector */
  find(on: Screen, what: string) {
    const screen = this.page.locator(`.full-demo > section${on === 'student' ? ':first-of-type' : ':last-of-type'}`);
    const [, role, name] = ROLES.exec(what) ?? [];
    return role && name
      ? screen.getByRole(role as 'button', { name: new RegExp(`^${name}`) }).first()
      : screen.locator(what).first();
  }

  async boxOf(target: Locator) {
    const box = await target.boundingBox({ timeout: 3000 });
    if (!box) throw new Error(`${target} is not on the stage: check the step before.`);
    return box;
  }

  press(at: number, { on, what, clear }: NonNullable<Step['press']>) {
    const target = this.find(on, what);
    this.pressing = { at, target, end: { x: 0, y: 0 }, done: false, clear: clear ? this.find(on, clear) : undefined };
  }

  async pointerAt(seconds: number) {
    const none = { x: 0, y: 0, opacity: 0, ring: 0 };
    if (!this.pressing) return none;
    const { at, target, clear } = this.pressing;
    const since = seconds - at;
    if (since > TRAVEL + LEAVE) return none;
    if (!this.pressing.done) {
      const box = await this.boxOf(target);
      this.pressing.end = { x: box.x + Math.min(box.width / 2, 90), y: box.y + box.height / 2 };
    }
    const { end } = this.pressing;
    if (!this.pressing.done && since >= TRAVEL) {
      this.pressing.done = true;
      if (end.y > PICTURE.height || end.y < 0) throw new Error(`At ${at} s, ${target} is outside the picture.`);
      await this.page.mouse.click(end.x, end.y);
      await this.page.mouse.move(0, 0);
      await clear?.fill('');
      await clear?.blur();
      await this.settle();
    }
    const way = ease(Math.min(1, since / TRAVEL));
    return {
      x: end.x + 150 * (1 - way),
      y: end.y + 110 * (1 - way),
      opacity: Math.min(1, since / 0.3, (TRAVEL + LEAVE - since) / 0.3),
      ring: Math.min(1, Math.max(0, (since - TRAVEL) / RING)),
    };
  }

  typing(at: number, { on, into, text, seconds: length }: NonNullable<Step['type']>) {
    const field = this.find(on, into);
    let written = -1;
    return async (seconds: number) => {
      const count = Math.min(text.length, Math.floor(((seconds - at) / length) * text.length));
      if (count !== written) await field.fill(text.slice(0, (written = count)));
      if (count === text.length) await field.blur();
      return count < text.length;
    };
  }

  /** The student app scrolls to an element, or to its top. */
  async scrolling(at: number, to: string | undefined, length: number) {
    const panel = this.find('student', '.demo-panel');
    const end = to
      ? await this.find('student', to).evaluate((element, above) => {
          const panel = element.closest('.demo-panel') as HTMLElement;
          const [inner, outer] = [element.getBoundingClientRect(), panel.getBoundingClientRect()];
          return Math.max(0, panel.scrollTop + (inner.top - outer.top) / (outer.width / panel.offsetWidth) - above);
        }, ABOVE)
      : 0;
    const start = await panel.evaluate((element) => element.scrollTop);
    return async (seconds: number) => {
      const way = length ? Math.min(1, (seconds - at) / length) : 1;
      await panel.evaluate((element, top) => (element.scrollTop = top), start + (end - start) * ease(way));
      return way < 1;
    };
  }

  /** Waits until new pictures are drawn. */
  async settle() {
    await this.page.evaluate(async () => {
      const images = [...document.querySelectorAll('img')];
      for (const image of images) image.loading = 'eager';
      await Promise.all(images.map((image) => image.decode().catch(() => {})));
    });
  }
}
