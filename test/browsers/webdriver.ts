/** A session of WebKitGTK on a virtual screen, controlled by W3C WebDriver. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { installWebKit } from '../../tools/local/debian.mjs';
import { claimPorts } from '../../tools/local/environment.mjs';
import { eventually } from '../support/index.ts';
import type * as inPage from './in-page.ts';

/** WebDriver's key of an element id. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export type ElementId = Record<typeof ELEMENT, string>;
export const idOf = (element: ElementId): string => element[ELEMENT];

/** The virtual screen holds the window of a full page. The pointer is in its middle, and the window below it has the focus. */
export const SCREEN = { width: 3000, height: 8000 };

type InPage = typeof inPage;

export type WebDriver = Awaited<ReturnType<typeof startWebDriver>>;

export async function startWebDriver() {
  const binary = installWebKit();
  const library = await inPageLibrary();
  const home = await quietHome();
  const { ports, release } = await claimPorts(1);
  const address = `http://127.0.0.1:${ports[0]}`;
  const screen = ['-a', '-s', `-screen 0 ${SCREEN.width}x${SCREEN.height}x24`];
  const child = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${ports[0]}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, XDG_CONFIG_HOME: home },
  });

  async function request<Value>(method: 'GET' | 'POST' | 'DELETE', route: string, body?: object): Promise<Value> {
    const answer = await fetch(`${address}${route}`, {
      method,
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: any };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  await eventually(() => request('GET', '/status').catch(() => undefined), { within: 20_000 });
  const options = { binary, args: ['--automation'] };
  const { sessionId } = await request<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });

  const call = <Value>(method: 'GET' | 'POST' | 'DELETE', route: string, body?: object) =>
    request<Value>(method, `/session/${sessionId}${route}`, body);
  const run = <Value>(script: string, ...args: unknown[]) =>
    call<Value>('POST', '/execute/sync', { script, args: args.map((arg) => arg ?? null) });

  return {
    call,
    /** Runs a script in the present frame. */
    run,
    /** Calls a function of in-page.ts in the present frame. An element becomes its id. */
    ask: <Name extends keyof InPage>(name: Name, ...args: Parameters<InPage[Name]>) =>
      run<any>(`${library}; return inPage.${name}(...arguments)`, ...args),
    stop: async () => {
      await call('DELETE', '').catch(() => {});
      process.kill(-child.pid!, 'SIGTERM');
      release();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function inPageLibrary(): Promise<string> {
  const bundle = await rolldown({ input: path.join(import.meta.dirname, 'in-page.ts') });
  const { output } = await bundle.generate({ format: 'iife', name: 'inPage', exports: 'named' });
  return output[0].code;
}

/** Settings of GTK: pages have reduced motion, as in the journeys, and the toolbar is no wider than a phone. */
async function quietHome(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-gtk-'));
  const folder = path.join(home, 'gtk-3.0');
  await mkdir(folder);
  await writeFile(path.join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  await writeFile(
    path.join(folder, 'gtk.css'),
    '* { min-width: 0; margin: 0; padding: 0; border: 0; font-size: 1px }\n',
  );
  return home;
}
