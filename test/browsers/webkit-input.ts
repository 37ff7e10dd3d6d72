/** Keys and pointer of WebKit, by WebDriver actions. */
import type { WebDriver } from './webdriver.ts';

/** WebDriver's codes of some keys. */
const KEYS: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowDown: '\uE015',
};

export async function pressKeys(driver: WebDriver, keys: string[]): Promise<void> {
  const actions = keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })));
  await driver.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
}

export async function movePointer(driver: WebDriver, to: object, ...then: object[]): Promise<void> {
  const actions = [{ type: 'pointerMove', ...to }, ...then];
  const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
  await driver.call('POST', '/actions', { actions: [mouse] });
}
