/** Starts the processes of one test stack, each with a log file of its own, and ends them all. */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startNode, stopChild, untilReady } from '../../tools/children.mjs';

const GRACE_MILLISECONDS = 3_000;

/** @param {string} home */
export function launcher(home) {
  /** @type {Map<string, ReturnType<typeof startNode>>} */
  const children = new Map();

  /** @param {string} name @param {string} script @param {Record<string, string>} env @param {string} readyAt */
  const launch = async (name, script, env, readyAt) => {
    const file = path.join(home, `${name}.log`);
    const log = await open(file, 'a');
    const child = startNode(script, { env: { ...cleanEnvironment(), ...env }, output: log.fd });
    await log.close();
    children.set(name, child);
    await untilReady(readyAt, child).catch(async (error) => {
      throw new Error(`${name} did not start: ${error.message}\n${await readFile(file, 'utf8')}`);
    });
    return child;
  };

  const endAll = () => Promise.all([...children.values()].map((child) => stopChild(child, GRACE_MILLISECONDS)));

  return { launch, endAll };
}

/** Nothing of the developer's shell but what a process needs to run: no key, no port, no flag of the test runner. */
function cleanEnvironment() {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];
  return Object.fromEntries(kept.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
}
