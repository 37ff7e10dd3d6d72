/** The translator of a browser, and what it must not break. */
import { expect, type Page } from '@playwright/test';

/** When texts are replaced: as soon as the page is there, or once React has taken over, at once or only when the test says so. */
export const MOMENTS = ['before hydration', 'after hydration', 'at each change'] as const;
type Moment = (typeof MOMENTS)[number];

/** A zero-width space at the end of each translated text. It is invisible, and the matchers of Playwright ignore it. */
const MARK = '\u200B';

declare global {
  interface Window {
    translator?: { translate: () => void; texts: number };
  }
}

/** Translates the pages of a tab as Chrome does: each text node is replaced by `<font><font>text</font></font>`, the title, too. */
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

/** Runs in the page. */
function startTranslator({ moment, mark }: { moment: Moment; mark: string }): void {
  if (window !== top) return;
  const wrap = (text: Text): void => {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest('font, script, style, noscript, textarea, svg')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data + mark;
    outer.append(inner);
    text.replaceWith(outer);
    translator.texts += 1;
  };
  const translateIn = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  const translator = { translate: () => translateIn(document.body), texts: 0 };
  const start = () => {
    window.translator = translator;
    if (!document.title.endsWith(mark)) document.title += mark;
    translator.translate();
    if (moment === 'after hydration') return;
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'childList' ? addedNodes : [target]) if (node.isConnected) translateIn(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  const isHydrated = () => {
    const part = document.querySelector('#content h1, #office h1, [data-island] button');
    return part && Object.keys(part).some((key) => key.startsWith('__react'));
  };
  const whenHydrated = () => {
    const hasReact = '__reactRouterContext' in window || document.querySelector('[data-island]');
    const waits = hasReact && !isHydrated();
    if (waits) requestAnimationFrame(whenHydrated);
    else start();
  };
  document.addEventListener('DOMContentLoaded', moment === 'before hydration' ? start : whenHydrated);
}

/** Runs in the page: the elements whose text is not what React has there. */
function staleTexts(mark: string): string[] {
  interface Fiber {
    tag: number;
    memoizedProps: Record<string, unknown> | string | null;
    memoizedState: unknown;
    stateNode: Element & { current: Fiber; containerInfo: Element };
    child: Fiber | null;
    sibling: Fiber | null;
  }
  const [TEXT, PORTAL, ELEMENT, HIDEABLE, IN_HEAD, BODY] = [6, 4, 5, 22, 26, 27];
  const stale: { element: Element; text: string }[] = [];
  /** What they show belongs to another part of the tree. */
  const slots: Element[] = [];
  const textOf = (fiber: Fiber): string => {
    const { tag, memoizedProps: props, memoizedState, stateNode } = fiber;
    if (typeof props === 'string') return tag === TEXT ? props : '';
    if (tag === IN_HEAD || (tag === HIDEABLE && memoizedState)) return '';
    if (tag === PORTAL) slots.push(stateNode.containerInfo);
    const isElement = tag === ELEMENT || tag === BODY;
    const shown = isElement ? stateNode.textContent.replaceAll(mark, '') : '';
    const isForeign = props?.['dangerouslySetInnerHTML'] || props?.['suppressHydrationWarning'];
    if (isElement && stateNode.matches('head, noscript, textarea')) return shown;
    if (tag === ELEMENT && isForeign) return shown;
    const found = stale.length;
    let text = '';
    if (isElement && ['string', 'number'].includes(typeof props?.['children'])) text = String(props!['children']);
    else for (let child = fiber.child; child; child = child.sibling) text += textOf(child);
    if (tag === ELEMENT && stale.length === found && (shown !== text || !stateNode.isConnected))
      stale.push({ element: stateNode, text });
    if (tag === PORTAL) return '';
    return isElement ? shown : text;
  };
  for (const container of [document, ...document.querySelectorAll('[data-island]')]) {
    const key = Object.keys(container).find((name) => name.startsWith('__reactContainer'));
    const root = key && (container as unknown as Record<string, Fiber>)[key];
    if (root) textOf(root.stateNode.current);
  }
  return stale
    .filter(({ element }) => !slots.includes(element))
    .map(({ element, text }) => `<${element.localName}> shows "${element.textContent}" instead of "${text}"`);
}
