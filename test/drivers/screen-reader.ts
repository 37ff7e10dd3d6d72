/** What a screen reader would say: live announcements, focus changes and page titles, collected in the order they happen. */
import { writeFile } from 'node:fs/promises';
import { expect, type Page, type TestInfo } from '@playwright/test';

interface Heard {
  kind: 'announced' | 'focus' | 'title';
  text: string;
}

/** Listens to a page from its first document on. `finish` writes the transcript into the test's results. */
export class ScreenReader {
  readonly #lines: string[] = [];
  #heard: Heard[] = [];

  static async on(page: Page): Promise<ScreenReader> {
    const reader = new ScreenReader(page);
    await page.exposeFunction('screenReaderHears', (kind: Heard['kind'], text: string) => reader.#hear({ kind, text }));
    await page.addInitScript(listen);
    return reader;
  }

  private constructor(readonly page: Page) {}

  /** Begins a part of the transcript; what was heard before it no longer counts. */
  begin(part: string): void {
    this.#lines.push('', `== ${part}`);
    this.#heard = [];
  }

  /** Adds the content of the page as the accessibility tree has it. */
  async read(): Promise<void> {
    const tree = await this.page.locator('#content').ariaSnapshot();
    this.#lines.push(...tree.split('\n').map((line) => `  | ${line}`));
  }

  /** Asserts that `text` is spoken exactly once since `begin`, by an announcement or by the focus moving to it. */
  async says(text: RegExp): Promise<void> {
    await expect
      .poll(
        () => this.#times(text),
        `"${text}" is spoken once in:\n${this.#heard.map((each) => `${each.kind}: ${each.text}`).join('\n')}`,
      )
      .toBe(1);
  }

  async finish(info: TestInfo): Promise<void> {
    const file = info.outputPath('transcript.txt');
    await writeFile(file, `${this.#lines.join('\n').trim()}\n`);
    await info.attach('transcript', { path: file, contentType: 'text/plain' });
  }

  #times(text: RegExp): number {
    return this.#heard.filter((each) => each.kind !== 'title' && text.test(each.text)).length;
  }

  #hear(heard: Heard): void {
    this.#heard.push(heard);
    this.#lines.push(`  ${heard.kind}: ${heard.text}`);
  }
}

/** Runs in the page. Live regions are spoken when their text changes; an alert also when it is inserted with a text. */
function listen(): void {
  const hears = (kind: string, text: string) =>
    (globalThis as unknown as { screenReaderHears: (kind: string, text: string) => void }).screenReaderHears(
      kind,
      text,
    );
  const LIVE = '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive]';
  const words = (node: Element | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const spoken = new WeakMap<Element, string>();
  const known = new WeakSet<Element>();
  let title = '';

  const speak = (region: Element) => {
    const text = words(region);
    if (!region.isConnected || region.closest('[aria-hidden=true]') || spoken.get(region) === text) return;
    spoken.set(region, text);
    if (text) hears('announced', text);
  };

  const check = () => {
    if (document.title && document.title !== title) hears('title', (title = document.title));
    for (const region of document.querySelectorAll(LIVE)) {
      const isNew = !known.has(region);
      known.add(region);
      if (isNew && !region.matches('[role=alert],[aria-live=assertive]')) spoken.set(region, words(region));
      else speak(region);
    }
  };

  let queued = false;
  const later = () => {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      check();
    });
  };

  const described = (element: Element, attribute: string) =>
    (element.getAttribute(attribute) ?? '')
      .split(' ')
      .map((id) => words(id ? document.getElementById(id) : null))
      .filter(Boolean)
      .join(' ');

  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ||
    described(element, 'aria-labelledby') ||
    [...((element as HTMLInputElement).labels ?? [])].map(words).join(' ') ||
    words(element);

  addEventListener('focusin', ({ target }) => {
    const element = target as Element;
    const role = element.getAttribute('role') ?? element.localName;
    hears('focus', [`${role} "${nameOf(element)}"`, described(element, 'aria-describedby')].filter(Boolean).join(', '));
  });
  new MutationObserver(later).observe(document, { childList: true, subtree: true, characterData: true });
  addEventListener('DOMContentLoaded', later);
}
