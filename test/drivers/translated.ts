/** The translator of a browser, and what it must not break. */
import { expect, type Page } from '@playwright/test';
import { type Moment, staleTexts, startTranslator } from '../support/translator.ts';

/** A zero-width space at the end of each translated text. It is invisible, and the matchers of Playwright ignore it. */
const MARK = '\u200B';

/** Translates the pages of a tab, the title, too. */
export class Translator {
  /** How often the test looked at a page, and how many texts had been replaced by then. */
  states = 0;
  texts = 0;
  amounts = 0;
  readonly #sent: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly moment: Moment,
  ) {}

  /** Call before opening a page. */
  static async in(page: Page, moment: Moment): Promise<Translator> {
    const translator = new Translator(page, moment);
    page.on('request', (request) => translator.#sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.addInitScript(startTranslator, { moment, mark: MARK });
    return translator;
  }

  /** Asserts that the page shows each text as React has it, and no error. */
  async reads(state: string): Promise<void> {
    await this.page.waitForFunction(() => window.translator);
    if (this.moment === 'after hydration') await this.page.evaluate(() => window.translator!.translate());
    await expect(this.page.getByRole('heading', { name: 'This page could not be shown' }), state).toHaveCount(0);
    await expect.poll(() => this.page.evaluate(staleTexts, MARK), state).toEqual([]);
    this.states += 1;
    this.texts += await this.page.evaluate(() => window.translator!.texts);
    this.amounts += (await this.page.innerText('body')).match(/\$\d/g)?.length ?? 0;
  }

  /** Asserts that no translated text went to a server. */
  sentNothingTranslated(): void {
    expect(this.#sent.filter((sent) => sent.includes(MARK) || sent.includes(encodeURIComponent(MARK)))).toEqual([]);
  }

  get numbers(): string {
    return `${this.states} states, ${this.texts} replaced texts, ${this.amounts} amounts`;
  }
}
