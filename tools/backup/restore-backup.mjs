// @ts-check
/** Fills an empty database from a backup: the schema by the backup's migrations, then all rows in one transaction. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BadBackup, readBackup, verifyBackup } from './backup-file.mjs';
import { CANONICAL_SETTINGS } from './take-backup.mjs';

/**
 * @param {string} databaseUrl
 * @param {string} file
 * @param {(line: string) => void} [log]
 */
export async function restoreBackup(databaseUrl, file, log = () => {}) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lampstand-restore' });
  await client.connect();
  try {
    await refuseUnlessEmpty(client);
    log('Reading the backup through');
    const { header, sums } = await verifyBackup(file);
    await makeSchema(databaseUrl, header);
    await client.query(CANONICAL_SETTINGS);
    await client.query('BEGIN');
    await makeQueues(client, header);
    await fill(client, file, header, log);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return { header, sums };
  } finally {
    await client.end();
  }
}

/** @param {pg.Client} client */
async function refuseUnlessEmpty(client) {
  const { rows } = await client.query(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 1 LIMIT 1`,
  );
  if (rows.length) throw new Error(`The database is not empty: it has ${rows[0].name}. Restore into a new one.`);
}

/**
 * Creates the schema of the backup's version; the server migrates it further when it starts.
 * @param {string} databaseUrl @param {import('./backup-file.mjs').Header} header
 */
async function makeSchema(databaseUrl, { migrations, queueVersion }) {
  const { createDataSource } = await import('../../apps/api/dist/platform/database/data-source.js');
  const { default: PgBoss } = await import('pg-boss');
  const dataSource = createDataSource(databaseUrl, 2);
  const known = /** @type {Function[]} */ (dataSource.options.migrations);
  const unknown = migrations.find((name) => !known.some((each) => each.name === name));
  if (unknown) throw new BadBackup(`It was made by a newer version of the product: ${unknown} is not known here.`);
  dataSource.setOptions({ migrations: known.filter(({ name }) => migrations.includes(name)) });
  await dataSource.initialize();
  try {
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await dataSource.destroy();
  }
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const { rows } = await boss.getDb().executeSql('SELECT version FROM pgboss.version', []);
  await boss.stop({ graceful: false, wait: true });
  if (rows[0].version !== queueVersion)
    throw new BadBackup(
      `Its queue has version ${queueVersion}, ours ${rows[0].version}: restore with the product it was made by.`,
    );
}

/** Queues have a table each. @param {pg.Client} client @param {import('./backup-file.mjs').Header} header */
async function makeQueues(client, { queues }) {
  const firstDeadLetters = queues.toSorted((a, b) => Number(!!a.dead_letter) - Number(!!b.dead_letter));
  for (const queue of firstDeadLetters)
    await client.query('SELECT pgboss.create_queue($1, $2)', [
      queue.name,
      {
        policy: queue.policy,
        retryLimit: queue.retry_limit,
        retryDelay: queue.retry_delay,
        retryBackoff: queue.retry_backoff,
        expireInSeconds: queue.expire_seconds,
        retentionMinutes: queue.retention_minutes,
        deadLetter: queue.dead_letter,
      },
    ]);
}

/**
 * The triggers guard changes, not existing rows: they are disabled in this transaction; keys and checks stay on.
 * @param {pg.Client} client @param {string} file @param {import('./backup-file.mjs').Header} header @param {(line: string) => void} log
 */
async function fill(client, file, { tables, sequences }, log) {
  const names = tables.map(({ name }) => name);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  await readBackup(file, async ({ name, columns }, rows) => {
    log(`Restoring ${name}`);
    const into = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`));
    await pipeline(Readable.from(rows, { objectMode: false }), into);
  });
  for (const { name, value } of sequences) await client.query('SELECT setval($1::regclass, $2)', [name, value]);
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}
