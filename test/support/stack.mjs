/** A whole product of one's own for a test: fresh database, sandbox, API processes behind a round robin, on free ports. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startNode, stopChild, untilReady } from '../../tools/children.mjs';
import { generatedSecrets, sandboxEnvironment, sandboxKeys } from '../../tools/environment.mjs';
import { createDatabase, freePorts } from '../../tools/postgres.mjs';
import { testPostgres } from './postgres.mjs';
import { startRoundRobin } from './round-robin.mjs';
import { sandboxDriver } from './sandbox.mjs';

export const ADMIN = {
  ADMIN_EMAIL: 'admin@lampstand.example',
  ADMIN_PASSWORD: 'a lamp on its stand',
  ADMIN_DATABASE_PASSWORD: 'under no bushel',
};

/**
 * @typedef {{ url: string, port: number, pid: number, kill: (signal?: NodeJS.Signals) => Promise<void>, restart: () => Promise<void> }} Api
 * @param {{ apis?: number, env?: Record<string, string> }} [options] env is added to what the API processes are told
 */
export async function startStack({ apis: count = 2, env = {} } = {}) {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-test-'));
  const postgres = await testPostgres();
  const databaseUrl = await freshDatabase(postgres.url);
  const [sandboxPort, smtp, ...rest] = await freePorts(2 + 2 * count);
  const ports = { sandbox: sandboxPort, smtp };
  /** @type {Api[]} */
  const apis = [];
  const live = new Set();
  const proxy = await startRoundRobin(() => [...live]);
  const url = `http://127.0.0.1:${proxy.port}`;
  const children = new Map();

  /** @param {string} name @param {string} script @param {Record<string, string>} told @param {string} readyAt */
  async function launch(name, script, told, readyAt) {
    const log = await open(path.join(home, `${name}.log`), 'a');
    const child = startNode(script, {
      env: { ...cleanEnvironment(), ...told },
      output: log.fd,
      flags: ['--enable-source-maps'],
    });
    await log.close();
    children.set(name, child);
    await untilReady(readyAt, child).catch(async (error) => {
      throw new Error(
        `${name} did not start: ${error.message}\n${await readFile(path.join(home, `${name}.log`), 'utf8')}`,
      );
    });
    return child;
  }

  const told = {
    NODE_ENV: 'test',
    ...(await generatedSecrets(home)),
    ...sandboxKeys(ports),
    ...ADMIN,
    DATABASE_URL: databaseUrl,
    SITE_URL: url,
    TRUST_PROXY: '1',
    LIMITS: 'off',
    SWEEP_INTERVAL_SECONDS: '1',
    ...env,
  };

  /** @param {string} name @param {number} port @param {number} metrics */
  async function startApi(name, port, metrics) {
    const address = `http://127.0.0.1:${port}`;
    const ownPorts = { PORT: String(port), METRICS_PORT: String(metrics), DATA_DIR: path.join(home, name) };
    const child = await launch(name, 'apps/api/dist/main.js', { ...told, ...ownPorts }, `${address}/readyz`);
    live.add(port);
    void child.ended.then(() => live.delete(port));
    return child;
  }

  /** @param {number} index @returns {Promise<Api>} */
  async function api(index) {
    const name = `api-${index + 1}`;
    const [port, metrics] = rest.slice(2 * index);
    let child = await startApi(name, port, metrics);
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      get pid() {
        return child.pid;
      },
      /** As abruptly as a power cut, unless another signal is asked for. */
      kill: async (signal = 'SIGKILL') => {
        live.delete(port);
        child.kill(signal);
        await child.ended;
      },
      restart: async () => {
        await stopChild(child);
        child = await startApi(name, port, metrics);
      },
    };
  }

  async function stop() {
    await Promise.all([...children.values()].reverse().map(stopChild));
    await proxy.stop();
    await stack.close();
    await dropDatabase(postgres.url, databaseUrl);
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }

  const stack = {
    ...connectStack({
      url,
      sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
      smtpPort: smtp,
      databaseUrl,
      home,
      apiUrls: [],
    }),
    apis,
    stop,
  };
  try {
    const origins = [url, url.replace('127.0.0.1', 'localhost')];
    const sandboxTold = sandboxEnvironment({ ports, dataDir: home, apiUrl: url, origins });
    await launch('sandbox', 'apps/sandbox/dist/main.js', sandboxTold, `${stack.sandboxUrl}/_sandbox/clock`);
    // The first migrates alone; the others then find the work done.
    for (let index = 0; index < count; index += 1) {
      apis.push(await api(index));
      stack.apiUrls.push(apis[index].url);
    }
    return stack;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A view of a running stack, also from another process than the one that started it.
 * @param {{ url: string, apiUrls: string[], sandboxUrl: string, smtpPort: number, databaseUrl: string, home: string }} address
 */
export function connectStack(address) {
  const pool = new pg.Pool({
    connectionString: address.databaseUrl,
    max: 4,
    allowExitOnIdle: true,
    idleTimeoutMillis: 1_000,
  });
  pool.on('error', () => {});
  return {
    ...address,
    sandbox: sandboxDriver({ sandboxUrl: address.sandboxUrl, apiUrls: () => address.apiUrls }),
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

/** Nothing of the developer's shell but what a process needs to run: no key, no port, no flag of the test runner. */
function cleanEnvironment() {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined));
}

/** @param {string} serverUrl */
async function freshDatabase(serverUrl) {
  const name = `lampstand_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(serverUrl, name);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** @param {string} serverUrl @param {string} databaseUrl */
async function dropDatabase(serverUrl, databaseUrl) {
  const name = new URL(databaseUrl).pathname.slice(1);
  if (!name.includes('test')) throw new Error(`${name} is not a test database`);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  await client.end();
}
