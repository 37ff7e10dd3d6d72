/** The product on this machine: database, sandbox and API, started in order and stopped in reverse. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as environment from './environment.ts';
import { openLogFile } from './log-file.ts';
import { startPostgres, urlOf } from './postgres.ts';
import { startNode, stopChild, tryLock, untilReady } from './processes.ts';

/** `verbose` prints all logs to the terminal; `fromSources` runs the sources of the servers, not their bundles */
type StackOptions = { env: environment.Environment; siteUrl?: string; verbose?: boolean; fromSources?: boolean };

type RunOptions = Parameters<typeof startNode>[1] & { readyAt?: string; restartable?: boolean };

/** Lets Node load the sources of the servers. */
export const TYPESCRIPT = new URL('../typescript.ts', import.meta.url).href;

export function localStack({
  env,
  siteUrl = environment.siteUrlOf(env),
  verbose = false,
  fromSources = false,
}: StackOptions) {
  const dataDir = environment.dataDirOf(env);
  const ports = environment.portsOf(env);
  const sandboxed = environment.usesSandbox(env);
  const api = `http://127.0.0.1:${ports.site}`;
  const toFiles = sandboxed && !verbose;
  const flags = fromSources ? ['--import', TYPESCRIPT] : [];
  const scriptOf = (app: 'api' | 'sandbox') => {
    if (!fromSources) return `apps/${app}/build/main.js`;
    return app === 'api' ? 'tools/dev-server.ts' : 'apps/sandbox/src/main.ts';
  };
  const cleanups: (() => unknown)[] = [];
  let stopping: Promise<never> | undefined;

  /** Refuses a second stack on one data directory, and ports in use. */
  async function claim() {
    const release = await tryLock(path.join(dataDir, 'start.lock'));
    if (!release)
      throw new Error(`Lampstand already runs with the data in ${dataDir}. End it, or set DATA_DIR to another folder.`);
    cleanups.push(release);
    const sandboxPorts = { SANDBOX_PORT: ports.sandbox, SANDBOX_SMTP_PORT: ports.smtp };
    const needed = { PORT: ports.site, METRICS_PORT: ports.metrics, ...(sandboxed && sandboxPorts) };
    for (const [variable, port] of Object.entries(needed)) {
      if (await environment.isTaken(port)) throw new Error(`Port ${port} is taken. Set ${variable} to a free one.`);
    }
  }

  async function database() {
    const own = environment.databaseUrlOf(env);
    if (own) return own;
    const starting = startPostgres({
      dataDir: path.join(dataDir, 'postgres'),
      port: ports.database,
      sameSchema: true,
      log: console.log,
    });
    cleanups.push(() =>
      starting.then(
        ({ stop: end }) => end(),
        () => {},
      ),
    );
    return (await starting).url;
  }

  function sandbox() {
    const origins = [new URL(siteUrl).origin, api, `http://localhost:${ports.site}`];
    return run('sandbox', scriptOf('sandbox'), {
      flags,
      readyAt: `${environment.sandboxUrlOf(ports)}/_sandbox/clock`,
      env: { ...env, ...environment.sandboxEnvironment({ ports, dataDir, apiUrl: api, origins }) },
    });
  }

  const server = async (
    databaseUrl: string,
    admin: Record<string, string | undefined>,
    { restartable = false }: { restartable?: boolean } = {},
  ) =>
    run('API', scriptOf('api'), {
      readyAt: `${api}/readyz`,
      restartable,
      flags: [...flags, '--enable-source-maps'],
      env: await serverEnvironment(databaseUrl, admin),
    });

  /**
   * The variables of the API. Before the database runs, its address is not known; it has the form of the one given.
   */
  const serverEnvironment = async (
    databaseUrl: string = environment.databaseUrlOf(env) ?? urlOf(ports.database, 'lampstand'),
    admin: Record<string, string | undefined> = {},
  ) => ({
    DRAIN_SECONDS: '0',
    ...env,
    ...(sandboxed && environment.unlessSet(env, { ...(await secrets()), ...environment.sandboxKeys(ports) })),
    ...environment.unlessSet(env, admin),
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: undefined,
    DATA_DIR: dataDir,
    PORT: String(ports.site),
    METRICS_PORT: String(ports.metrics),
    SITE_URL: siteUrl,
  });

  /** Starts a process and waits until it is ready; if it ends later by itself, the whole stack ends. */
  async function run(name: string, script: string, { readyAt, restartable = false, ...options }: RunOptions) {
    const logFile = path.join(dataDir, 'logs', `${name.toLowerCase()}.log`);
    const file = toFiles ? await openLogFile(logFile) : undefined;
    const child = startNode(script, { ...options, output: file?.fd ?? 'inherit' });
    await file?.close();
    cleanups.push(() => stopChild(child));
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

  function stop(code: number) {
    stopping ??= (async () => {
      for (const end of cleanups.toReversed()) await end();
      process.exit(code);
    })();
    return stopping;
  }

  /** Runs the steps; a failure, a crash or a signal stops what they started. */
  async function supervise(steps: () => Promise<void>) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
    await steps().catch((error) => {
      if (!stopping) console.error(`\n${error.message}`);
      return stop(1);
    });
  }

  const secrets = () => environment.generatedSecrets(dataDir);
  /** Of the first administrator; nothing with real providers. */
  const adminLogin = async (): Promise<Record<string, string | undefined>> =>
    sandboxed ? environment.adminLogin(dataDir, env) : {};

  return {
    dataDir,
    ports,
    sandboxed,
    siteUrl,
    api,
    claim,
    database,
    sandbox,
    server,
    serverEnvironment,
    run,
    supervise,
    adminLogin,
  };
}

async function lastLines(file: string) {
  return (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-15).join('\n');
}
