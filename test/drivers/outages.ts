import type { Page } from '@playwright/test';

/** What may stand between a page and its server. */
export class Outages {
  constructor(readonly page: Page) {}

  /** The server's answer to a call, however it would have answered; `times` 0 is for good. */
  async answer(call: string, status: number, body: unknown, times = 1): Promise<void> {
    await this.page.route(
      `**/api/${call}`,
      (route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
      times ? { times } : {},
    );
  }

  /** The call does not reach the server. */
  async cutOff(address: string, times = 1): Promise<void> {
    await this.page.route(address, (route) => route.abort(), times ? { times } : {});
  }

  /** The call reaches the server and does its work, and its answer is lost. */
  async loseAnswer(call: string): Promise<void> {
    await this.page.route(
      `**/api/${call}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  }

  /** The call waits until it is let go. */
  async hold(address: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await this.page.route(address, async (route) => {
      await released;
      await route.continue().catch(() => {});
    });
    return release;
  }

  /** The call reaches the server and does its work, and its answer waits until it is let go. */
  async holdAnswer(call: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await this.page.route(`**/api/${call}`, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    return release;
  }
}

/** The browser's own line about an answer that was no success. */
export const refused = (status: number, call = '') =>
  new RegExp(`Failed to load resource: the server responded with a status of ${status} .*${call}`);

/** The browser's own line about a request that got no answer. */
export const unanswered = /Failed to load resource: net::ERR_/;
