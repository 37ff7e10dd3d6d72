/**
 * Two servers behind our Caddyfile get another release, one after the other, as docs/deploying.md says, while pages of the old one are
 * open and others are opened. The assets of the releases have different names.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, expect as shown, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/local/chromium.ts';
import { installCaddy } from '../../tools/local/debian.ts';
import { claimPorts } from '../../tools/local/environment.ts';
import { run } from '../../tools/local/processes.ts';
import { root } from '../../tools/local/setup.ts';
import { aMember, aTrial, aVisitor, planTokenOf } from '../builders/index.ts';
import { WeekDemo } from '../drivers/demo.ts';
import { isHydrated } from '../drivers/hydration.ts';
import { Pastor } from '../drivers/pastor.ts';
import { PlanScreen } from '../drivers/plan-screen.ts';
import { typedFrom } from '../drivers/registration-screen.ts';
import { StaffBrowser } from '../drivers/staff-browser.ts';
import { eventually } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';

/** A sentence that most scripts of pages depend on. */
const CHANGED = {
  file: 'apps/web/app/components/error-fallback.tsx',
  from: 'Something went wrong',
  to: 'Something failed',
};
const SOURCES = [
  'apps/web',
  'libs',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
const MINUTE = 60_000;

let home: string;
let stack: OwnStack;
let browser: Browser;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'lampstand-releases-'));
  await anotherRelease();
  await symlink(root, path.join(home, 'current'));
  stack = await startStack({
    front: caddyBefore,
    entries: [path.join(home, 'current/apps/api/build/main.js')],
    env: { DRAIN_SECONDS: '10' },
  });
  browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
}, 10 * MINUTE);

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (home) await rm(home, { recursive: true, force: true });
});

it(
  'breaks no page that was open before, and none that is opened meanwhile',
  async () => {
    const renamed = await renamedScripts();
    expect(renamed).toBeGreaterThan(20);
    const traffic = new WatchedTraffic();
    const tabs = await openTabs(traffic);
    expect(tabs).toHaveLength(20);
    expect(traffic.failures).toEqual([]);

    const visits = visitsUntil(deploy(), traffic);
    const { opened, broken: brokenVisits } = await visits;
    const broken: string[] = [];
    for (const { name, goOn } of tabs)
      await goOn().catch((error: Error) => broken.push(`${name}: ${error.message.slice(0, 500)}`));
    console.log({ renamed, tabs: tabs.length, broken: broken.length, opened, requests: traffic.requests, failed: traffic.failures.length }); // oxfmt-ignore
    expect(broken).toEqual([]);
    expect(brokenVisits).toEqual([]);
    expect(traffic.failures).toEqual([]);
    expect(opened).toBeGreaterThan(5);
  },
  20 * MINUTE,
);

/** Builds the site with one other sentence, in `next` beside a copy of the server. */
async function anotherRelease(): Promise<void> {
  const next = path.join(home, 'next');
  const isSource = (file: string) => !/\/(build|node_modules|\.react-router)$/.test(file);
  for (const part of SOURCES)
    await cp(path.join(root, part), path.join(next, part), { recursive: true, filter: isSource });
  await cp(path.join(root, 'apps/api/build'), path.join(next, 'apps/api/build'), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(next, 'node_modules'));
  const text = await readFile(path.join(next, CHANGED.file), 'utf8');
  expect(text).toContain(CHANGED.from);
  await writeFile(path.join(next, CHANGED.file), text.replace(CHANGED.from, CHANGED.to));
  await run(process.execPath, [path.join(next, 'tools/write-site.ts')]);
}

/** How many scripts of the old release the new one does not have. */
async function renamedScripts(): Promise<number> {
  const scriptsOf = async (release: string) =>
    (await readdir(path.join(release, 'apps/web/build/client/assets'))).filter((name) => name.endsWith('.js'));
  const now = new Set(await scriptsOf(path.join(home, 'next')));
  return (await scriptsOf(root)).filter((name) => !now.has(name)).length;
}

/** As the commands for a plain machine: the link, then server by server. */
async function deploy(): Promise<void> {
  await symlink(path.join(home, 'next'), path.join(home, 'link'));
  await rename(path.join(home, 'link'), path.join(home, 'current'));
  for (const api of stack.apis) {
    await api.kill('SIGTERM');
    await api.restart();
  }
}

