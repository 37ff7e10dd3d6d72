import { expect, type Page, type Route } from '@playwright/test';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Network faults between a page and its server. */
export class Outages {
  constructor(readonly page: Page) {}

  get banner() {
    return this.page.getByRole('status').filter({ hasText: 'You are offline. Nothing is lost' });
  }

  /** Cuts the network for `press`. The page must say that it is offline, blame nothing else, and go on by itself. */
  async during(press: () => Promise<unknown>): Promise<void> {
    await this.page.context().setOffline(true);
    await press();
    await expect(this.banner).toBeVisible();
    await expect(this.page.locator('[data-variant=destructive], [data-tone=bad], [aria-invalid=true]')).toHaveCount(0);
    expect(await this.page.title()).not.toMatch(/^Error/);
    await this.page.context().setOffline(false);
    await expect(this.banner).toBeHidden({ timeout: 15_000 });
  }

  /** Answers a call in place of the server, `times` times; 0 means always. */
  async answer(call: string, status: number, body: unknown, times = 1): Promise<void> {
    const answer = { status, contentType: 'application/json', body: JSON.stringify(body) };
    await this.#handle(`**/api/${call}`, (route) => route.fulfill(answer), times || undefined);
  }

  /** Aborts these requests before they reach the server, until the returned function is called. */
  async cutOff(address: string): Promise<() => void> {
    return this.#handle(address, (route) => route.abort());
  }

  /** Answers these requests as a server does that lacks the file, until the returned function is called. */
  async missing(address: string): Promise<() => void> {
    return this.#handle(address, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }),
    );
  }

  /** Resolves when the page is about to be loaded anew. */
  reload = () => this.page.waitForRequest((request) => request.isNavigationRequest() && !request.frame().parentFrame());

  /** Lets the server handle the call, and drops the answer. */
  async loseAnswer(call: string): Promise<void> {
    await this.#handle(
      `**/api/${call}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      1,
    );
  }

  /** Holds the request until the returned function is called. */
  async hold(address: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await this.#handle(address, async (route) => {
      await released;
      await route.fallback().catch(() => {});
    });
    return release;
  }

  /** Lets the server handle the call, and holds the answer until the returned function is called. */
  async holdAnswer(call: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await this.#handle(`**/api/${call}`, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    return release;
  }

  /**
   * Handles these requests, `times` times or until the returned function is called. The route itself stays: Playwright stops
   * intercepting when the last route is removed, and a request that is paused at that moment never gets an answer.
   */
  async #handle(address: string, handler: (route: Route) => Promise<void>, times = Infinity): Promise<() => void> {
    let left = times;
    await this.page.route(address, (route) => (left-- > 0 ? handler(route) : route.fallback()));
    return () => void (left = 0);
  }
}

/** The browser's console error about an error status. */
export const refused = (status: number, call = '') =>
  new RegExp(`Failed to load resource: the server responded with a status of ${status} .*${call}`);

const HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="trial-signups-2026-01-01.csv"',
  'x-export-rows': '4',
};

/** A file server that sends the header and two of four rows, and then waits for the test. */
export class SlowFile {
  #answer: ServerResponse | undefined;
  #aborted = false;
  readonly #server = createServer((_, answer) => {
    this.#answer = answer;
    answer.on('close', () => (this.#aborted ||= !answer.writableFinished));
    answer.writeHead(200, HEADERS);
    answer.write('Name\nRuth\n"A name\nof two lines"\n');
  });

  /** Answers this call in place of the server. */
  async standsFor(page: Page, address: string): Promise<this> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    const { port } = this.#server.address() as AddressInfo;
    await page.route(address, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    return this;
  }

  /** Whether the browser disconnected before the last byte. */
  get wasAborted(): boolean {
    return this.#aborted;
  }

  breakOff(): void {
    this.#answer?.destroy();
  }

  finish(): void {
    this.#answer?.end('Esther\nNaomi\n');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}
