/** The demo of the product. */
import { expect, type Page } from '@playwright/test';
import type { Keyboard } from './accessibility.ts';

const ENTRY = '/demo.js';

/** What both demos have in common: an element that hydrates when it is seen. */
abstract class Island {
  constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  get island() {
    return this.page.locator(`[data-island=${this.name}]`);
  }

  get said() {
    return this.island.getByRole('status');
  }

  async comesIntoView(): Promise<void> {
    const loaded = this.page.waitForFunction(
      (entry) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(entry)),
      ENTRY,
    );
    await this.island.scrollIntoViewIfNeeded();
    await loaded;
  }

  /**
   * Presses each control of the shown screens once, and calls `then` after each: the fields of a panel, its buttons from the first or from the last, then the
   * tabs of others. The names of what was pressed, without the counts in them.
   */
  async pressesEverything(from: 'first' | 'last', then: (control: string) => Promise<void>): Promise<string[]> {
    const controls = this.island.locator('button:not(.demo-switch *), input, textarea, select, summary');
    const pressed: string[] = [];
    for (;;) {
      const shown = await controls.evaluateAll((all) =>
        all.map((each) => ({
          name: (each.ariaLabel ?? (each as HTMLInputElement).labels?.[0]?.textContent ?? each.textContent ?? '')
            .replaceAll(/[\d]+( new)?/g, '')
            .trim(),
          kind: each.localName === 'button' ? (each.role ?? 'button') : 'field',
          works: each.checkVisibility() && !each.matches(':disabled') && !each.closest('[inert]'),
        })),
      );
      const open = shown
        .map((each, at) => ({ ...each, at }))
        .filter((each) => each.works && !pressed.includes(each.name));
      const buttons = open.filter(({ kind }) => kind === 'button');
      const next = open.find(({ kind }) => kind === 'field') ?? buttons.at(from === 'first' ? 0 : -1) ?? open[0];
      if (!next) return pressed;
      await controls.nth(next.at).click();
      pressed.push(next.name);
      await then(next.name);
    }
  }

  /** Before the page opens: records what moves once it has its fonts, but for half a second after an input. */
  async watchesLayout(): Promise<void> {
    await this.page.addInitScript(() => {
      const own = globalThis as typeof globalThis & { moved: string[] };
      own.moved = [];
      let drawn = Infinity;
      const draw = () => requestAnimationFrame(() => (drawn = performance.now()));
      addEventListener('load', () => void document.fonts.ready.then(() => requestAnimationFrame(draw)));
      new PerformanceObserver((list) => {
        for (const { startTime, hadRecentInput, sources } of list.getEntries() as (PerformanceEntry & LayoutShift)[])
          if (startTime > drawn && !hadRecentInput)
            own.moved.push(...sources.map(({ node }) => String((node as Element | null)?.outerHTML)));
      }).observe({ type: 'layout-shift', buffered: true });
    });
  }

  /** Before the page opens: the browser is so busy that it tells of the first two changes of what is in view at once. */
  async seesLate(): Promise<void> {
    await this.page.addInitScript(() => {
      globalThis.IntersectionObserver = class extends IntersectionObserver {
        constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const all: IntersectionObserverEntry[] = [];
          super((entries, observer) => {
            all.push(...entries);
            if (all.length > 1) tell(all, observer);
            else document.documentElement.dataset['seen'] = 'late';
          }, options);
        }
      };
    });
  }

  /** Presses a button as soon as React listens to the island, before it has hydrated it. Call before opening a page. */
  async isPressedAtTakeover(name: string): Promise<void> {
    await this.page.addInitScript((text) => {
      const { value: add } = Object.getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener')!;
      EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: unknown[]) {
        Reflect.apply(add, this, given);
        const [type, , capture] = given;
        if (type !== 'click' || capture !== true || !(this instanceof HTMLElement) || !this.dataset['island']) return;
        const buttons = [...this.querySelectorAll('button')];
        queueMicrotask(() => buttons.find(({ textContent }) => textContent === text)!.click());
      };
    }, name);
  }

  /** The elements that moved. */
  moved(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as typeof globalThis & { moved: string[] }).moved);
  }
}

