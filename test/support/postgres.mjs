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
  process.env[ADDRESS] = server.url;
  return {
    url: server.url,
    stop: async () => {
      delete process.env[ADDRESS];
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** @param {string} serverUrl */
export async function freshDatabase(serverUrl) {
  const name = `lampstand_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(serverUrl, name);
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
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
