import { expect, type Page } from '@playwright/test';

interface Looks {
  alarming?: boolean;
}

declare global {
  interface Window {
    toastLives?: { shown: number; gone?: number }[];
  }
}

/** The toasts: their text, and how long they stay. */
export class Toasts {
  constructor(readonly page: Page) {}

  get region() {
    return this.page.getByRole('region', { name: /notifications/i });
  }

  get shown() {
    return this.region.getByRole('listitem');
  }

  async says(title: string, description?: string | RegExp, { alarming = false }: Looks = {}): Promise<void> {
    const toast = this.shown.filter({ has: this.page.getByText(title, { exact: true }) });
    await expect(toast).toBeVisible();
    if (description) await expect(toast).toContainText(description);
    await expect(this.shown).toHaveCount(1);
    await expect(toast).toHaveAttribute('data-variant', alarming ? 'destructive' : 'default');
  }

  warns(title: string, description?: string | RegExp): Promise<void> {
    return this.says(title, description, { alarming: true });
  }

  /** Call before opening a page: installs a fake clock and measures each toast by it. */
  async areTimed(): Promise<this> {
    await this.page.clock.install();
    await this.page.addInitScript(() => {
      const lives = new Map<Element, { shown: number; gone?: number }>();
      window.toastLives = [];
      new MutationObserver(() => {
        for (const toast of document.querySelectorAll('[role=region] li[data-state=open]')) {
          if (lives.has(toast)) continue;
          const life = { shown: Date.now() };
          lives.set(toast, life);
          window.toastLives!.push(life);
        }
        for (const [toast, life] of lives)
          if (!life.gone && !(toast.isConnected && toast.matches('[data-state=open]'))) life.gone = Date.now();
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
    });
    return this;
  }

  /** Asserts that the shown toast closes by itself after this many seconds of the page's clock. */
  async lasts(seconds: number): Promise<void> {
    await this.page.clock.runFor(seconds * 1000 + 1500);
    await expect(this.shown).toHaveCount(0);
    const { shown, gone = Number.NaN } = await this.page.evaluate(() => window.toastLives!.at(-1)!);
    // The timer may start long before the page is free to note that the toast is shown; no two durations are within a second.
    const late = gone - shown - seconds * 1000;
    expect(late, `${gone - shown} ms`).toBeLessThan(300);
    expect(late, `${gone - shown} ms`).toBeGreaterThan(-900);
  }
}
