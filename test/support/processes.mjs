/** Starts, kills and restarts the processes of a test stack. Each writes to a log file of its own. */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startNode, stopChild, untilReady } from '../../tools/local/processes.ts';

const GRACE_MS = 3_000;

/**
 * @typedef {ReturnType<typeof launcher>['launch']} Launch
 * @param {string} home the folder of the log files
 * @param {string} [node] the program of another Node
 */
export function launcher(home, node) {
  /** @type {Map<string, ReturnType<typeof startNode>>} */
  const children = new Map();

  /** @param {string} name @param {string} script @param {Record<string, string>} env @param {string} readyAt */
  const launch = async (name, script, env, readyAt) => {
    const file = path.join(home, `${name}.log`);
    const log = await open(file, 'a');
    // As npm start and the image run them.
    const flags = ['--enable-source-maps'];
    const child = startNode(script, { node, flags, env: { ...cleanEnvironment(), ...env }, output: log.fd });
    await log.close();
    children.set(name, child);
    await untilReady(readyAt, child).catch(async (/** @type {Error} */ error) => {
      throw new Error(`${name} did not start: ${error.message}\n${await readFile(file, 'utf8')}`);
    });
    return child;
  };

  /** The first one last: servers that stop finish their calls to the sandbox. */
  const endAll = async () => {
    const [first, ...others] = children.values();
    await Promise.all(others.map((child) => stopChild(child, GRACE_MS)));
    if (first) await stopChild(first, GRACE_MS);
  };

  return { launch, endAll };
}

/**
 * One API process.
 * @typedef {{ url: string, metricsUrl: string, readonly pid: number, isLive: () => boolean, kill: (signal?: NodeJS.Signals) => Promise<string>, signal: (name: NodeJS.Signals) => boolean, restart: () => Promise<void> }} Api
 * @param {{ name: string, home: string, port: number, metricsPort: number, env: Record<string, string>, entry?: string, launch: Launch }} options
 * @returns {Promise<Api>}
 */
export async function startApi({ name, home, port, metricsPort, env, entry = 'apps/api/build/main.js', launch }) {
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: path.join(home, name) };
  const start = () => launch(name, entry, { ...env, ...own }, `${url}/readyz`);
  let child = await start();
  let ready = true;
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    get pid() {
      return Number(child.pid);
    },
    isLive: () => ready && child.isRunning(),
    /** SIGKILL unless another signal is given. Resolves with the exit: `SIGKILL`, `code 0`. */
    kill: async (signal = 'SIGKILL') => {
      ready = false;
      child.kill(signal);
      return child.ended;
    },
    signal: (name) => child.kill(name),
    restart: async () => {
      ready = false;
      await stopChild(child);
      child = await start();
      ready = true;
    },
  };
}

/** Passes on what a process needs to run, the clock of `npm run hours`, and no key, port or test runner flag of the developer's shell. */
function cleanEnvironment() {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'LD_PRELOAD', 'FAKETIME', 'DONT_FAKE_MONOTONIC'];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
