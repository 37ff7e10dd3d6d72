/** One server process of a test stack, which a test may kill and start again. */
import path from 'node:path';
import { stopChild } from '../../tools/children.mjs';

/**
 * @typedef {{ url: string, metricsUrl: string, readonly pid: number, isLive: () => boolean, kill: (signal?: NodeJS.Signals) => Promise<string>, signal: (name: NodeJS.Signals) => boolean, restart: () => Promise<void> }} Api
 * @param {{ name: string, home: string, port: number, metricsPort: number, env: Record<string, string>, entry?: string, launch: ReturnType<typeof import('./launcher.mjs').launcher>['launch'] }} options
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
      return child.pid;
    },
    isLive: () => ready && child.isRunning(),
    /** As abruptly as a power cut, unless another signal is asked for. Tells how the process ended. */
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
