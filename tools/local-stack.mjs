/** The parts of a product on this machine, started one by one and stopped in reverse: database, sandbox, API. */
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { startNode, stopChild, untilReady } from './children.mjs';
import * as environment from './environment.mjs';
import { tryLock } from './lock.mjs';
import { isTaken } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { root } from './setup.mjs';

/**
 * `verbose` prints all logs to the terminal; `compiled` is the folder to run the servers from: bundled, or as `tsc` wrote them.
 * @param {{ env: NodeJS.ProcessEnv, siteUrl?: string, verbose?: boolean, compiled?: 'build' | 'dist' }} options
 */
export function localStack({ env, siteUrl = environment.siteUrlOf(env), verbose = false, compiled = 'build' }) {
  const dataDir = path.resolve(root, env.DATA_DIR || '.data');
  const ports = environment.portsOf(env);
  const sandboxed = environment.wantsSandbox(env);
  const api = `http://127.0.0.1:${ports.site}`;
  const toFiles = sandboxed && !verbose;
  /** @type {(() => unknown)[]} */
  const endings = [];
  let stopping;

  /** Only one stack per data directory, on ports that nobody else has. */
  async function claim() {
    const release = await tryLock(path.join(dataDir, 'start.lock'));
    if (!release)
      throw new Error(`Lampstand already runs with the data in ${dataDir}. End it, or set DATA_DIR to another folder.`);
    endings.push(release);
    const sandboxPorts = { SANDBOX_PORT: ports.sandbox, SANDBOX_SMTP_PORT: ports.smtp };
    const needed = { PORT: ports.site, ...(sandboxed && sandboxPorts) };
    for (const [variable, port] of Object.entries(needed)) {
      if (await isTaken(port)) throw new Error(`Port ${port} is taken. Set ${variable} to a free one.`);
    }
  }

  async function database() {
    const own = environment.addressOf(env);
    if (own) return own;
    const starting = startPostgres({ dataDir: path.join(dataDir, 'postgres'), port: ports.database, log: console.log });
    endings.push(() =>
      starting.then(
        ({ stop: end }) => end(),
        () => {},
      ),
    );
    return (await starting).url;
  }

  function sandbox() {
    const origins = [new URL(siteUrl).origin, api, `http://localhost:${ports.site}`];
    return run('sandbox', `apps/sandbox/${compiled}/main.js`, {
      readyAt: `${environment.sandboxUrlOf(ports)}/_sandbox/clock`,
      env: { ...env, ...environment.sandboxEnvironment({ ports, dataDir, apiUrl: api, origins }) },
    });
  }

  /** @param {string} databaseUrl @param {Record<string, string | undefined>} admin @param {{ restartable?: boolean }} [options] */
  const server = async (databaseUrl, admin, { restartable = false } = {}) =>
    run('API', `apps/api/${compiled}/main.js`, {
      readyAt: `${api}/readyz`,
      restartable,
      flags: ['--enable-source-maps'],
      env: {
        DRAIN_SECONDS: '0',
        ...env,
        ...(sandboxed && environment.unlessTold(env, { ...(await secrets()), ...environment.sandboxKeys(ports) })),
        ...environment.unlessTold(env, admin),
        DATABASE_URL: databaseUrl,
        DATABASE_URL_FILE: undefined,
        DATA_DIR: dataDir,
        PORT: String(ports.site),
        METRICS_PORT: String(ports.metrics),
        SITE_URL: siteUrl,
      },
    });

  /** Starts a process and waits for it; when it ends later without being told to, everything ends. */
  async function run(name, script, { readyAt, restartable = false, ...options }) {
    const logFile = path.join(dataDir, 'logs', `${name.toLowerCase()}.log`);
    await mkdir(path.dirname(logFile), { recursive: true });
    const file = toFiles ? await open(logFile, 'w') : undefined;
    const child = startNode(script, { ...options, output: file?.fd ?? 'inherit' });
    await file?.close();
    endings.push(() => stopChild(child));
    const tail = async () => (toFiles ? ` The end of ${logFile}:\n${await lastLines(logFile)}` : '');
    const crashed = async () => `The ${name} ended unexpectedly (${await child.ended}).${await tail()}`;
    if (readyAt) {
      await untilReady(readyAt, child).catch(async (error) => {
        throw new Error(
          child.isRunning() ? `The ${name} does not get ready: ${error.message}${await tail()}` : await crashed(),
        );
      });
    }
    void child.ended.then(async () => {
      if (stopping || restartable) return;
      console.error(`\n${await crashed()}`);
      await stop(1);
    });
    return child;
  }

  function stop(code) {
    stopping ??= (async () => {
      for (const end of endings.toReversed()) await end();
      process.exit(code);
    })();
    return stopping;
  }

  /** Runs the steps; a failure, a crash or a signal ends what was started so far. */
  async function supervise(steps) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
    await steps().catch((error) => {
      if (!stopping) console.error(`\n${error.message}`);
      return stop(1);
    });
  }

  const secrets = () => environment.generatedSecrets(dataDir);
  const adminLogin = async () => (sandboxed ? environment.adminLogin(dataDir, env) : {});

  return { dataDir, ports, sandboxed, siteUrl, api, claim, database, sandbox, server, run, supervise, adminLogin };
}

async function lastLines(file) {
  return (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-15).join('\n');
}
