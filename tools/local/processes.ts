/**
 * Processes of this machine: children that end with their parent and do not receive the terminal's Ctrl-C, facts about any
 * process id, and lock files.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Not imported from setup.ts, which imports this module.
const root = path.resolve(import.meta.dirname, '../..');
const GRACE_MILLISECONDS = 12_000;
/** Loaded into a child by `--import`. */
const EXIT_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`(${exitWithParent})();`)}`;

export type Child = ReturnType<typeof startNode>;

export function startNode(
  script: string,
  {
    env,
    output = 'inherit',
    flags = [],
    args = [],
    cwd = root,
    node,
  }: {
    env: Record<string, string | undefined>;
    output?: 'inherit' | number;
    flags?: string[];
    args?: string[];
    cwd?: string;
    node?: string | undefined;
  },
) {
  const nodeArgs = ['--import', EXIT_WITH_PARENT, ...flags, path.resolve(root, script), ...args];
  const child = spawn(node ?? process.execPath, nodeArgs, {
    cwd,
    env,
    stdio: ['ignore', output, output, 'ipc'],
    detached: process.platform !== 'win32',
  });
  const ended: Promise<string> = new Promise((done) =>
    child.once('exit', (code, signal) => done(signal ?? `code ${code}`)),
  );
  return {
    pid: child.pid,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}

/** Runs in a child: ends it when its parent is gone, even by kill -9. */
function exitWithParent() {
  if (!process.channel) return;
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}

/** Sends SIGTERM, and SIGKILL after the grace period. */
export async function stopChild(child: Child, grace = GRACE_MILLISECONDS) {
  if (!child.isRunning()) return;
  child.kill('SIGTERM');
  const inTime = await Promise.race([child.ended.then(() => true), sleep(grace, false, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
  await child.ended;
}

/** Waits until the address answers 2xx; throws at once when its process has ended. */
export async function untilReady(url: string, child: Child, { within = 60_000 } = {}) {
  for (const end = Date.now() + within; Date.now() < end; await sleep(100)) {
    if (!child.isRunning()) throw new Error(`it ended with ${await child.ended}`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not answer within ${within / 1000} s`);
}

/** An unreaped zombie counts as ended. */
export const isAlive = (pid: number) => {
  const found = lookUp(pid);
  return found !== undefined && !found.state.startsWith('Z');
};

export const nameOf = (pid: number) => lookUp(pid)?.name;

/** Pid and start time: pids are reused after a reboot or in a new container. */
const identityOf = (pid: number) => (isAlive(pid) ? `${pid} ${lookUp(pid)?.started}` : undefined);

function lookUp(pid: number) {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

function fromProc(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const { name = '', rest = '' } = /^\d+ \((?<name>.*)\) (?<rest>.*)$/s.exec(stat)?.groups ?? {};
  const fields = rest.split(' ');
  return { name, state: fields[0] ?? '', started: fields[19] };
}

function fromPs(pid: number) {
  const line = execFileSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [state = '', ...words] = line.split(/\s+/);
  return { state, started: words.slice(0, 5).join(' '), name: words.slice(5).join(' ') };
}

/**
 * Runs a program of node_modules/.bin, or at an absolute path, and returns its output if `quiet`.
 * @param options quiet shows output of failures only; it is the `output` of the error, too
 */
export async function run(
  tool: string,
  args: string[],
  {
    cwd = root,
    env = process.env,
    quiet = false,
  }: { cwd?: string; env?: Record<string, string | undefined>; quiet?: boolean } = {},
) {
  const child = spawn(path.resolve(root, 'node_modules/.bin', tool), args, {
    cwd,
    env,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done, failed) => child.on('close', done).on('error', failed));
  if (code === 0) return output;
  const message = `${tool} ${args.join(' ')} failed${output && `:\n${output.trim()}`}`;
  throw Object.assign(new Error(message), { output: output.trim() });
}

let attempts = 0;

/**
 * Takes a lock file and returns its release; undefined while another process holds it. A lock whose holder is dead, even by
 * kill -9, is free.
 */
export async function tryLock(file: string) {
  await mkdir(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}.${(attempts += 1)}`;
  await writeFile(mine, identityOf(process.pid) ?? '');
  try {
    for (;;) {
      if (await created(() => link(mine, file))) return () => rm(file, { force: true });
      const holder = await holderOf(file);
      if (holder === undefined) continue;
      if (identityOf(Number(holder.split(' ')[0])) === holder) return undefined;
      await removeStale(file, holder);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** Runs the work with the lock, waiting for it up to ten minutes. */
export async function withLock<T>(file: string, work: () => Promise<T>) {
  const release = await lock(file);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function lock(file: string) {
  for (const end = Date.now() + 600_000; ; await sleep(100)) {
    const release = await tryLock(file);
    if (release) return release;
    if (Date.now() > end) throw new Error(`Another process holds ${file}. End it, or delete that file.`);
  }
}

const holderOf = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** False when the file exists already. */
const created = (create: () => Promise<void>) =>
  create().then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/**
 * Renames the file first: of two processes that find it stale only one succeeds, and a lock taken meanwhile is put back.
 */
async function removeStale(file: string, holder: string) {
  const aside = `${file}.stale.${process.pid}`;
  await rename(file, aside).catch(() => {});
  if ((await holderOf(aside)) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}
