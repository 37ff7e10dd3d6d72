/** A whole product of one's own for a test: fresh database, sandbox, API processes behind a round robin, on free ports. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { generatedSecrets, sandboxEnvironment, sandboxKeys, sandboxUrlOf } from '../../tools/environment.mjs';
import { claimPorts } from '../../tools/ports.mjs';
import { startApi } from './api-process.mjs';
import { eventually } from './eventually.mjs';
import { launcher } from './launcher.mjs';
import { freshDatabase, testPostgres } from './postgres.mjs';
import { startProbes } from './probes.mjs';
import { startRoundRobin } from './round-robin.mjs';
import { sandboxDriver } from './sandbox.mjs';

export const ADMIN = {
  ADMIN_EMAIL: 'admin@lampstand.example',
  ADMIN_PASSWORD: 'a lamp on its stand',
  ADMIN_DATABASE_PASSWORD: 'under no bushel',
};

/**
 * @typedef {object} StackOptions
 * @property {number} [apis]
 * @property {Record<string, string>} [env] added to what the API processes are told
 * @property {string} [databaseUrl] a database of one's own, used as it is; it stays
 * @property {(databaseUrl: string) => Promise<string>} [between] the address the API processes get for the database's,
 *   such as that of a proxy; the stack's own queries look past it
 * @property {number} [probeEvery] milliseconds; then the proxy knows of its replicas only what their readiness says, else
 *   it is told
 * @property {string[]} [entries] the compiled servers that run side by side, when they are others than the product's
 * @property {boolean} [together] the API processes start at once, on a database that is still empty
 * @property {(index: number) => Record<string, string>} [envOf] added to what one of them is told, counted from 0
 */

/** @param {StackOptions} [options] */
export async function startStack({
  apis: count = 2,
  env = {},
  databaseUrl = '',
  between,
  probeEvery = 0,
  entries = [],
  together = false,
  envOf = () => ({}),
} = {}) {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-test-'));
  // Older builds, and servers that start together, get an empty database: their migrations are part of the test.
  const migrated = !databaseUrl && !together && !entries.length;
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await databaseOfThisRun(migrated);
  const claim = await claimPorts(2 + 2 * count);
  const [sandboxPort, smtpPort, ...apiPorts] = claim.ports;
  const ports = { sandbox: sandboxPort, smtp: smtpPort };
  const { launch, endAll } = launcher(home);
  /** @type {import('./api-process.mjs').Api[]} */
  const apis = [];
  const liveUrls = () => apis.filter((api) => api.isLive()).map(({ url }) => url);
  const probes = probeEvery ? startProbes(() => apis.map(({ url }) => url), probeEvery) : undefined;
  const proxy = await startRoundRobin(probes?.ready ?? liveUrls);
  const address = { url: proxy.url, sandboxUrl: sandboxUrlOf(ports), smtpPort, databaseUrl: database.url, home };
  const view = connectStack({ ...address, apiUrls: [] }, liveUrls);

  async function stop() {
    await probes?.stop();
    await endAll();
    claim.release();
    await proxy.stop();
    await view.close();
    await database.drop();
    await rm(home, { recursive: true, force: true });
  }

  try {
    const origins = [proxy.url, proxy.url.replace('127.0.0.1', 'localhost')];
    const sandboxTold = sandboxEnvironment({ ports, dataDir: home, apiUrl: proxy.url, origins });
    await launch('sandbox', 'apps/sandbox/build/main.js', sandboxTold, `${view.sandboxUrl}/_sandbox/clock`);
    const reached = between ? await between(database.url) : database.url;
    const told = { ...(await apiEnvironment(home, ports)), DATABASE_URL: reached, SITE_URL: proxy.url, ...env };
    const startOne = (/** @type {number} */ index) => {
      const [port, metricsPort] = apiPorts.slice(2 * index);
      const entry = entries[index % entries.length];
      const own = { ...told, ...envOf(index) };
      return startApi({ name: `api-${index + 1}`, home, port, metricsPort, env: own, entry, launch });
    };
    const indices = Array.from({ length: count }, (_, index) => index);
    if (together || migrated) apis.push(...(await Promise.all(indices.map(startOne))));
    // In sequence: the first one migrates.
    else for (const index of indices) apis.push(await startOne(index));
    if (probes) await eventually(() => probes.ready().length === count);
    return { ...view, apiUrls: apis.map(({ url }) => url), apis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {boolean} migrated */
async function databaseOfThisRun(migrated) {
  const postgres = await testPostgres();
  const { url, drop } = await freshDatabase(postgres.url, { migrated });
  return { url, drop: () => drop().then(postgres.stop) };
}

/** @param {string} home @param {{ sandbox: number, smtp: number }} ports */
const apiEnvironment = async (home, ports) => ({
  NODE_ENV: 'test',
  ...(await generatedSecrets(home)),
  ...sandboxKeys(ports),
  ...ADMIN,
  TRUST_PROXY: '1',
  LIMITS: 'off',
  SWEEP_INTERVAL_SECONDS: '1',
  DRAIN_SECONDS: '0',
});

/**
 * A view of a running stack, also from another process than the one that started it.
 * @param {{ url: string, apiUrls: string[], sandboxUrl: string, smtpPort: number, databaseUrl: string, home: string }} address
 * @param {() => string[]} [liveUrls]
 */
export function connectStack(address, liveUrls = () => address.apiUrls) {
  const pool = new pg.Pool({
    connectionString: address.databaseUrl,
    max: 4,
    allowExitOnIdle: true,
  });
  pool.on('error', () => {});
  return {
    ...address,
    sandbox: sandboxDriver({ sandboxUrl: address.sandboxUrl, apiUrls: liveUrls }),
    /** @param {string} sql @param {unknown[]} [params] @returns {Promise<any[]>} */
    query: async (sql, params) => (await pool.query(sql, params)).rows,
    /** Everything the processes of the stack have written so far. */
    logs: async () => {
      const names = (await readdir(address.home)).filter((name) => name.endsWith('.log'));
      return (await Promise.all(names.map((name) => readFile(path.join(address.home, name), 'utf8')))).join('\n');
    },
    close: () => pool.end(),
  };
}
