/** Reads a backup and fills an empty database from it: the schema by its migrations, then all rows in one transaction. */
import { createReadStream } from 'node:fs';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  CANONICAL_SETTINGS,
  Checksum,
  END_OF_ROWS,
  FORMAT,
  NEWLINE,
  type Header,
  type Sum,
  type Table,
} from './take-backup.ts';

/** The file is damaged, incomplete or not a backup. */
class BadBackup extends Error {}

export async function restoreBackup(databaseUrl: string, file: string, log: (line: string) => void = () => {}) {
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

async function refuseUnlessEmpty(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 1 LIMIT 1`,
  );
  if (rows.length) throw new Error(`The database is not empty: it has ${rows[0].name}. Restore into a new one.`);
}

/** Creates the schema of the backup's version; the server migrates it further when it starts. */
async function makeSchema(databaseUrl: string, { migrations, queueVersion }: Header) {
  const { createDataSource } = await import('../../apps/api/src/platform/database/data-source.ts');
  const { default: PgBoss } = await import('pg-boss');
  const dataSource = createDataSource(databaseUrl, 2);
  const known = dataSource.options.migrations as Function[];
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

/** Queues have a table each. */
async function makeQueues(client: pg.Client, { queues }: Header) {
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
 */
async function fill(client: pg.Client, file: string, { tables, sequences }: Header, log: (line: string) => void) {
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

/**
 * Reads a backup. `take` receives each table's rows in blocks of whole lines and must read them to their end.
 * Throws BadBackup when the file differs from what was written.
 * @returns the sums by table
 */
async function readBackup(
  file: string,
  take: (table: Table, rows: AsyncIterable<Buffer>) => Promise<void>,
  begin: (header: Header) => Promise<void> | void = () => {},
): Promise<Record<string, Sum>> {
  const source = createReadStream(file);
  const lines = new Lines(source.pipe(createGunzip()).on('error', () => {}));
  source.on('error', (error) => lines.fail(error));
  const header = (await lines.json()) as Header;
  if (header.format !== FORMAT) throw new BadBackup('It is no backup of this product.');
  await begin(header);
  const sums: Record<string, Sum> = {};
  for (const table of header.tables) {
    const { name } = await lines.json();
    if (name !== table.name) throw new BadBackup(`${table.name} is missing.`);
    const checksum = new Checksum();
    await take(table, lines.rows(checksum));
    const [counted, written] = [checksum.sum(), await lines.json()];
    if (counted.rows !== written.rows || counted.sha256 !== written.sha256)
      throw new BadBackup(`The rows of ${name} are not the ones that were written.`);
    sums[name] = counted;
  }
  if (!(await lines.json()).whole) throw new BadBackup('It is not whole.');
  return sums;
}

/** Reads the whole file to verify it. Throws BadBackup. */
export async function verifyBackup(file: string) {
  let header: Header | undefined;
  const sums = await readBackup(
    file,
    async (_table, rows) => {
      for await (const _block of rows);
    },
    (read) => void (header = read),
  );
  return { header: header as unknown as Header, sums };
}

/** Reads a stream of bytes by lines, or in blocks of lines up to the end of a table. */
class Lines {
  readonly stream: Transform;
  #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(stream: Transform) {
    this.stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  fail(error: Error) {
    this.stream.destroy(error);
  }

  async json(): Promise<Record<string, unknown>> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString();
        this.#rest = this.#rest.subarray(end + 1);
        return parsed(line);
      }
      await this.#more();
    }
  }

  async *rows(checksum: Checksum) {
    for (;;) {
      if (this.#rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#rest = this.#rest.subarray(END_OF_ROWS.length);
        return;
      }
      const marked = this.#rest.indexOf(`\n${END_OF_ROWS}`);
      const end = marked >= 0 ? marked : this.#rest.lastIndexOf(NEWLINE);
      if (end >= 0) {
        const block = this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + 1);
        yield checksum.add(block);
      }
      if (marked < 0) await this.#more();
    }
  }

  async #more() {
    const next = await this.#chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? error : new BadBackup(`It cannot be unpacked (${error.code ?? error.message}).`);
    });
    if (next.done) throw new BadBackup('It ends too early.');
    this.#rest = Buffer.concat([this.#rest, next.value]);
  }
}

function parsed(line: string) {
  try {
    return JSON.parse(line);
  } catch {
    throw new BadBackup('It is no backup of this product, or damaged.');
  }
}
