/** Page objects of the public site: header, drawer and footer, the founder cards, the search. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Header, drawer and footer of every page. */
export class SiteFrame {
  constructor(readonly page: Page) {}

  get bar() {
    return this.page.getByRole('navigation', { name: 'Main' });
  }

  get menuButton() {
    return this.page.getByRole('button', { name: 'Open menu' });
  }

  get drawer() {
    return this.page.getByRole('dialog', { name: 'Menu' });
  }

  get footer() {
    return this.page.getByRole('contentinfo');
  }

  async openMenu(): Promise<void> {
    await this.menuButton.click();
    await expect(this.drawer).toBeVisible();
  }

  /** Whether the focus is outside the open drawer. */
  focusLeftDrawer(): Promise<boolean> {
    return this.page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest('dialog');
    });
  }

  async scrollTo(pixels: number): Promise<void> {
    await this.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), pixels);
  }

  /** Waits for two frames: only after them the compositor, which handles the wheel, has the styles of the first. */
  async nextFrameShown(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown(undefined)))),
    );
  }

  /** How many sections are not fully visible yet. */
  sectionsToCome(): Promise<number> {
    return this.page.evaluate(
      () => [...document.querySelectorAll('.part')].filter((part) => getComputedStyle(part).opacity !== '1').length,
    );
  }

  /** The header's computed shadow and background. */
  headerLook(): Promise<{ shadow: string; ground: string }> {
    return this.page.evaluate(() => {
      const header = document.querySelector('.site-header')!;
      return {
        shadow: getComputedStyle(header, '::before').boxShadow,
        ground: getComputedStyle(header).backgroundColor,
      };
    });
  }
}

/** A founder's photo on the home page, and the card that it opens. */
export class HoverCard {
  readonly photo: Locator;
  readonly card: Locator;

  constructor(
    private readonly page: Page,
    name: string,
  ) {
    this.photo = page.getByRole('button', { name });
    this.card = page.locator('.hover-card').filter({ has: this.photo }).locator('.hover-card-text');
  }

  /** Scrolls the photo near the top or bottom of the window. */
  async lieAt(edge: 'top' | 'bottom'): Promise<void> {
    await this.photo.evaluate((photo, where) => {
      const { top, bottom } = photo.getBoundingClientRect();
      window.scrollBy({ top: where === 'top' ? top - 100 : bottom - innerHeight + 10, behavior: 'instant' });
    }, edge);
  }

  /** A tap in a context without `hasTouch`, which would also say that nothing hovers. */
  async tapTouchscreen(): Promise<void> {
    const { x, y } = (await this.photo.boundingBox())!;
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 20, y: y + 20 }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  /**
   * The card's visibility at given times of the transition that `action` starts, in ms. Pauses the transition and sets its
   * time, so that the result does not depend on the speed of the machine; then finishes it.
   */
  async visibilityAt(times: number[], action: () => Promise<void>): Promise<string[]> {
    const started = await this.card.evaluateHandle((card) => {
      const transition = new Promise<Animation>((resolve) =>
        card.addEventListener('transitionrun', (event) => {
          const { propertyName } = event as TransitionEvent;
          if (propertyName !== 'visibility') return;
          const ofVisibility = (each: Animation) => (each as CSSTransition).transitionProperty === propertyName;
          const running = card.getAnimations().find(ofVisibility)!;
          running.pause();
          resolve(running);
        }),
      );
      return { card, transition };
    });
    await action();
    return started.evaluate(async ({ card, transition }, at) => {
      const running = await transition;
      const seen = at.map((time) => {
        running.currentTime = time;
        return getComputedStyle(card).visibility;
      });
      running.finish();
      return seen;
    }, times);
  }

  /** Whether the card is about to open or close. */
  isChanging(): Promise<boolean> {
    return this.card.evaluate((card) =>
      card.getAnimations().some((each) => (each as CSSTransition).transitionProperty === 'visibility'),
    );
  }

  /** How many pixels of the card are outside the window. */
  outOfWindow(): Promise<number> {
    return this.card.evaluate((card) => {
      const { top, right, bottom, left } = card.getBoundingClientRect();
      return Math.max(0, -top, -left, right - innerWidth, bottom - innerHeight);
    });
  }
}

/** /search */
export class SearchScreen {
  constructor(readonly page: Page) {}

  get field() {
    return this.page.getByLabel('Search this site');
  }

  get results() {
    return this.page.locator('main ol > li > a');
  }

  get announced() {
    return this.page.getByRole('main').getByRole('status');
  }

  count(text: string) {
    return this.page.getByRole('heading', { level: 2, name: text, exact: true });
  }

  /** A server makes its index at the first search, which takes a busy one many seconds. */
  async opens(query = ''): Promise<void> {
    await this.page.request.get('/search.json');
    await this.page.goto(`/search${query && `?${new URLSearchParams({ q: query })}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  }

  async type(text: string): Promise<void> {
    await this.field.pressSequentially(text);
  }

  result(path: string) {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.locator(`a[href="${path}"]`) });
  }

  async finds(path: string): Promise<void> {
    await expect(this.result(path)).toBeVisible();
  }

  async addressSays(query: string | null): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).searchParams.get('q')).toBe(query);
  }
}
