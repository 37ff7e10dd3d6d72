/** The time from `npm start` to the first page: on a fresh clone with nothing installed, and again. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { claimPorts } from '../../tools/local/environment.mjs';
import { root } from '../../tools/local/setup.mjs';

const PATIENCE_SECONDS = 600;

export const title = 'npm start to the first page, on free ports';

export default async function starts() {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-start-'));
  const clone = path.join(home, 'lampstand');
  try {
    await promisify(execFile)('git', ['clone', '--quiet', root, clone]);
    const cold = await secondsToFirstPage(clone);
    const warm = await secondsToFirstPage(clone);
    return [
      { what: 'fresh clone: npm ci, build, database, site', seconds: cold },
      { what: 'again', seconds: warm },
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** @param {string} cwd */
async function secondsToFirstPage(cwd) {
  const [site = '', sandbox = '', smtp = '', database = '', metrics = ''] = (await claimPorts(5)).ports.map(String);
  const ports = {
    PORT: site,
    SANDBOX_PORT: sandbox,
    SANDBOX_SMTP_PORT: smtp,
    DATABASE_PORT: database,
    METRICS_PORT: metrics,
  };
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
    await untilFirstPage(`http://localhost:${site}/`, () => child.exitCode !== null && said);
    return Number(((performance.now() - begun) / 1000).toFixed(1));
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
