import { expect, type Page } from '@playwright/test';

interface Looks {
  alarming?: boolean;
}

declare global {
  interface Window {
    toastLives?: { gone?: number }[];
    /** What `setTimeout` began, by the page's clock. */
    timers?: { ms: number | undefined; at: number }[];
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
      const lives = new Map<Element, { gone?: number }>();
      window.toastLives = [];
      const timers: NonNullable<Window['timers']> = (window.timers = []);
      window.setTimeout = new Proxy(window.setTimeout, {
        apply(begin, self: unknown, args: Parameters<typeof setTimeout>) {
          timers.push({ ms: args[1], at: Date.now() });
          return Reflect.apply<typeof self, typeof args, ReturnType<typeof setTimeout>>(begin, self, args);
        },
      });
      new MutationObserver(() => {
        for (const toast of document.querySelectorAll('[role=region] li[data-state=open]')) {
          if (lives.has(toast)) continue;
          const life = {};
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
    const { gone = Number.NaN } = await this.page.evaluate(() => window.toastLives!.at(-1)!);
    // Not from when the page notes the toast: busy, it notes it long after the timer has begun.
    const begun = await this.page.evaluate(
      (ms) => window.timers!.findLast((timer) => timer.ms === ms)?.at,
      seconds * 1000,
    );
    expect(begun, `no timer of ${seconds} s`).toBeDefined();
    expect(Math.abs(gone - begun! - seconds * 1000), `${gone - begun!} ms`).toBeLessThan(300);
  }
}
