import { expect, type Page } from '@playwright/test';

const STEPS = ['registration', 'phone-verification', 'billing-information', 'success'];

/** Looks after every call that the server accepted whether the screen stands where the server stands. */
export class ChartWatch {
  readonly seen: [call: string, step: string][] = [];
  readonly #looks: Promise<void>[] = [];

  constructor(
    readonly page: Page,
    readonly serverStep: () => Promise<string>,
  ) {
    page.on('response', (answer) => {
      const call = new URL(answer.url()).pathname.replace('/api/', '');
      if (answer.request().method() !== 'POST' || !answer.url().includes('/api/') || !answer.ok()) return;
      if (call !== 'check-user-exists') this.#looks.push(this.#look(call));
    });
  }

  async #look(call: string): Promise<void> {
    await expect
      .poll(async () => {
        const [screen, server] = [await this.screenStep(), await this.serverStep()];
        if (screen !== server) return `${call}: the screen shows ${screen}, the server says ${server}`;
        this.seen.push([call, screen]);
        return 'agreed';
      })
      .toBe('agreed');
  }

  /** The step that the list of steps marks; success marks none. */
  async screenStep(): Promise<string> {
    const marks = await this.page
      .getByRole('list', { name: 'Sign-up steps' })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-current')));
    const marked = marks.indexOf('step');
    return STEPS[marks.length && marked < 0 ? STEPS.length - 1 : marked] ?? 'none';
  }

  async settled(): Promise<void> {
    for (let count = -1; count !== this.#looks.length;) {
      count = this.#looks.length;
      await Promise.all(this.#looks);
    }
  }
}
