/** The part of Playwright's Locator that the drivers use, for WebKit. */
import type { Expected, Observed, Step, Text } from './in-page.ts';
import { type ElementId, idOf, type WebDriver } from './webdriver.ts';
import { movePointer, pressKeys } from './webkit-input.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN = 15_000;
const PAUSE = 100;

interface Named {
  name?: string | RegExp;
  exact?: boolean;
  level?: number;
}

type Wanted = string | RegExp;

const asText = (text: Wanted): Text => (typeof text === 'string' ? text : { source: text.source, flags: text.flags });

/** Retries until `attempt` returns a value; its last error tells what was missing. */
export async function retried<Value>(what: string, attempt: () => Promise<Value | undefined | null>): Promise<Value> {
  let problem = 'it is not there, or not usable';
  for (const end = Date.now() + WITHIN; Date.now() < end; await sleep(PAUSE)) {
    const value = await attempt().catch((error: Error) => void (problem = error.message));
    if (value !== undefined && value !== null) return value;
  }
  throw new Error(`${what}: ${problem}`);
}

export class Locator {
  /** By this, `expect` of Playwright recognizes it. */
  readonly _apiName: string = 'Locator';

  constructor(
    readonly driver: WebDriver,
    readonly steps: Step[] = [],
    readonly frame?: Locator,
  ) {}

  #with(step: Step): Locator {
    return new Locator(this.driver, [...this.steps, step], this.frame);
  }

  locator(css: string): Locator {
    return this.#with({ by: 'css', css });
  }

  getByRole(role: string, { name, ...more }: Named = {}): Locator {
    return this.#with({ by: 'role', role, ...more, ...(name !== undefined && { name: asText(name) }) });
  }

  getByLabel(text: Wanted, { exact = false } = {}): Locator {
    return this.#with({ by: 'label', text: asText(text), exact });
  }

  getByText(text: Wanted, { exact = false } = {}): Locator {
    return this.#with({ by: 'text', text: asText(text), exact });
  }

  getByTitle(text: Wanted, { exact = false } = {}): Locator {
    return this.#with({ by: 'title', text: asText(text), exact });
  }

  filter({ hasText, has }: { hasText?: Wanted; has?: Locator }): Locator {
    return this.#with({
      by: 'filter',
      ...(hasText !== undefined && { hasText: asText(hasText) }),
      ...(has && { has: has.steps }),
    });
  }

  and(other: Locator): Locator {
    return this.#with({ by: 'and', other: other.steps });
  }

  or(other: Locator): Locator {
    return this.#with({ by: 'or', other: other.steps });
  }

  first(): Locator {
    return this.#with({ by: 'nth', index: 0 });
  }

  last(): Locator {
    return this.#with({ by: 'nth', index: -1 });
  }

  contentFrame(): Locator {
    return new Locator(this.driver, [], this);
  }

  /** The element, once it is visible and enabled. */
  async #usable(): Promise<ElementId> {
    return retried(this.toString(), async () => {
      await this.enterFrame();
      return this.driver.ask('usable', this.steps) as Promise<ElementId | undefined>;
    });
  }

  /** Makes the frame of this locator the present one. */
  async enterFrame(): Promise<void> {
    if (!this.frame) return this.driver.call('POST', '/frame', { id: null });
    await this.frame.enterFrame();
    const [id] = await this.driver.ask('find', this.frame.steps);
    if (!id) throw new Error(`no frame ${this.frame}`);
    await this.driver.call('POST', '/frame', { id });
  }

  async #act(action: string, body: object = {}): Promise<void> {
    await retried(`${action} ${this}`, async () => {
      const element = await this.#usable();
      await this.driver.call('POST', `/element/${idOf(element)}/${action}`, body);
      return true;
    });
  }

  click(): Promise<void> {
    return this.#act('click');
  }

  /** Types the text; a date is set as a whole, because its parts stand in the order of the machine's language. */
  async fill(text: string): Promise<void> {
    if (await this.#onElement<boolean>(`return element.type === 'date'`)) return this.#set(text);
    await this.#act('clear');
    await this.pressSequentially(text);
  }

  async pressSequentially(text: string): Promise<void> {
    await this.click();
    await pressKeys(this.driver, [...text]);
  }

  /** Around React, which watches the property of the element itself. */
  #set(value: string): Promise<void> {
    return this.#onElement(
      `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, arguments[1]);
       for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));`,
      value,
    );
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await pressKeys(this.driver, [key]);
  }

  async check(): Promise<void> {
    await this.#onElement(`if (!element.checked) element.click()`);
  }

  async selectOption(value: string): Promise<void> {
    await this.#onElement(
      `element.value = [...element.options].find((each) => [each.value, each.label].includes(arguments[1])).value;
       for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));`,
      value,
    );
  }

  async focus(): Promise<void> {
    await this.#onElement('element.focus()');
  }

  async hover(): Promise<void> {
    const origin = await this.#usable();
    await movePointer(this.driver, { origin, x: 0, y: 0 });
  }

  async #onElement<Value>(script: string, ...args: unknown[]): Promise<Value> {
    const element = await retried(this.toString(), async () => {
      await this.enterFrame();
      const found = await this.driver.ask('find', this.steps);
      return found.length === 1 ? found[0] : undefined;
    });
    return this.driver.run<Value>(`const element = arguments[0]; ${script}`, element, ...args);
  }

  evaluate<Value>(fn: (element: any, arg?: any) => Value, arg?: unknown): Promise<Value> {
    return this.#onElement(`return (${fn})(element, arguments[1])`, arg);
  }

  getAttribute(name: string): Promise<string | null> {
    return this.#onElement('return element.getAttribute(arguments[1])', name);
  }

  innerText(): Promise<string> {
    return this.#onElement('return element.innerText');
  }

  async allInnerTexts(): Promise<string[]> {
    await this.enterFrame();
    return this.driver.ask('texts', this.steps);
  }

  async count(): Promise<number> {
    await this.enterFrame();
    return (await this.driver.ask('find', this.steps)).length;
  }

  async isVisible(): Promise<boolean> {
    await this.enterFrame();
    return Boolean((await this.driver.ask('observe', this.steps, 'to.be.visible', {})).matches);
  }

  /** What `expect` of Playwright calls. */
  async _expect(expression: string, { isNot, timeout = WITHIN, ...expected }: Expectation) {
    return expectIn(() => this.enterFrame(), this.driver, this.steps, expression, { isNot, timeout, ...expected });
  }

  toString(): string {
    return `${this.frame ? `${this.frame} > ` : ''}${this.steps.map((step) => JSON.stringify(step)).join(' ')}`;
  }
}

export type Expectation = Expected & { isNot: boolean; timeout?: number };

/** Asks until the assertion holds. */
export async function expectIn(
  enter: () => Promise<unknown>,
  driver: WebDriver,
  steps: Step[],
  expression: string,
  { isNot, timeout = WITHIN, expectedText, expectedNumber, expectedValue, expressionArg }: Expectation,
) {
  const expected = { expectedText, expectedNumber, expectedValue, expressionArg } as Expected;
  let seen: Observed = { matches: isNot, received: 'nothing' };
  for (const end = Date.now() + timeout; ; await sleep(PAUSE)) {
    seen = await enter()
      .then(() => driver.ask('observe', steps, expression, expected))
      .catch((error: Error) => ({ matches: isNot, received: error.message }));
    if (seen.matches !== isNot) return { matches: !isNot };
    if (Date.now() > end) return { matches: isNot, received: { value: seen.received }, timedOut: true, log: [] };
  }
}
