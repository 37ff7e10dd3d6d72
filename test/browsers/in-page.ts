/** Runs in the page: finds elements as Playwright does, and says what holds for them. */
import { computeAccessibleDescription, computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';

export type Text = string | { source: string; flags: string };

export type Step =
  | { by: 'css'; css: string }
  | { by: 'role'; role: string; name?: Text; exact?: boolean; level?: number }
  | { by: 'label' | 'text' | 'title'; text: Text; exact?: boolean }
  | { by: 'filter'; hasText?: Text; has?: Step[] }
  | { by: 'and' | 'or'; other: Step[] }
  | { by: 'nth'; index: number };

export interface Expected {
  expectedText?: {
    string?: string;
    regexSource?: string;
    regexFlags?: string;
    matchSubstring?: boolean;
    ignoreCase?: boolean;
  }[];
  expectedNumber?: number;
  expectedValue?: unknown;
  expressionArg?: string;
}

export interface Observed {
  matches: boolean;
  received: unknown;
}

const CONTROLS = 'input, select, textarea, button, fieldset, meter, progress, [aria-label], [aria-labelledby]';
const UNSEEN = 'script, style, noscript, template, head';

/** The elements that a locator names. */
export function find(steps: Step[], root: ParentNode = document): Element[] {
  return steps.reduce<Element[]>((found, step, at) => next(step, at === 0 ? [root] : found), []);
}

function next(step: Step, from: ParentNode[]): Element[] {
  const elements = from as Element[];
  switch (step.by) {
    case 'css':
      return below(from, step.css);
    case 'role':
      return below(from, '*').filter((each) => hasRole(each, step));
    case 'label':
      return below(from, CONTROLS).filter((each) => fits(computeAccessibleName(each), step.text, step.exact));
    case 'title':
      return below(from, '[title]').filter((each) => fits(each.getAttribute('title')!, step.text, step.exact));
    case 'text': {
      const has = (each: Element) => !each.matches(UNSEEN) && fits(each.textContent ?? '', step.text, step.exact);
      return below(from, 'body *').filter((each) => has(each) && ![...each.children].some(has));
    }
    case 'filter':
      return elements.filter(
        (each) =>
          (step.hasText === undefined || fits(each.textContent ?? '', step.hasText)) &&
          (!step.has || find(step.has, each).length > 0),
      );
    case 'and':
      return elements.filter((each) => find(step.other).includes(each));
    case 'or':
      return inOrder([...elements, ...find(step.other)]);
    case 'nth':
      return elements.slice(step.index).slice(0, 1);
  }
}

function below(from: ParentNode[], css: string): Element[] {
  return inOrder(from.flatMap((each) => [...each.querySelectorAll(css)]));
}

const inOrder = (elements: Element[]): Element[] =>
  [...new Set(elements)].toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));

function hasRole(element: Element, { role, name, exact, level }: Extract<Step, { by: 'role' }>): boolean {
  if (getRole(element) !== role || isInaccessible(element)) return false;
  const ownLevel = Number(element.getAttribute('aria-level') ?? /^H([1-6])$/.exec(element.tagName)?.[1]);
  if (level !== undefined && level !== ownLevel) return false;
  return name === undefined || fits(computeAccessibleName(element), name, exact);
}

const normal = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function fits(text: string, wanted: Text, exact = false): boolean {
  const has = normal(text);
  if (typeof wanted !== 'string') return new RegExp(wanted.source, wanted.flags).test(has);
  return exact ? has === normal(wanted) : has.toLowerCase().includes(normal(wanted).toLowerCase());
}

export const isVisible = (element: Element | undefined): boolean => {
  const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return width > 0 && height > 0 && element!.checkVisibility({ visibilityProperty: true });
};

/** The only element of a locator, in the middle of the window, once it can be used. */
export function usable(steps: Step[]): Element | undefined {
  const [element] = only(steps);
  if (!element || !isVisible(element) || element.matches(':disabled')) return undefined;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element;
}

export const texts = (steps: Step[]): string[] => find(steps).map((each) => (each as HTMLElement).innerText);

/** At most one element: a locator with more is a mistake of the test. */
function only(steps: Step[]): Element[] {
  const found = find(steps);
  if (found.length > 1) throw new Error(`${found.length} elements match`);
  return found;
}

const OF_ONE: Record<string, (element: any, expected: Expected) => unknown> = {
  'to.have.text': (element) => element.textContent,
  'to.have.value': (element) => element.value,
  'to.have.class': (element) => element.getAttribute('class'),
  'to.have.attribute.value': (element, { expressionArg }) => element.getAttribute(expressionArg),
  'to.have.accessible.name': (element) => computeAccessibleName(element),
  'to.have.accessible.description': (element) => computeAccessibleDescription(element),
};

const CONDITIONS: Record<string, (element: any, expected: Expected) => boolean> = {
  'to.be.visible': (element) => isVisible(element),
  'to.be.enabled': (element) => !element.matches(':disabled'),
  'to.be.disabled': (element) => element.matches(':disabled'),
  'to.be.focused': (element) => element === document.activeElement && document.hasFocus(),
  'to.be.checked': (element, { expectedValue }) => element.checked === ((expectedValue as any)?.checked ?? true),
  'to.have.attribute': (element, { expressionArg }) => element.hasAttribute(expressionArg),
  'to.have.property': (element, { expressionArg, expectedValue }) => element[expressionArg!] === expectedValue,
};

/** What an assertion of Playwright asks. */
export function observe(steps: Step[], expression: string, expected: Expected): Observed {
  if (expression === 'to.have.title') return textFits(document.title, expected);
  if (expression === 'to.have.url') return textFits(location.href, expected);
  if (expression === 'to.have.count') {
    const { length } = find(steps);
    return { matches: length === expected.expectedNumber, received: length };
  }
  if (expression === 'to.have.text.array') return textsFit(find(steps), expected);
  const [element] = only(steps);
  if (expression === 'to.be.hidden') return { matches: !isVisible(element), received: isVisible(element) };
  if (!element) return { matches: false, received: 'no element' };
  const condition = CONDITIONS[expression];
  if (condition) {
    const matches = condition(element, expected);
    return { matches, received: matches ? 'it holds' : 'it does not hold' };
  }
  if (!OF_ONE[expression]) throw new Error(`No answer to the assertion ${expression}`);
  return textFits(String(OF_ONE[expression](element, expected)), expected);
}

function textFits(text: string, { expectedText = [] }: Expected): Observed {
  return { matches: expectedText.every((each) => textIs(text, each)), received: text };
}

function textsFit(elements: Element[], { expectedText = [] }: Expected): Observed {
  const received = elements.map((each) => each.textContent ?? '');
  return {
    matches: received.length === expectedText.length && expectedText.every((each, at) => textIs(received[at]!, each)),
    received,
  };
}

function textIs(text: string, wanted: NonNullable<Expected['expectedText']>[number]): boolean {
  if (wanted.regexSource !== undefined) return new RegExp(wanted.regexSource, wanted.regexFlags).test(text);
  const [has, should] = [normal(text), normal(wanted.string ?? '')];
  return wanted.matchSubstring ? has.includes(should) : has === should;
}
