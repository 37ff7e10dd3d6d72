/** Child processes that neither outlive their parent nor hear the terminal's Ctrl-C: whoever starts them stops them, in order. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './setup.mjs';

const LEASH = new URL('leash.mjs', import.meta.url).href;
const GRACE_MILLISECONDS = 12_000;

/**
 * @param {string} script
 * @param {{ env: Record<string, string | undefined>, output?: 'inherit' | number, flags?: string[], args?: string[], cwd?: string }} options
 */
export function startNode(script, { env, output = 'inherit', flags = [], args = [], cwd = root }) {
  const child = spawn(process.execPath, ['--import', LEASH, ...flags, path.resolve(root, script), ...args], {
    cwd,
    env,
    stdio: ['ignore', output, output, 'ipc'],
    detached: process.platform !== 'win32',
  });
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)));
  return {
    pid: child.pid,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
  };
}

export async function stopChild(child, grace = GRACE_MILLISECONDS) {
  if (!child.isRunning()) return;
  child.kill('SIGTERM');
  const inTime = await Promise.race([child.ended.then(() => true), sleep(grace, false, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
  await child.ended;
}

/** Waits until the address answers 200, and fails at once when the process behind it has ended. */
export async function untilReady(url, child, { within = 60_000 } = {}) {
  for (const end = Date.now() + within; Date.now() < end; await sleep(100)) {
    if (!child.isRunning()) throw new Error(`it ended with ${await child.ended}`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not answer within ${within / 1000} s`);
}

export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);
