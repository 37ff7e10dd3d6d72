import type { Page } from '@playwright/test';

export interface Stop {
  name: string;
  /** What a person could not see: nothing when all is well. */
  fault?: string;
}

/** Where the focus comes by who presses Tab from the top of the page to its end, and whether it can be seen there. */
export async function focusWalk(page: Page): Promise<{ stops: Stop[]; order: string[] }> {
  const order = await page.evaluate(() => {
    const able = 'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex="0"]';
    const all = [...document.querySelectorAll<HTMLElement>(able)];
    const open = all.filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(':disabled, [inert] *'),
    );
    return open.map((each, at) => (each.dataset['stop'] = String(at)));
  });
  const stops: Stop[] = [];
  for (const expected of order) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(lookAtFocus, expected));
  }
  return { stops, order };
}

function lookAtFocus(expected: string): Stop {
  const focused = document.activeElement as HTMLElement;
  const name = (focused.getAttribute('aria-label') ?? focused.innerText ?? focused.tagName).trim().slice(0, 60);
  if (focused.dataset['stop'] !== expected)
    return { name, fault: `it is stop ${focused.dataset['stop']}, not ${expected}` };
  // A card may bear the mark of the link that fills it, and in a frame it is the frame's own affair.
  if (!(focused instanceof HTMLIFrameElement) && ![focused, focused.closest('article')].some(isMarked))
    return { name, fault: 'the focus has no mark' };
  const seen = [...focused.getClientRects()].some((box) => {
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (left >= right || top >= bottom) return false;
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return over !== null && (focused.contains(over) || over.contains(focused));
  });
  return seen ? { name } : { name, fault: 'it is out of the window, or under something' };

  function isMarked(element: Element | null): boolean {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  }
}
