import type { Locator, Page } from '@playwright/test';

/** A photo of the home page with the card that belongs to it. */
export class HoverCard {
  readonly photo: Locator;
  readonly card: Locator;

  constructor(page: Page, name: string) {
    this.photo = page.getByRole('button', { name });
    this.card = page.locator('.hover-card').filter({ has: this.photo }).locator('.hover-card-text');
  }

  /** Brings the photo near the top or the bottom of the window. */
  async lieAt(edge: 'top' | 'bottom'): Promise<void> {
    await this.photo.evaluate((photo, where) => {
      const { top, bottom } = photo.getBoundingClientRect();
      window.scrollBy({ top: where === 'top' ? top - 100 : bottom - innerHeight + 10, behavior: 'instant' });
    }, edge);
  }

  /** Milliseconds from what the action causes, an event on the photo, until the card is there or gone. */
  async delay(event: 'pointerover' | 'pointerout' | 'focusin', action: () => Promise<void>): Promise<number> {
    const shown = event !== 'pointerout';
    const waiting = await this.card.evaluateHandle(
      (card, { type, visibility }) => {
        let begun = 0;
        card.closest('.hover-card')!.addEventListener(type, () => (begun ||= performance.now()));
        const settled = new Promise<number>((resolve) => {
          const look = () => {
            if (begun && getComputedStyle(card).visibility === visibility) resolve(performance.now() - begun);
            else requestAnimationFrame(look);
          };
          look();
        });
        return { settled };
      },
      { type: event, visibility: shown ? 'visible' : 'hidden' },
    );
    await action();
    return waiting.evaluate(({ settled }) => settled);
  }

  /** Whether the card is about to come or go. */
  isChanging(): Promise<boolean> {
    return this.card.evaluate((card) => card.getAnimations().length > 0);
  }

  /** How far the card reaches out of the window, in pixels. */
  outOfWindow(): Promise<number> {
    return this.card.evaluate((card) => {
      const { top, right, bottom, left } = card.getBoundingClientRect();
      return Math.max(0, -top, -left, right - innerWidth, bottom - innerHeight);
    });
  }
}
