/** Pages in WebKitGTK, the engine of Safari. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { civilDay, yearsBefore } from '@lampstand/contracts';
import { aKey, aStaffMember, aTrial } from '../builders/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { installWebKit } from '../../tools/local/debian.mjs';
import { claimPorts } from '../../tools/local/environment.mjs';
import { eventually } from '../support/index.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
let webkit: WebKit;
beforeAll(async () => void (webkit = await startWebKit()), 300_000);
afterAll(() => webkit?.stop());

const PHOTO = '.founder:last-child button';
/** The share of a processor that an endless layout loop uses. */
const SPINNING = 0.8;
const CARD_IS_SHOWN = `getComputedStyle(document.querySelector('.founder:last-child .hover-card-text')).visibility === 'visible'`;

describe('WebKit', () => {
  it('signs an administrator in and lists the sign-ups', async () => {
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

  it('opens a founder card by keyboard and by pointer, without a layout loop', async () => {
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

  it('accepts a birthdate from the 18th birthday on', async () => {
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

/** WebDriver's key of an element id, and its codes of some keys. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { tab: '\uE004', escape: '\uE00C' };
/** The unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;

type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/** Starts WebKitGTK (a Debian package) on a virtual screen, controlled by W3C WebDriver. */
async function startWebKit() {
  const binary = installWebKit();
  const { ports, release } = await claimPorts(1);
  const driver = `http://127.0.0.1:${ports[0]}`;
  const screen = ['-a', '-s', '-screen 0 1280x900x24'];
  const child = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${ports[0]}`], {
    stdio: 'ignore',
    detached: true,
  });

  async function call<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    const answer = await fetch(`${driver}${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: any };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  await eventually(() => call('GET', '/status').catch(() => undefined), { within: 20_000 });
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities });
  const path = `/session/${sessionId}`;
  await call('POST', `${path}/window/rect`, { width: 1280, height: 900 });

  const run = <Value>(script: string, ...args: unknown[]) =>
    call<Value>('POST', `${path}/execute/sync`, { script, args });
  const found = async (using: 'css selector' | 'xpath', value: string) =>
    (await call<Record<string, string>>('POST', `${path}/element`, { using, value }))[ELEMENT]!;
  const element = (css: string) => found('css selector', css);
  const act = (actions: object) => call('POST', `${path}/actions`, { actions: [actions] });

  return {
    run,
    /** Opens an empty page first: WebKitGTK crashes under WebDriver at a view transition between pages. */
    open: async (url: string) => {
      for (const each of ['about:blank', url]) await call('POST', `${path}/url`, { url: each });
    },
    until: (script: string, ...args: unknown[]) => eventually(() => run(`return ${script}`, ...args)),
    /** Clicks the button with this text once it is enabled. */
    press: async (text: string) => {
      const button = await found('xpath', `//button[normalize-space()='${text}']`);
      await eventually(() => call<boolean>('GET', `${path}/element/${button}/enabled`));
      await call('POST', `${path}/element/${button}/click`, {});
    },
    type: async (css: string, text: string) => call('POST', `${path}/element/${await element(css)}/value`, { text }),
    key: (key: string) =>
      act({ type: 'key', id: 'keyboard', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: key })) }),
    point: async (css: string) => {
      const origin = { [ELEMENT]: await element(css) };
      const actions = [{ type: 'pointerMove', origin, x: 0, y: 0 }];
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
    },
    /** How many processors the page uses, measured over `seconds`. */
    processorsUsed: async (seconds: number) => {
      const before = ticksOfPages(child.pid!);
      await sleep(seconds * 1000);
      return (ticksOfPages(child.pid!) - before) / TICKS_PER_SECOND / seconds;
    },
    stop: async () => {
      await call('DELETE', path).catch(() => {});
      process.kill(-child.pid!, 'SIGTERM');
      release();
    },
  };
}

/** The processor time of all page processes that descend from `ancestor`, in ticks. */
function ticksOfPages(ancestor: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const file = `/proc/${id}/stat`;
      const [, name, rest] = (existsSync(file) && /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(file, 'utf8'))) || [];
      const fields = rest?.split(' ') ?? [];
      return [{ id: Number(id), name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
    });
  const descends = (id: number): boolean => {
    const parent = processes.find((each) => each.id === id)?.parent;
    return parent === ancestor || (!!parent && descends(parent));
  };
  const pages = processes.filter(({ id, name }) => name?.startsWith('WebKitWebProc') && descends(id));
  if (!pages.length) throw new Error('The page process has ended');
  return pages.reduce((sum, { ticks }) => sum + ticks, 0);
}
