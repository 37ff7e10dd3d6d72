/**
 * The API and the sandbox inside the test's own process, on a database of their own: a stack of one server that starts in
 * under a second, because a worker loads the sources once for all its spec files.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { register } from 'prom-client';
import { AppModule } from '../../apps/api/src/app.module.ts';
import { createApp } from '../../apps/api/src/create-app.ts';
import { loadSettings } from '../../apps/api/src/platform/config/index.ts';
import { log } from '../../apps/api/src/platform/logging.ts';
import { BuiltSite } from '../../apps/api/src/site/pages.ts';
import { startSandbox } from '../../apps/sandbox/src/sandbox.ts';
import { settingsFrom } from '../../apps/sandbox/src/settings.ts';
import { claimPorts, sandboxEnvironment, sandboxUrlOf } from '../../tools/local/environment.ts';
import { allowLogs, logCheck } from './logs.mjs';
import { apiEnvironment, newDatabase } from './stack.mjs';

const SITE = new BuiltSite(fileURLToPath(new URL('../../apps/web/build', import.meta.url)));

/**
 * Starts one. Two in one worker share the log file and the metrics of the later one.
 * @param {{ env?: Record<string, string> }} [options] `env` is added to the environment of the API
 */
export async function startInProcessStack({ env = {} } = {}) {
  const home = await mkdtemp(path.join(tmpdir(), 'lampstand-test-'));
  const database = await newDatabase(true);
  const claim = await claimPorts(4);
  const [sandbox = 0, smtp = 0, api = 0, metrics = 0] = claim.ports;
  const ports = { sandbox, smtp };
  const url = `http://127.0.0.1:${api}`;
  /** Each route as "GET /api/config". @type {string[]} */
  const routes = [];
  const check = logCheck(home);
  // A second stack of the same test process has a second data source.
  allowLogs(home, [/DataSourceNameRegistry/]);
  /** @type {(() => unknown)[]} */
  const ends = [() => database.drop(), () => claim.release()];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
    try {
      await check();
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  };
  try {
    const origins = [url, url.replace('127.0.0.1', 'localhost')];
    const providers = await startSandbox(
      settingsFrom(sandboxEnvironment({ ports, dataDir: home, apiUrl: url, origins })),
    );
    ends.push(providers.stop);
    await startApp({
      ...(await apiEnvironment(home, ports)),
      DATABASE_URL: database.url,
      SITE_URL: url,
      PORT: String(api),
      METRICS_PORT: String(metrics),
      ...env,
    });
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  const address = {
    url,
    apiUrls: [url],
    sandboxUrl: sandboxUrlOf(ports),
    smtpPort: smtp,
    databaseUrl: database.url,
    home,
  };
  return { address, metricsUrl: `http://127.0.0.1:${metrics}/metrics`, routes, stop };

  /** @param {Record<string, string>} environment */
  async function startApp(environment) {
    const settings = loadSettings(environment);
    log.level = settings.LOG_LEVEL;
    // Into the file that a server process of `stack.mjs` would write.
    Object.assign(log, {
      [pino.symbols.streamSym]: pino.destination({ dest: path.join(home, 'api-1.log'), sync: true }),
    });
    register.resetMetrics();
    const app = await createApp(AppModule.forRoot(settings, SITE), settings, async (module, adapter, options) => {
      const fastify = adapter.getInstance();
      fastify.addHook('onRoute', ({ method, url: route }) => void routes.push(`${String(method)} ${route}`));
      const testing = await Test.createTestingModule({ imports: [module] }).compile();
      /** @type {Awaited<ReturnType<typeof createApp>>} */
      const created = testing.createNestApplication(adapter, options);
      // Also when the rest of the start fails.
      ends.push(() => created.close());
      return created;
    });
    await app.listen(settings.PORT, settings.HOST);
  }
}
