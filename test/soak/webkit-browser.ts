import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimPorts } from '../../tools/ports.mjs';
import { eventually } from '../support/index.ts';

const PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const LIBRARIES = '/usr/lib';
/** What WebDriver calls an element's id, and some keys. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export const KEYS = { tab: '\uE004', escape: '\uE00C' };
/** Of the kernel's count of processor time. */
const TICKS_PER_SECOND = 100;

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/** WebKitGTK, Debian's package of Safari's engine, on a virtual screen and driven by W3C WebDriver. */
export async function startWebKit() {
  const binary = miniBrowser();
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
    /** Goes through an empty page: this engine crashes under WebDriver at a view transition between pages. */
    open: async (url: string) => {
      for (const each of ['about:blank', url]) await call('POST', `${path}/url`, { url: each });
    },
    until: (script: string, ...args: unknown[]) => eventually(() => run(`return ${script}`, ...args)),
    /** The button with this text, once it can be pressed. */
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
    /** How many processors the web process keeps busy, measured for so many seconds. */
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

/** The path of the package's browser. Installs the package where it is missing and apt-get is allowed. */
function miniBrowser(): string {
  const installed = () => PACKAGES.every((name) => spawnSync('dpkg', ['--status', name]).status === 0);
  if (!installed()) spawnSync('apt-get', ['install', '--yes', '-qq', ...PACKAGES]);
  const found = readdirSync(LIBRARIES)
    .flatMap((machine) => ['4.1', '4.0'].map((version) => `${LIBRARIES}/${machine}/webkit2gtk-${version}/MiniBrowser`))
    .find((file) => existsSync(file));
  if (!installed() || !found) throw new Error(`This proof runs WebKitGTK: apt-get install ${PACKAGES.join(' ')}`);
  return found;
}

/** The processor time of all web processes that descend from `ancestor`. */
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
  if (!pages.length) throw new Error('The process of the pages is gone');
  return pages.reduce((sum, { ticks }) => sum + ticks, 0);
}
