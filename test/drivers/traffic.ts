import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

/** Everything a browser sends and stores. */
export class Traffic {
  readonly #requests: Request[] = [];

  constructor(readonly context: BrowserContext) {
    context.on('request', (request) => this.#requests.push(request));
  }

  get origins(): Set<string> {
    const addresses = this.#requests.map((request) => new URL(request.url()));
    return new Set(addresses.filter(({ protocol }) => protocol.startsWith('http')).map(({ origin }) => origin));
  }

  /** Transferred bytes by resource type: document, stylesheet, script, image, font, fetch. */
  async weights(): Promise<Record<string, number>> {
    const weights: Record<string, number> = {};
    for (const request of this.#requests) {
      const { responseBodySize } = await request.sizes();
      weights[request.resourceType()] = (weights[request.resourceType()] ?? 0) + responseBodySize;
    }
    return weights;
  }

  /** Transferred bytes of React's own file, which is the largest, and of all other scripts. */
  async demoScripts(): Promise<{ react: number; demo: number }> {
    const scripts = this.#requests.filter((request) => request.resourceType() === 'script');
    const sizes = await Promise.all(scripts.map(async (request) => (await request.sizes()).responseBodySize));
    const react = Math.max(...sizes);
    return { react, demo: sizes.reduce((sum, bytes) => sum + bytes, 0) - react };
  }

  /** The URL, headers and body of each request to `origin`, as one text. */
  async sentTo(origin: string): Promise<{ call: string; text: string }[]> {
    const own = this.#requests.filter((request) => new URL(request.url()).origin === origin);
    return Promise.all(
      own.map(async (request) => {
        const headers = await request.allHeaders().catch(() => request.headers());
        const text = [request.url(), JSON.stringify(headers), request.postData()].join('\n');
        return { call: new URL(request.url()).pathname, text };
      }),
    );
  }

  /** The cookies, and both storages of every open page. */
  async stored(): Promise<string> {
    const session = await Promise.all(
      this.context.pages().map((page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))),
    );
    return [JSON.stringify(await this.context.storageState()), ...session].join('\n');
  }
}

/** The paths of all POST requests that the page sends from now on. */
export function posts(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && seen.push(new URL(request.url()).pathname));
  return seen;
}

interface FirstLoad {
  scripts: string[];
  calls: { path: string; start: number; end: number }[];
}

/** Opens a page: the addresses of its scripts, and the calls of its API, until the first element of `selector` is there. */
export async function firstLoad(page: Page, path: string, selector: string): Promise<FirstLoad> {
  await page.addInitScript((shown) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(shown)) return;
      observer.disconnect();
      performance.mark('shown');
    });
    observer.observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(path);
  await expect(page.locator(selector).first()).toBeVisible();
  return page.evaluate(() => {
    const until = performance.getEntriesByName('shown')[0]!.startTime;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const before = files.filter(({ startTime }) => startTime <= until);
    const paths = before.map((file) => ({ file, path: new URL(file.name).pathname }));
    return {
      scripts: paths.filter((each) => each.path.endsWith('.js')).map((each) => each.path),
      calls: paths
        .filter((each) => each.path.startsWith('/api/'))
        .map(({ file, path }) => ({ path, start: file.startTime, end: file.responseEnd })),
    };
  });
}

/**
 * Follows the requests of `page` from now on. The returned function waits until none has run for a quarter of a second: pages
 * that poll more often than every 0.5 s never reach Playwright's `networkidle`.
 */
export function idleNetwork(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  // The stream of changes never ends.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && running.add(request));
  const ends = (request: Request): void => void running.delete(request);
  page.on('requestfinished', ends).on('requestfailed', ends);
  page.on('framenavigated', (frame) => frame === page.mainFrame() && running.clear());
  return async () => {
    let quiet = 0;
    await expect
      .poll(() => (quiet = running.size ? 0 : quiet + 1), { intervals: [50], message: 'no request under way' })
      .toBeGreaterThan(5);
  };
}