interface LayoutShift {
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

export class WeekDemo extends Island {
  constructor(page: Page) {
    super(page, 'hero');
  }

  get region() {
    return this.page.getByRole('region', { name: 'One week, on sample data' });
  }

  /** Before the page opens: a day lasts until `dayPasses`. */
  async holdsTime(): Promise<void> {
    await this.page.addInitScript((milliseconds) => {
      const own = globalThis as typeof globalThis & { endDay: (() => void) | undefined };
      const { setTimeout: wait, clearTimeout: forget } = own;
      const setTimer = (run: () => void, after?: number, ...given: []) => {
        if (after !== milliseconds) return wait(run, after, ...given);
        own.endDay = run;
        return -1;
      };
      const clearTimer = (id?: number) => (id === -1 ? (own.endDay = undefined) : forget(id));
      Object.assign(own, { setTimeout: setTimer, clearTimeout: clearTimer });
    }, 2600);
  }

  async dayPasses(): Promise<void> {
    const end = await this.page.waitForFunction(() => (globalThis as { endDay?: () => void }).endDay);
    await end.evaluate((run) => run!());
  }

  get play() {
    return this.region.getByRole('button', { name: /^(Play the week|Pause)$/ });
  }

  get send() {
    return this.region.getByRole('button', { name: 'Send note' });
  }

  day(name: string) {
    return this.region.getByRole('button', { name: new RegExp(`^${name.slice(0, 3)} `) });
  }

  /** The day and what happens on it, as one line. */
  caption(of: string | RegExp) {
    return this.region.getByRole('paragraph').filter({ hasText: of });
  }
}

export class Demo extends Island {
  constructor(page: Page) {
    super(page, 'full');
  }

  get student() {
    return this.page.getByRole('region', { name: 'Student app' });
  }

  get portal() {
    return this.page.getByRole('region', { name: 'Pastor portal' });
  }

  get studentPanel() {
    return this.student.getByRole('tabpanel');
  }

  studentTab(name: string) {
    return this.student.getByRole('tab', { name });
  }

  portalTab(name: string) {
    return this.portal.getByRole('tab', { name });
  }

  /** From within the panel of the student app back to its tabs, and by arrow keys to this one. */
  async opens(keyboard: Keyboard, name: string): Promise<void> {
    const selected = this.student.getByRole('tab', { selected: true });
    for (let presses = 0; presses < 8; presses += 1) {
      if (await selected.evaluate((tab) => tab === document.activeElement)) break;
      await keyboard.press('Shift+Tab');
    }
    for (let presses = 0; presses < 4; presses += 1) {
      if ((await this.studentTab(name).getAttribute('aria-selected')) === 'true') break;
      await keyboard.press('ArrowRight');
    }
    await expect(this.studentTab(name)).toBeFocused();
  }

  /** Opens a named state, as the address `/trial-demo#demo-…` does. */
  async shows(scene: string): Promise<void> {
    await this.page.evaluate((hash) => (location.hash = hash), `demo-${scene}`);
    await this.island.locator(`[data-scene=${scene}]`).waitFor();
  }

  /** Holds back the demo's code; the result lets it go. */
  async holdsCode(): Promise<() => void> {
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    await this.page.route(`**${ENTRY}`, async (route) => {
      await gone;
      await route.continue();
    });
    return () => letGo();
  }

  /** The classes of what scrolls by itself within the page. */
  scrollers(): Promise<string[]> {
    return this.island.evaluate((island) =>
      [...island.querySelectorAll('*')]
        .filter((each) => each.scrollHeight > each.clientHeight + 1)
        .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))
        .map(({ className }) => className),
    );
  }

  /** The smallest font size in the demo, in pixels as rendered. */
  smallestText(): Promise<number> {
    return this.island.evaluate((island) =>
      Math.min(
        ...[...island.querySelectorAll('*')]
          .filter((each) => each.checkVisibility())
          .filter((each) =>
            [...each.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
          )
          .map((each) => {
            const size = parseFloat(getComputedStyle(each).fontSize);
            const drawing = each.closest('svg');
            return drawing ? (size * drawing.clientWidth) / drawing.viewBox.baseVal.width : size;
          }),
      ),
    );
  }
}
