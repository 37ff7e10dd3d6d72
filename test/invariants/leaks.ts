/** Everything a stack has written down, place by place, so that a test can look for what must not be there. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { takeBackup } from '../../tools/backup/take-backup.mjs';
import type { Stack } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';

export interface Place {
  name: string;
  text: string;
}

/** What the processes said: `api-1.log`, `api-2.log`, `sandbox.log`. */
export async function logFiles({ home }: Stack): Promise<Place[]> {
  const names = (await readdir(home)).filter((name) => name.endsWith('.log'));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(home, name), 'utf8') })));
}

/** Every row of every table, the queue's included. */
export async function tables({ query }: Stack): Promise<Place[]> {
  const names: { name: string }[] = await query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  return Promise.all(
    names.map(async ({ name }) => {
      const rows: { row: string }[] = await query(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
      return { name, text: rows.map(({ row }) => row).join('\n') };
    }),
  );
}

/** What each server tells of itself on its other port. */
export const metricsOf = ({ apis }: Pick<OwnStack, 'apis'>): Promise<Place[]> =>
  Promise.all(apis.map(async ({ metricsUrl }) => ({ name: metricsUrl, text: await (await fetch(metricsUrl)).text() })));

/** What `npm run backup` would keep of this moment. */
export async function backupOf({ databaseUrl, home }: Stack): Promise<Place> {
  const file = path.join(home, `${randomUUID()}.backup`);
  await takeBackup(databaseUrl, file);
  return { name: 'the backup', text: gunzipSync(await readFile(file)).toString() };
}

/** What the sandbox keeps on disk, table by table. */
export async function sandboxFiles({ home }: Stack): Promise<Place[]> {
  const lines = (await readFile(path.join(home, 'sandbox', 'journal.jsonl'), 'utf8')).trim().split('\n');
  const changes = lines.flatMap((line) => JSON.parse(line) as [string, string, unknown][]);
  const kept = new Map<string, string>();
  for (const [table, id, object] of changes)
    kept.set(table, `${kept.get(table) ?? ''}\n${id} ${JSON.stringify(object)}`);
  return [...kept].map(([name, text]) => ({ name: `sandbox ${name}`, text }));
}

/** Where one of the patterns stands, and what it met: none is what tests expect. */
export const found = (places: Place[], patterns: RegExp[]): string[] =>
  places.flatMap(({ name, text }) =>
    patterns.flatMap((pattern) => {
      const met = pattern.exec(text);
      return met ? [`${name}: ${text.slice(Math.max(0, met.index - 60), met.index + 60)}`] : [];
    }),
  );

/** The words as they are, in any case, and digits also with spaces or dashes between them. */
export const literally = (words: string[]): RegExp[] =>
  words.map((word) =>
    /^\d+$/.test(word)
      ? new RegExp(`(?<![\\d.-])${[...word].join('[ -]?')}(?![\\d-])`)
      : new RegExp(word.replaceAll(/[.+?*^$()[\]{}|\\]/g, '\\$&'), 'i'),
  );
