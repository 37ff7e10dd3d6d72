/** The part of Playwright's Browser, BrowserContext and Page that the drivers use, for WebKit. */
import type { Browser } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { SCREEN, startWebDriver, type WebDriver } from './webdriver.ts';
import { movePointer, pressKeys } from './webkit-input.ts';
import { type Expectation, expectIn, Locator, retried } from './webkit-locator.ts';

interface Options {
  viewport: { width: number; height: number } | null;
  baseURL?: string;
}

/** Each context is a browser of its own, with one page. */
export const startWebKit = (): Promise<Browser> =>
  Promise.resolve({ newContext, close: () => Promise.resolve() } as unknown as Browser);

async function newContext({ viewport, baseURL = '' }: Options) {
  const driver = await startWebDriver();
  const pages: Page[] = [];
  return {
    on: () => {},
    pages: () => pages,
    newPage: async () => {
      const page = new Page(driver, baseURL);
      if (viewport) await page.setViewportSize(viewport);
      pages.push(page);
      return page;
    },
    close: () => driver.stop(),
  };
}

class Page extends Locator {
  override readonly _apiName = 'Page';
  #address = 'about:blank';

  constructor(
    driver: WebDriver,
    readonly baseURL: string,
  ) {
    super(driver);
  }

  readonly keyboard = {
    press: (key: string) => pressKeys(this.driver, [key]),
    type: (text: string) => pressKeys(this.driver, [...text]),
  };

  readonly mouse = {
    move: (x: number, y: number) => movePointer(this.driver, { x, y }),
    click: (x: number, y: number) =>
      movePointer(this.driver, { x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }),
  };

  async goto(address: string): Promise<void> {
    await this.driver.call('POST', '/url', { url: new URL(address, this.baseURL).href });
    await this.#seesAddress();
  }

  async reload(): Promise<void> {
    await this.driver.call('POST', '/refresh', {});
  }

  /** The address when it was last read; the next call knows a newer one. */
  url(): string {
    void this.#seesAddress().catch(() => {});
    return this.#address;
  }

  async #seesAddress(): Promise<string> {
    this.#address = await this.driver.call<string>('GET', '/url');
    return this.#address;
  }

  async waitForURL(wanted: RegExp): Promise<void> {
    await retried(`An address like ${wanted}`, async () => wanted.test(await this.#seesAddress()) || undefined);
  }

  title(): Promise<string> {
    return this.driver.call('GET', '/title');
  }

  override async evaluate<Value>(fn: (arg?: any) => Value, arg?: unknown): Promise<Value> {
    await this.enterFrame();
    return this.driver.run(`return (${fn})(arguments[0])`, arg);
  }

  override innerText(css = 'body'): Promise<string> {
    return this.locator(css).innerText();
  }

  /** For a full page, the window is made as high as the page. */
  async screenshot({ path, fullPage = false }: { path: string; fullPage?: boolean }): Promise<void> {
    const [width, height, whole] = await this.driver.run<[number, number, number]>(
      'return [innerWidth, innerHeight, document.documentElement.scrollHeight]',
    );
    if (fullPage) await this.setViewportSize({ width, height: Math.min(whole, SCREEN.height - 200) });
    await writeFile(path, Buffer.from(await this.driver.call<string>('GET', '/screenshot'), 'base64'));
    if (fullPage) await this.setViewportSize({ width, height });
  }

  /** Makes the window as large as its frame and toolbar need for a view of this size. */
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    await retried(`A window of ${width} by ${height}`, async () => {
      const inner = await this.driver.run<number[]>('return [innerWidth, innerHeight]');
      if (inner[0] === width && inner[1] === height) return true;
      const outer = await this.driver.call<{ width: number; height: number }>('GET', '/window/rect');
      const size = { width: outer.width + width - inner[0]!, height: outer.height + height - inner[1]! };
      const corner = { x: SCREEN.width / 2 - 100, y: Math.max(0, SCREEN.height / 2 - height / 2) };
      await this.driver.call('POST', '/window/rect', { ...corner, ...size });
      return undefined;
    });
  }

  /** What `expect` asks before it looks at the address. */
  context() {
    return { _options: { baseURL: this.baseURL } };
  }

  mainFrame() {
    return {
      _expect: async (expression: string, expectation: Expectation) => {
        const outcome = await expectIn(() => this.enterFrame(), this.driver, [], expression, expectation);
        await this.#seesAddress();
        return outcome;
      },
    };
  }
}
