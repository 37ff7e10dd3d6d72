/** The database server of a test run: durability off, a folder and a port of its own, shared by all workers of the run. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createDatabase, startPostgres } from '../../tools/postgres.mjs';
import { isAlive } from '../../tools/processes.mjs';

const PREFIX = 'lampstand-run-';
const ADDRESS = 'LAMPSTAND_TEST_POSTGRES';
const TEMPLATE = 'lampstand_template';

/** Starts the server, or joins the one that this run has already. Only who started it stops it. Measurements want it durable. */
export async function testPostgres({ durable = false } = {}) {
  const running = process.env[ADDRESS];
  if (running) return { url: running, stop: async () => {} };
  await clearAbandoned();
  const home = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startPostgres({
    dataDir: path.join(home, 'postgres'),
    port: 0,
    database: 'test',
    throwaway: !durable,
  });
  const stop = async () => {
    delete process.env[ADDRESS];
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  await makeTemplate(server.url).catch(async (error) => {
    await stop();
    throw error;
  });
  process.env[ADDRESS] = server.url;
  return { url: server.url, stop };
}

/** The schema of this build, which databases of tests are copied from. @param {string} serverUrl */
async function makeTemplate(serverUrl) {
  const { createDataSource } = await import('../../apps/api/dist/platform/database/data-source.js');
  const { migrate } = await import('../../apps/api/dist/platform/database/migrate.js');
  await createDatabase(serverUrl, TEMPLATE);
  const database = await createDataSource(addressOf(serverUrl, TEMPLATE), 2).initialize();
  try {
    await migrate(database);
  } finally {
    await database.destroy();
  }
}

/** @param {string} serverUrl @param {string} name */
const addressOf = (serverUrl, name) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/** Empty, or with the schema of this build. @param {string} serverUrl @param {{ migrated?: boolean }} [options] */
export async function freshDatabase(serverUrl, { migrated = false } = {}) {
  const name = `lampstand_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(serverUrl, name, migrated ? TEMPLATE : undefined);
  return {
    url: addressOf(serverUrl, name),
    drop: async () => {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
  };
}

/** A run that was killed leaves its server behind; the next run ends it. */
async function clearAbandoned() {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = /^lampstand-run-(\d+)-/.exec(name) ?? [];
    if (!owner || isAlive(Number(owner))) continue;
    const home = path.join(tmpdir(), name);
    await startPostgres({ dataDir: path.join(home, 'postgres'), port: 0 })
      .then(({ stop }) => stop())
      .catch(() => {});
    await rm(home, { recursive: true, force: true }).catch(() => {});
  }
}
