/** A complete product for a test: a new database, the sandbox, and API processes behind a load balancer, on free ports. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import {
  claimPorts,
  generatedSecrets,
  sandboxEnvironment,
  sandboxKeys,
  sandboxUrlOf,
} from '../../tools/local/environment.ts';
import { launcher, startApi } from './processes.mjs';
import { eventually } from './eventually.mjs';
import { allowLogs, logCheck } from './logs.mjs';
import { freshDatabase, testPostgres } from './postgres.mjs';
import { startProbes, startRoundRobin } from './load-balancer.mjs';
import { sandboxDriver } from './sandbox.mjs';

export const ADMIN = {
  ADMIN_EMAIL: 'admin@lampstand.example',
  ADMIN_PASSWORD: 'a lamp on its stand',
  ADMIN_DATABASE_PASSWORD: 'under no bushel',
};

/**
 * @typedef {object} StackOptions
 * @property {number} [apis]
 * @property {Record<string, string>} [env] added to the environment of the API processes
 * @property {string} [databaseUrl] an existing database to use as it is; it is not dropped
 * @property {(databaseUrl: string) => Promise<string>} [between] returns the database address for the API
 *   processes, such as that of a proxy; the stack's own queries go to the database directly
 * @property {(servers: string[]) => Promise<{ url: string, stop: () => Promise<void> }>} [front] starts a proxy before these
 *   servers (`host:port`), in place of the load balancer
 * @property {number} [probeEvery] milliseconds between readiness probes of the load balancer; without it, the balancer
 *   knows from the stack which processes run
 * @property {string[]} [entries] compiled servers to run side by side instead of the product's own
 * @property {boolean} [together] start the API processes at the same time, on an empty database
 * @property {(index: number) => Record<string, string>} [envOf] added to the environment of one API process, counted from 0
 * @property {string} [node] the program of another Node, for all processes
 */

/** @param {StackOptions} [options] */
export async function startStack({
  apis: count = 2,
  env = {},
  databaseUrl = '',
  between,
  front,
  probeEvery = 0,
  entries = [],
  together = false,
  envOf = () => ({}),
  node,
} = {}) {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-test-'));
  // Older builds, and servers that start together, run the migrations themselves.
  const migrated = !databaseUrl && !together && !entries.length;
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await newDatabase(migrated);
  const claim = await claimPorts(2 + 2 * count);
  const [sandboxPort = 0, smtpPort = 0, ...apiPorts] = claim.ports;
  const ports = { sandbox: sandboxPort, smtp: smtpPort };
  const { launch, endAll } = launcher(home, node);
  /** @type {import('./processes.mjs').Api[]} */
  const apis = [];
  const liveUrls = () => apis.filter((api) => api.isLive()).map(({ url }) => url);
  const probes = probeEvery ? startProbes(() => apis.map(({ url }) => url), probeEvery) : undefined;
  const servers = Array.from({ length: count }, (_, index) => `127.0.0.1:${apiPorts[2 * index]}`);
  const proxy = await (front ? front(servers) : startRoundRobin(probes?.ready ?? liveUrls));
  const address = { url: proxy.url, sandboxUrl: sandboxUrlOf(ports), smtpPort, databaseUrl: database.url, home };
  const view = connectStack({ ...address, apiUrls: [] }, liveUrls);

  const check = logCheck(home);
  async function stop() {
    await probes?.stop();
    await endAll();
    claim.release();
    await proxy.stop();
    await view.close();
    await database.drop();
    try {
      await check();
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  }

  try {
    const origins = [proxy.url, proxy.url.replace('127.0.0.1', 'localhost')];
    const sandboxEnv = sandboxEnvironment({ ports, dataDir: home, apiUrl: proxy.url, origins });
    await launch('sandbox', 'apps/sandbox/build/main.js', sandboxEnv, `${view.sandboxUrl}/_sandbox/clock`);
    const apiDatabaseUrl = between ? await between(database.url) : database.url;
    const apiEnv = {
      ...(await apiEnvironment(home, ports)),
      DATABASE_URL: apiDatabaseUrl,
      SITE_URL: proxy.url,
      ...env,
    };
    const startOne = (/** @type {number} */ index) => {
      const [port = 0, metricsPort = 0] = apiPorts.slice(2 * index);
      const entry = entries[index % entries.length];
      const own = { ...apiEnv, ...envOf(index) };
      return startApi({ name: `api-${index + 1}`, home, port, metricsPort, env: own, entry, launch });
    };
    const indices = Array.from({ length: count }, (_, index) => index);
    if (together || migrated) apis.push(...(await Promise.all(indices.map(startOne))));
    // One after the other: the first one migrates.
    else for (const index of indices) apis.push(await startOne(index));
    if (probes) await eventually(() => probes.ready().length === count);
    return { ...view, apiUrls: apis.map(({ url }) => url), apis, checkLogs: check, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** @param {boolean} migrated */
export async function newDatabase(migrated) {
  const postgres = await testPostgres();
  const { url, drop } = await freshDatabase(postgres.url, { migrated });
  return { url, drop: () => drop().then(postgres.stop) };
}

/** @param {string} home @param {{ sandbox: number, smtp: number }} ports */
export const apiEnvironment = async (home, ports) => ({
  NODE_ENV: 'test',
  ...(await generatedSecrets(home)),
  ...sandboxKeys(ports),
  ...ADMIN,
  TRUST_PROXY: '1',
  LIMITS: 'off',
  // A loaded machine opens a connection in seconds.
  DATABASE_WAIT_SECONDS: '20',
  SWEEP_INTERVAL_SECONDS: '1',
  // Its calls to the providers would meet the faults of tests.
  CHECK_INTERVAL_SECONDS: '0',
  DRAIN_SECONDS: '0',
});

/**
 * A handle to a running stack, also from a process that did not start it.
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
  /** Announces later warnings and errors of the servers: those that match. @param {...RegExp} patterns */
  const announce = (...patterns) => allowLogs(address.home, patterns);
  return {
    ...address,
    sandbox: sandboxDriver({ sandboxUrl: address.sandboxUrl, apiUrls: liveUrls, announce }),
    /** @param {string} sql @param {unknown[]} [params] @returns {Promise<any[]>} */
    query: async (sql, params) => (await pool.query(sql, params)).rows,
    allowLogs: announce,
    /** The log files of all processes so far, as one text. */
    logs: async () => {
      const names = (await readdir(address.home)).filter((name) => name.endsWith('.log'));
      return (await Promise.all(names.map((name) => readFile(path.join(address.home, name), 'utf8')))).join('\n');
    },
    close: () => pool.end(),
  };
}
