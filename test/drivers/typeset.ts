import type { Page } from '@playwright/test';

/** How the text of a page is laid out. */
export class Typeset {
  constructor(readonly page: Page) {}

  /** Texts that are cut off by the window or a container, and texts that overlap. */
  unreadable(): Promise<{ cut: string[]; overlaid: string[] }> {
    return this.page.evaluate(lookAtWords);
  }

  /** The lines of the main part, except short ones and those of pictures and table cells, which may say the same. */
  async lines(least = 25): Promise<string[]> {
    const main = this.page.getByRole('main');
    const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
    // A drawing has no `innerText`.
    const texts = await main
      .locator('[role=img], td')
      .evaluateAll((all) => all.map((each) => (each instanceof HTMLElement ? each.innerText : each.textContent)));
    const excluded = new Set(texts.flatMap(linesOf));
    return linesOf(await main.innerText()).filter((line) => line.length >= least && !excluded.has(line));
  }

  /** Paragraphs and list items of the main part, except those of the demo, with a line of more characters than this, as the window breaks them. */
  linesLongerThan(characters: number): Promise<string[]> {
    return this.page.getByRole('main').evaluate(lookAtLines, characters);
  }

  /** Loads pages without style sheets from now on. */
  async withoutStyles(): Promise<void> {
    await this.page.route('**/*', async (route) => {
      const type = route.request().resourceType();
      if (type === 'stylesheet') return route.fulfill({ contentType: 'text/css', body: '' });
      if (type !== 'document') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll(/<style>.*?<\/style>/gs, '') });
    });
  }
}

/** Runs in the page. */
function lookAtLines(main: Element, most: number): string[] {
  const long: string[] = [];
  for (const text of main.querySelectorAll<HTMLElement>('p, li, dd')) {
    if (
      !text.checkVisibility() ||
      text.querySelector('p, li, dd, h2, h3, .unseen') ||
      text.closest('.unseen, .demo-surface')
    )
      continue;
    const range = document.createRange();
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const lines = new Map<number, number>();
    while (walker.nextNode())
      for (let at = 0; at < walker.currentNode.textContent!.length; at += 1) {
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 1);
        const box = range.getBoundingClientRect();
        const line = Math.round(box.bottom / 8);
        if (box.width) lines.set(line, (lines.get(line) ?? 0) + 1);
      }
    const longest = Math.max(0, ...lines.values());
    if (longest > most) long.push(`${longest}: ${text.innerText}`);
  }
  return long;
}

/** Runs in the page. Ignores drawings and text for screen readers; fixed elements may overlap others. */
function lookAtWords(): { cut: string[]; overlaid: string[] } {
  const words = [...textsOf(document.body)].filter(({ lines }) => lines.length);
  const cut = words.filter(({ parents, lines }) => {
    const clipping = parents.filter((each) => getComputedStyle(each).overflowX !== 'visible');
    if (clipping.some((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))) return false;
    const bounds = [{ left: 0, right: innerWidth }, ...clipping.map((each) => each.getBoundingClientRect())];
    return lines.some((line) => bounds.some(({ left, right }) => line.left < left - 1 || line.right > right + 1));
  });

  const lines = words
    .filter(({ parents }) => !parents.some((each) => getComputedStyle(each).position === 'fixed'))
    .flatMap(({ text, parents, lines }) =>
      lines.filter((line) => !isScrolledAway(parents, line)).map((line) => ({ text, line })),
    )
    .toSorted((a, b) => a.line.top - b.line.top);
  const overlaid = lines.flatMap(({ text, line }, at) =>
    lines
      .slice(at + 1)
      .filter(({ line: { top, bottom, left, right } }) => {
        // Letters fill only the middle of their line box.
        const deep = Math.min(line.bottom, bottom) - top > 0.6 * Math.min(line.height, bottom - top);
        return deep && Math.min(line.right, right) - Math.max(line.left, left) > 2;
      })
      .map((other) => `${text} / ${other.text}`),
  );
  return { cut: cut.map(({ text }) => text), overlaid };

  function* textsOf(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parents = [...parentsOf(walker.currentNode.parentElement)];
      const text = walker.currentNode.textContent!.trim();
      if (!text || !parents[0]!.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parents.some((each) => each.matches('svg, [aria-hidden=true], [role=img]') || isForScreenReaders(each)))
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      yield { text, parents, lines: [...range.getClientRects()].filter(({ width }) => width > 1) };
    }
  }

  function* parentsOf(element: Element | null) {
    for (let each = element; each && each !== document.body; each = each.parentElement) yield each;
  }

  /** Outside the part that a scrolling container shows. */
  function isScrolledAway(parents: Element[], { top, bottom }: DOMRect): boolean {
    return parents
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
      .map((each) => each.getBoundingClientRect())
      .some((shown) => bottom <= shown.top + 1 || top >= shown.bottom - 1);
  }

  function isForScreenReaders(element: Element): boolean {
    const { clipPath, clip, overflowX } = getComputedStyle(element);
    return clipPath === 'inset(50%)' || clip !== 'auto' || (overflowX === 'hidden' && element.clientWidth === 1);
  }
}
