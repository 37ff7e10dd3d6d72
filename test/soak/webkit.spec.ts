import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { civilDay, yearsBefore } from '@lampstand/contracts';
import { aKey, aStaffMember, aTrial } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { KEYS, startWebKit, type WebKit } from './webkit-browser.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
let webkit: WebKit;
beforeAll(async () => void (webkit = await startWebKit()), 300_000);
afterAll(() => webkit?.stop());

const PHOTO = '.founder:last-child button';
/** What a page that lays itself out without an end takes of a processor. */
const SPINNING = 0.8;
const CARD_IS_SHOWN = `getComputedStyle(document.querySelector('.founder:last-child .hover-card-text')).visibility === 'visible'`;

describe('In the engine of Safari', () => {
  it('an administrator signs in and sees the sign-ups', async () => {
    const churchName = `Church ${aKey()}`;
    await aTrial(stack, { state: 'success', pastor: { churchName } });
    const { email, password } = await aStaffMember(stack);
    await webkit.open(`${stack.url}/admin`);
    await webkit.until(`document.querySelector('h1')?.textContent === 'Admin Login'`);
    await webkit.type('[name=email]', email);
    await webkit.type('[name=password]', password);
    await webkit.press('Log In');
    await webkit.until(`document.body.innerText.includes(arguments[0])`, churchName);
    const heading = await webkit.run(`return document.querySelector('h1').textContent`);
    expect(heading).toBe('Trial Signup Dashboard');
  });

  it('a founder card opens by keyboard and by pointer, and the page uses no more processor time than before', async () => {
    await webkit.open(`${stack.url}/`);
    const atRest = await webkit.processorsUsed(2);
    const isQuiet = async () => expect(await webkit.processorsUsed(2)).toBeLessThan(atRest + SPINNING / 2);
    await webkit.run(`document.querySelector('.founder button').focus()`);
    await webkit.key(KEYS.tab);
    expect(await webkit.run(`return document.activeElement.matches(arguments[0])`, PHOTO)).toBe(true);
    await webkit.until(CARD_IS_SHOWN);
    await isQuiet();
    await webkit.key(KEYS.escape);
    await webkit.until(`!(${CARD_IS_SHOWN})`);

    await webkit.run(`document.activeElement.blur()`);
    await webkit.point(PHOTO);
    await webkit.until(CARD_IS_SHOWN);
    await isQuiet();
  });

  it('a birthdate is taken from the day of 18 years on', async () => {
    const today = civilDay(new Date(), 'America/Chicago');
    const eighteen = yearsBefore(today, 18);
    const dayLater = new Date(Date.parse(`${eighteen}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    await webkit.open(`${stack.url}/trial`);
    await webkit.until(`document.querySelector('[name=birthdate]').max === arguments[0]`, today);
    for (const [born, refused] of [
      [dayLater, true],
      [eighteen, false],
    ] as const) {
      await webkit.run(
        `const field = document.querySelector('[name=birthdate]');
         Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[0]);
         field.dispatchEvent(new Event('input', { bubbles: true }));`,
        born,
      );
      await webkit.press('Continue to phone check');
      await webkit.until(
        `document.querySelector('form').textContent.includes('You must be at least 18 years old.') === arguments[0]`,
        refused,
      );
    }
  });
});
