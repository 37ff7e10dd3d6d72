/** The time from `npm start` to the first page: on a fresh clone with nothing installed, and again, against their limits. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { claimPorts } from '../../tools/local/environment.ts';
import { root } from '../../tools/local/setup.ts';
import { median } from './lib/measure.mjs';

const PATIENCE_SECONDS = 600;
const STARTS_AGAIN = 3;
/** Seconds: beyond `npm ci` in a fresh clone, and again. */
const LIMITS = { fresh: 25, again: 4 };

export const title = 'npm start to the first page, on free ports';

export default async function starts() {
  // The same ports for all starts: the pages contain the address of the site.
  const claim = await claimPorts(5);
  const [site = '', sandbox = '', smtp = '', database = '', metrics = ''] = claim.ports.map(String);
  const ports = {
    PORT: site,
    SANDBOX_PORT: sandbox,
    SANDBOX_SMTP_PORT: smtp,
    DATABASE_PORT: database,
    METRICS_PORT: metrics,
  };
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-start-'));
  const clone = path.join(home, 'lampstand');
  try {
    await promisify(execFile)('git', ['clone', '--quiet', root, clone]);
    const fresh = await firstPage(clone, ports);
    const again = [];
    for (let starts = 0; starts < STARTS_AGAIN; starts += 1) again.push((await firstPage(clone, ports)).seconds);
    return [
      {
        start: 'fresh clone',
        seconds: fresh.seconds,
        'of it npm ci': fresh.packages,
        'times npm ci': Number((fresh.seconds / fresh.packages).toFixed(2)),
        'without npm ci': Number((fresh.seconds - fresh.packages).toFixed(1)),
        limit: LIMITS.fresh,
      },
      { start: 'again (median)', seconds: median(again), 'without npm ci': median(again), limit: LIMITS.again },
    ];
  } finally {
    claim.release();
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Seconds until the first page is served, and those of them for the packages.
 * @param {string} cwd @param {Record<string, string>} ports
 */
async function firstPage(cwd, ports) {
  const kept = Object.fromEntries(['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]]));
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...kept, ...ports },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise((done) => child.once('exit', done));
  try {
    await untilFirstPage(`http://localhost:${ports['PORT']}/`, () => child.exitCode !== null && said);
    const seconds = Number(((performance.now() - begun) / 1000).toFixed(1));
    return { seconds, packages: Number(/^ok +packages +(\S+) s$/m.exec(said)?.[1] ?? 0) };
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}

/** @param {string} url @param {() => string | false} whyNot */
async function untilFirstPage(url, whyNot) {
  for (const end = Date.now() + PATIENCE_SECONDS * 1000; Date.now() < end; await sleep(100)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok && (await answer.text()).includes('</html>')) return;
    const failure = whyNot();
    if (failure) throw new Error(`npm start ended:\n${failure}`);
  }
  throw new Error(`No page within ${PATIENCE_SECONDS} s`);
}