async function caddyBefore(servers: string[]) {
  installCaddy();
  const claim = await claimPorts(2);
  const [port, admin] = claim.ports;
  const url = `http://127.0.0.1:${port}`;
  const caddy: ChildProcess = spawn(
    'caddy',
    ['run', '--config', path.join(root, 'docker/Caddyfile'), '--adapter', 'caddyfile'],
    {
      env: {
        HOME: home,
        PATH: process.env['PATH'],
        CADDY_ADMIN: `127.0.0.1:${admin}`,
        PROXY_ADDRESS: url,
        API_SERVERS: servers.join(' '),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const log: string[] = [];
  caddy.stderr!.on('data', (chunk: Buffer) => log.push(String(chunk)));
  const ended = new Promise((done) => caddy.once('exit', done));
  await eventually(() => fetch(url).then(() => true, () => false)).catch((error: Error) => {
    throw new Error(`${error.message}\n${log.join('')}`);
  }); // oxfmt-ignore
  return {
    url,
    stop: async () => {
      caddy.kill('SIGTERM');
      await ended;
      claim.release();
    },
  };
}

/** The requests of all tabs, and those that failed. */
class WatchedTraffic {
  requests = 0;
  readonly failures: string[] = [];

  watch(context: BrowserContext): void {
    context.on('request', () => (this.requests += 1));
    context.on('response', (response) => {
      if (response.status() >= 400) this.failures.push(`${response.status()} ${response.url()}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // A page that is left ends its requests, and a server that stops ends its streams, which pages open again.
      if (reason === 'net::ERR_ABORTED' || request.url().endsWith('/api/admin/changes')) return;
      this.failures.push(`${reason} ${request.url()}`);
    });
    context.on('weberror', (failure) => this.failures.push(`uncaught: ${failure.error().message}`));
  }
}

async function aPage(traffic: WatchedTraffic): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.url, reducedMotion: 'reduce' });
  traffic.watch(context);
  return context.newPage();
}

interface Tab {
  name: string;
  goOn: () => Promise<unknown>;
}

/** Twenty tabs, each as far as its name says. */
async function openTabs(traffic: WatchedTraffic): Promise<Tab[]> {
  const tabs: Tab[] = [];
  const open = async (name: string, way: (page: Page) => Promise<Tab['goOn']>) =>
    tabs.push({ name, goOn: await way(await aPage(traffic)) });
  const openPastor = (name: string, way: (pastor: Pastor) => Promise<Tab['goOn']>) =>
    open(name, (page) => way(new Pastor(page, stack, aVisitor(stack))));

  for (let at = 0; at < 2; at += 1) await open('home', homePage);
  for (let at = 0; at < 3; at += 1) {
    await openPastor('details, nothing typed', async (pastor) => {
      await pastor.opensTrialPage();
      return () => finishes(pastor);
    });
    await openPastor('details, a part typed', async (pastor) => {
      await pastor.leavesPartOne();
      return () => finishes(pastor);
    });
    await openPastor('code', async (pastor) => {
      await pastor.isAskedForCode();
      return () => pastor.provesPhone();
    });
    await openPastor('card', async (pastor) => {
      await pastor.isAskedForCard();
      return () => pastor.savesCard().then(() => pastor.isWelcomed());
    });
    await open('plan', planPage);
  }
  for (const [from, link, heading] of [
    ['/admin', 'Queue', 'Queue'],
    ['/admin/queue', 'Newsletter', 'Newsletter Subscribers'],
    [`/trials/${(await aTrial(stack)).id}`, 'Audit', 'Audit'],
  ] as const)
    await open(`back office ${from}`, async (page) => {
      const staff = new StaffBrowser(page, stack);
      await staff.isSignedInAs();
      await page.goto(from);
      await shown(page.locator('.office-page h1')).toBeVisible();
      return async () => {
        await staff.places.getByRole('link', { name: link, exact: true }).click();
        await shown(staff.heading(heading)).toBeVisible();
      };
    });
  return tabs;
}

async function finishes(pastor: Pastor): Promise<void> {
  await pastor.registration.fillIn(typedFrom(pastor.details));
  await pastor.sends();
  await pastor.provesPhone();
}

async function homePage(page: Page): Promise<Tab['goOn']> {
  const week = new WeekDemo(page);
  await page.goto('/');
  return async () => {
    await week.comesIntoView();
    await week.day('Monday').click();
    await shown(week.said).toHaveText(/^Monday/);
    await page.locator('main a[href="/trial"]').first().click();
    await isHydrated(page);
  };
}

async function planPage(page: Page): Promise<Tab['goOn']> {
  const plan = new PlanScreen(page);
  await plan.follow(`/plan?token=${await planTokenOf(stack, await aMember(stack))}`);
  return async () => {
    await plan.cancelInTwoClicks();
    await shown(plan.button('Keep my plan')).toBeVisible();
  };
}

/** Opens pages until the work is done, each in a browser without a cache. */
async function visitsUntil(work: Promise<void>, traffic: WatchedTraffic) {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  const broken: string[] = [];
  let opened = 0;
  const visits: [string, (page: Page) => Promise<void>][] = [
    ['/admin', (page) => shown(page.getByRole('button', { name: 'Log In' }).last()).toBeVisible()],
    ['/trial', isHydrated],
    ['/plan', (page) => shown(page.getByLabel('Email address')).toBeVisible()],
  ];
  while (!isDone)
    for (const [address, isShown] of visits) {
      const page = await aPage(traffic);
      opened += 1;
      await page.goto(address).then(() => isShown(page)).catch((error: Error) => broken.push(`${address}: ${error.message}`)); // oxfmt-ignore
      await page.context().close();
    }
  await done;
  return { opened, broken };
}
