/** `npm start`: from a fresh clone to a running product in the foreground; Ctrl-C ends all that it started. */
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setup, root } from './setup.mjs';

await setup();

const { build } = await import('./build.mjs');
const { startNode, stopChild, untilReady } = await import('./children.mjs');
const environment = await import('./environment.mjs');
const { tryLock } = await import('./lock.mjs');
const { isTaken, startPostgres } = await import('./postgres.mjs');

const env = { ...process.env };
const dataDir = path.resolve(root, env.DATA_DIR || '.data');
const ports = environment.portsOf(env);
const sandboxed = environment.wantsSandbox(env);
const api = `http://127.0.0.1:${ports.site}`;
/** @type {{ name: string, stop: () => Promise<void> }[]} */
const started = [];
let stopping;

process
  .on('SIGINT', () => stop(0))
  .on('SIGTERM', () => stop(0))
  .on('SIGHUP', () => stop(0));

try {
  await start();
} catch (error) {
  if (!stopping) console.error(`\n${error.message}`);
  await stop(1);
}

async function start() {
  const release = await tryLock(path.join(dataDir, 'start.lock'));
  if (!release)
    throw new Error(`Lampstand already runs with the data in ${dataDir}. End it, or set DATA_DIR to another folder.`);
  started.push({ name: 'lock', stop: release });
  await requireFreePorts();
  await build({ env, log: console.log });
  const databaseUrl = env.DATABASE_URL || (await database());
  if (sandboxed) await sandbox();
  const admin = sandboxed ? await environment.adminLogin(dataDir, env) : {};
  await run('API', 'apps/api/dist/main.js', {
    readyAt: `${api}/readyz`,
    flags: ['--enable-source-maps'],
    env: { ...(await apiEnvironment(databaseUrl)), ...admin },
  });
  announce(databaseUrl, admin);
}

async function requireFreePorts() {
  const needed = {
    PORT: ports.site,
    ...(sandboxed && { SANDBOX_PORT: ports.sandbox, SANDBOX_SMTP_PORT: ports.smtp }),
    METRICS_PORT: ports.metrics,
  };
  for (const [variable, port] of Object.entries(needed)) {
    if (await isTaken(port)) throw new Error(`Port ${port} is taken. Set ${variable} to a free one.`);
  }
}

async function database() {
  const starting = startPostgres({ dataDir: path.join(dataDir, 'postgres'), port: ports.database, log: console.log });
  started.push({
    name: 'PostgreSQL',
    stop: () =>
      starting.then(
        ({ stop: end }) => end(),
        () => {},
      ),
  });
  return (await starting).url;
}

async function sandbox() {
  const origins = [new URL(environment.siteUrlOf(env)).origin, api, `http://localhost:${ports.site}`];
  await run('sandbox', 'apps/sandbox/dist/main.js', {
    readyAt: `${environment.sandboxUrlOf(ports)}/_sandbox/clock`,
    env: { ...env, ...environment.sandboxEnvironment({ ports, dataDir, apiUrl: api, origins }) },
  });
}

async function apiEnvironment(databaseUrl) {
  return {
    ...(sandboxed && { ...(await environment.generatedSecrets(dataDir)), ...environment.sandboxKeys(ports) }),
    ...env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(ports.site),
    METRICS_PORT: String(ports.metrics),
    SITE_URL: environment.siteUrlOf(env),
  };
}

/** With the sandbox the log goes to a file, so that the addresses stay in sight; with real providers to where npm start writes. */
async function run(name, script, { readyAt, ...options }) {
  const logFile = path.join(dataDir, 'logs', `${name.toLowerCase()}.log`);
  await mkdir(path.dirname(logFile), { recursive: true });
  const file = sandboxed ? await open(logFile, 'w') : undefined;
  const child = startNode(script, { ...options, output: file?.fd ?? 'inherit' });
  await file?.close();
  started.push({ name, stop: () => stopChild(child) });
  const crashed = async () =>
    `The ${name} ended unexpectedly (${await child.ended}).${sandboxed ? await tail(logFile) : ''}`;
  await untilReady(readyAt, child).catch(async (error) => {
    throw new Error(
      child.isRunning() ? `The ${name} does not get ready: ${error.message}${await tail(logFile)}` : await crashed(),
    );
  });
  void child.ended.then(async () => {
    if (stopping) return;
    console.error(`\n${await crashed()}`);
    await stop(1);
  });
}

async function tail(file) {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-15);
  return ` The end of ${file}:\n${lines.join('\n')}`;
}

function announce(databaseUrl, admin) {
  const { username, host, pathname } = new URL(databaseUrl);
  const lines = [
    ['Site', environment.siteUrlOf(env)],
    ['API', `${environment.siteUrlOf(env)}/api/docs`],
    ...(sandboxed ? [['Sandbox', `${environment.sandboxUrlOf(ports)}   phone, inbox, Stripe objects, clock`]] : []),
    ['Database', env.DATABASE_URL ? `${username}@${host}${pathname}` : databaseUrl],
    ...(sandboxed
      ? [['Admin', `${admin.ADMIN_EMAIL} / ${admin.ADMIN_PASSWORD}   at ${environment.siteUrlOf(env)}/admin`]]
      : []),
    ...(sandboxed
      ? [['Database page', `password ${admin.ADMIN_DATABASE_PASSWORD}   at ${environment.siteUrlOf(env)}/database`]]
      : []),
    ...(sandboxed ? [['Logs', path.join(dataDir, 'logs')]] : []),
  ];
  console.log(`\n${lines.map(([what, where]) => `  ${what.padEnd(14)}${where}`).join('\n')}\n\n  Ctrl-C ends it.\n`);
}

function stop(code) {
  stopping ??= (async () => {
    for (const { stop: end } of started.toReversed()) await end();
    process.exit(code);
  })();
  return stopping;
}
