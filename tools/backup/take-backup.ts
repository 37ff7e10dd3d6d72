/**
 * Writes all rows, as of one moment, into a file while the product runs: gzipped lines of text. First the header as a line of
 * JSON; then for each table a line of JSON with its name and columns, its rows as COPY writes them, a line `\.`, and a line of
 * JSON with the number of rows and their SHA-256; last a line of JSON that marks the file as complete.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

export type Sum = { rows: number; sha256: string };

export type Table = { name: string; columns: string[] };

export type Header = {
  format: string;
  at: string;
  migrations: string[];
  queueVersion: number;
  queues: Record<string, unknown>[];
  tables: Table[];
  sequences: { name: string; value: string }[];
};

export const FORMAT = 'lampstand backup 1';
export const NEWLINE = 10;
export const END_OF_ROWS = Buffer.from('\\.\n');

/** Makes COPY write the same text for the same value on every server. */
export const CANONICAL_SETTINGS = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET synchronize_seqscans = off;
  SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

/** Tables that migrations and the queue fill themselves. */
const EXCLUDED = ['public.migrations', 'pgboss.version', 'pgboss.queue'];

/**
 * @param file must not exist; only a complete backup gets this name
 * @returns the sums by table
 */
export async function takeBackup(databaseUrl: string, file: string): Promise<Record<string, Sum>> {
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lampstand-backup' });
  await client.connect();
  const unfinished = `${file}.unfinished`;
  const sums: Record<string, Sum> = {};
  try {
    await client.query(CANONICAL_SETTINGS);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const header = await headerOf(client);
    const sink = createWriteStream(unfinished, { mode: 0o600 });
    await pipeline(Readable.from(linesOf(client, header, sums), { objectMode: false }), createGzip({ level: 6 }), sink);
    await sync(unfinished);
    await rename(unfinished, file);
    await sync(path.dirname(path.resolve(file)));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
  return sums;
}

/** Counts and hashes rows as they stream by. */
export class Checksum {
  #rows = 0;
  #hash = createHash('sha256');

  add(chunk: Buffer) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.#rows += 1;
    this.#hash.update(chunk);
    return chunk;
  }

  sum(): Sum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

async function* linesOf(client: pg.Client, header: Header, sums: Record<string, object>) {
  yield lineOf(header);
  for (const table of header.tables) {
    const checksum = new Checksum();
    yield lineOf(table);
    for await (const chunk of client.query(copyTo(await rowsOf(client, table)))) yield checksum.add(chunk);
    yield END_OF_ROWS;
    const sum = checksum.sum();
    sums[table.name] = sum;
    yield lineOf(sum);
  }
  yield lineOf({ whole: true });
}

async function headerOf(client: pg.Client): Promise<Header> {
  const rows = async (sql: string, values?: unknown[]) => (await client.query(sql, values)).rows;
  const tables = await rows(
    `SELECT c.oid::int, format('%I.%I', n.nspname, c.relname) AS name,
            array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'pgboss')
      GROUP BY c.oid, n.nspname, c.relname ORDER BY n.nspname DESC, c.relname`,
  );
  const needs = await rows(
    `SELECT conrelid::int AS oid, confrelid::int AS first FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const [{ now: at, version }] = await rows(`SELECT now(), (SELECT version FROM pgboss.version) AS version`);
  return {
    format: FORMAT,
    at: at.toISOString(),
    migrations: (await rows('SELECT name FROM public.migrations ORDER BY id')).map(({ name }) => name),
    queueVersion: version,
    queues: await rows(
      'SELECT name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, dead_letter FROM pgboss.queue ORDER BY name',
    ),
    tables: inOrder(tables, needs)
      .filter(({ name }) => !EXCLUDED.includes(name))
      .map(({ name, columns }) => ({ name, columns })),
    sequences: await rows(
      `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
        WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL ORDER BY 1`,
    ),
  };
}

/** Sorts tables after the tables they refer to. */
function inOrder(tables: (Table & { oid: number })[], needs: { oid: number; first: number }[]) {
  const sorted: Table[] = [];
  for (let left = tables; left.length;) {
    const waits = ({ oid }: { oid: number }) =>
      needs.some((need) => need.oid === oid && left.some((other) => other.oid === need.first));
    const next = left.filter((table) => !waits(table));
    if (!next.length) throw new Error('The tables refer to each other in a circle.');
    sorted.push(...next);
    left = left.filter(waits);
  }
  return sorted;
}

/** By the primary key, so that the same rows are the same text. */
async function rowsOf(client: pg.Client, { name, columns }: Table) {
  const { rows } = await client.query(
    `SELECT quote_ident(a.attname) AS part FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
       JOIN pg_attribute a ON a.attnum = k.attnum
      WHERE i.indrelid = $1::regclass AND i.indisprimary AND a.attrelid = i.indrelid ORDER BY k.place`,
    [name],
  );
  const order = rows.length ? ` ORDER BY ${rows.map(({ part }) => part).join(', ')}` : '';
  return `COPY (SELECT ${columns.join(', ')} FROM ${name}${order}) TO STDOUT`;
}

/** Flushes a file or folder to disk. */
async function sync(place: string) {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
