/** Accessibility checks: axe, the Tab order, and a user without a mouse. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Asserts that axe finds no violation of WCAG 2.2 AA in the page and its frames. */
export const expectAccessible = (page: Page, where: string): Promise<void> => axe(page, where, WCAG_22_AA);

/** The same with axe's best practices. */
export const expectBestPractices = (page: Page, where: string): Promise<void> =>
  axe(page, where, [...WCAG_22_AA, 'best-practice']);

/** The same as `expectAccessible`, and no horizontal overflow. */
export async function expectAccessibleAndFitting(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  expect(await horizontalOverflow(page), where).toBe(0);
}

/** How many pixels wider than the window the page is. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

async function axe(page: Page, where: string, tags: string[]): Promise<void> {
  // For speed: no details of passed rules, and legacy mode where there is no frame.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }));
  expect(found, where).toEqual([]);
}

export interface Stop {
  name: string;
  /** What is wrong at this stop. */
  fault?: string;
}

/** Presses Tab from the top of the page to its end. Returns where the focus goes, and whether it is visible there. */
export async function focusWalk(page: Page): Promise<{ stops: Stop[]; order: string[] }> {
  const order = await page.evaluate(() => {
    const able = 'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex="0"]';
    const all = [...document.querySelectorAll<HTMLElement>(able)];
    const open = all.filter(
      (each) =>
        each.tabIndex >= 0 &&
        each.checkVisibility({ visibilityProperty: true }) &&
        !each.matches(':disabled, [inert] *'),
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
    return { name, fault: `the focus is on stop ${focused.dataset['stop']}, not ${expected}` };
  // A card may show the focus of the link that fills it; a frame shows its own.
  if (!(focused instanceof HTMLIFrameElement) && ![focused, focused.closest('article')].some(isOutlined))
    return { name, fault: 'the focus is not visible' };
  const seen = [...focused.getClientRects()].some((box) => {
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (left >= right || top >= bottom) return false;
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return over !== null && (focused.contains(over) || over.contains(focused));
  });
  return seen ? { name } : { name, fault: 'the element is outside the window or covered' };

  function isOutlined(element: Element | null): boolean {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  }
}

/** A user without a mouse. */
export class Keyboard {
  constructor(readonly page: Page) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Presses Tab until the control has the focus. */
  async reach(control: Locator, within = 60): Promise<void> {
    for (let presses = 0; presses < within; presses += 1) {
      if (await control.evaluate((node) => node === node.ownerDocument.activeElement)) return;
      await this.press('Tab');
    }
    await expect(control).toBeFocused();
  }

  /** Tab to the control, and Enter. */
  async presses(control: Locator): Promise<void> {
    await this.reach(control);
    await this.press('Enter');
  }

  async typeInto(control: Locator, text: string): Promise<void> {
    await this.reach(control);
    await this.type(text);
  }
}
