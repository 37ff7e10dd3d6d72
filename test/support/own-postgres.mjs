/** A durable database server of one test alone, which may be killed, stopped and started again at its address. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../tools/postgres.mjs';
import { isAlive } from '../../tools/processes.mjs';
import { eventually } from './eventually.mjs';

/**
 * Its folder is named so that the next run clears it away when this one was killed.
 * @param {{ home?: string }} [options] a folder of one's own, such as a small disk
 */
export async function ownPostgres({ home = '' } = {}) {
  const folder = home || (await mkdtemp(path.join(tmpdir(), `lampstand-run-${process.pid}-own-`)));
  const dataDir = path.join(folder, 'postgres');
  const launch = (/** @type {number} */ port) => startPostgres({ dataDir, port, database: 'test' });
  let server = await launch(0);
  return {
    url: server.url,
    /** Tells whether it was still running. */
    start: async () => (server = await launch(server.port)).adopted,
    /** As `pg_ctl restart -m fast` does: whoever is connected is cut off. */
    stop: () => server.stop(),
    /** `kill -9` of the server and all its children. */
    kill: async () => {
      const pids = [server.pid, ...childrenOf(server.pid)];
      for (const pid of pids) killed(pid);
      await eventually(() => !pids.some(isAlive));
    },
    end: async () => {
      await server.stop();
      if (!home) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param {number} pid */
function killed(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** @param {number} parent */
function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
