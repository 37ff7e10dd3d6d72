import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

const HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="trial-signups-2026-01-01.csv"',
  'x-export-rows': '4',
};

/** A server of files that sends a heading and two of four rows, and then does what it is told. */
export class SlowFile {
  #answer: ServerResponse | undefined;
  #left = false;
  readonly #server = createServer((_, answer) => {
    this.#answer = answer;
    answer.on('close', () => (this.#left ||= !answer.writableFinished));
    answer.writeHead(200, HEADERS);
    answer.write('Name\nRuth\n"A name\nof two lines"\n');
  });

  /** Takes the place of the server for this call. */
  async standsFor(page: Page, address: string): Promise<this> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    const { port } = this.#server.address() as AddressInfo;
    await page.route(address, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
    return this;
  }

  /** Whether the browser went away before the last byte. */
  get wasLeft(): boolean {
    return this.#left;
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
