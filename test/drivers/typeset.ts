import type { Page } from '@playwright/test';

/** How a page's words lie on the screen. */
export class Typeset {
  constructor(readonly page: Page) {}

  /** By how many pixels the page is wider than the window. */
  tooWide(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  /** Words that end outside the window, or are cut off by what they stand in. Drawings and hidden words are none. */
  clipped(): Promise<string[]> {
    return this.page.evaluate(() => {
      const found: string[] = [];
      for (const { parent, text, lines } of shownTexts()) {
        const around = parentsOf(parent).filter((each) => getComputedStyle(each).overflowX !== 'visible');
        const scrolls = around.some((each) => /auto|scroll/.test(getComputedStyle(each).overflowX));
        const [left, right] = [
          Math.min(...lines.map((line) => line.left)),
          Math.max(...lines.map((line) => line.right)),
        ];
        const bounds = around.map((each) => each.getBoundingClientRect());
        const beyond = [{ left: 0, right: innerWidth }, ...bounds].some(
          (box) => left < box.left - 1 || right > box.right + 1,
        );
        const forListenersOnly = bounds.some(({ width }) => width <= 1);
        if (beyond && !scrolls && !forListenersOnly) found.push(text);
      }
      return found;

      function shownTexts() {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts: { parent: Element; text: string; lines: DOMRect[] }[] = [];
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement!;
          const text = walker.currentNode.textContent!.trim();
          const drawn = parent.closest('svg, script, style, [aria-hidden=true], [role=img], .unseen, .skip');
          if (!text || drawn || !parent.checkVisibility({ visibilityProperty: true })) continue;
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
          if (lines.length) texts.push({ parent, text, lines });
        }
        return texts;
      }

      function parentsOf(element: Element): Element[] {
        const up = element.parentElement;
        return up && up !== document.body ? [element, ...parentsOf(up)] : [element];
      }
    });
  }

  /** Words that lie on other words of the page; the header, which floats, aside. */
  overlapping(): Promise<string[]> {
    return this.page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const lines: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement!;
        const aside = parent.closest(
          'svg, script, style, [aria-hidden=true], [role=img], .unseen, .skip, .site-header',
        );
        if (aside || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const { left, right, top, height } of range.getClientRects())
          // The letters fill the middle of their line.
          lines.push({
            text: walker.currentNode.textContent!.trim(),
            left,
            right,
            top: top + height * 0.3,
            bottom: top + height * 0.7,
          });
      }
      const shown = lines.filter(({ text, left, right }) => text && right - left > 1).sort((a, b) => a.top - b.top);
      const found: string[] = [];
      for (const [at, upper] of shown.entries())
        for (let next = at + 1; next < shown.length && shown[next]!.top < upper.bottom; next += 1) {
          const lower = shown[next]!;
          const across = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left);
          if (across > 2) found.push(`${upper.text} / ${lower.text}`);
        }
      return found;
    });
  }

  /** The lines of the middle part as somebody reads them who sees no style; short ones left out. */
  async lines(least = 25): Promise<string[]> {
    const text = await this.page.getByRole('main').innerText();
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length >= least);
  }

  /** From now on the pages come without their styles. */
  async withoutStyles(): Promise<void> {
    await this.page.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  }
}
