// @ts-check
/** Child processes that end with their parent and do not receive the terminal's Ctrl-C, and facts about any process id. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Not imported from setup.mjs, whose lock imports this module.
const root = path.resolve(import.meta.dirname, '../..');
const EXIT_WITH_PARENT = new URL('exit-with-parent.mjs', import.meta.url).href;
const GRACE_MILLISECONDS = 12_000;

/** @typedef {ReturnType<typeof startNode>} Child */

/**
 * @param {string} script
 * @param {{ env: Record<string, string | undefined>, output?: 'inherit' | number, flags?: string[], args?: string[], cwd?: string }} options
 */
export function startNode(script, { env, output = 'inherit', flags = [], args = [], cwd = root }) {
  const nodeArgs = ['--import', EXIT_WITH_PARENT, ...flags, path.resolve(root, script), ...args];
  const child = spawn(process.execPath, nodeArgs, {
    cwd,
    env,
    stdio: ['ignore', output, output, 'ipc'],
    detached: process.platform !== 'win32',
  });
  /** @type {Promise<string>} */
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)));
  return {
    pid: child.pid,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** @param {NodeJS.Signals} signal */
    kill: (signal) => child.kill(signal),
  };
}

/** Sends SIGTERM, and SIGKILL after the grace period. @param {Child} child */
export async function stopChild(child, grace = GRACE_MILLISECONDS) {
  if (!child.isRunning()) return;
  child.kill('SIGTERM');
  const inTime = await Promise.race([child.ended.then(() => true), sleep(grace, false, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
  await child.ended;
}

/** Waits until the address answers 2xx; throws at once when its process has ended. @param {string} url @param {Child} child */
export async function untilReady(url, child, { within = 60_000 } = {}) {
  for (const end = Date.now() + within; Date.now() < end; await sleep(100)) {
    if (!child.isRunning()) throw new Error(`it ended with ${await child.ended}`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not answer within ${within / 1000} s`);
}

/** An unreaped zombie counts as ended. @param {number} pid */
export const isAlive = (pid) => {
  const found = lookUp(pid);
  return found !== undefined && !found.state.startsWith('Z');
};

/** @param {number} pid */
export const nameOf = (pid) => lookUp(pid)?.name;

/** Pid and start time: pids are reused after a reboot or in a new container. @param {number} pid */
export const identityOf = (pid) => (isAlive(pid) ? `${pid} ${lookUp(pid)?.started}` : undefined);

/** @param {number} pid */
function lookUp(pid) {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function fromProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const { name = '', rest = '' } = /^\d+ \((?<name>.*)\) (?<rest>.*)$/s.exec(stat)?.groups ?? {};
  const fields = rest.split(' ');
  return { name, state: fields[0] ?? '', started: fields[19] };
}

/** @param {number} pid */
function fromPs(pid) {
  const line = execFileSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [state = '', ...words] = line.split(/\s+/);
  return { state, started: words.slice(0, 5).join(' '), name: words.slice(5).join(' ') };
}
