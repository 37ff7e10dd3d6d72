/** Everything a stack has written down, and a search for data that must not be in it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stack } from '../support/index.ts';

/** A stack with the addresses of its servers' metrics. */
interface Measured {
  apis: { metricsUrl: string }[];
}

export interface Place {
  name: string;
  text: string;
}

/** The logs of all processes: `api-1.log`, `api-2.log`, `sandbox.log`. */
export async function logFiles({ home }: Stack): Promise<Place[]> {
  const names = (await readdir(home)).filter((name) => name.endsWith('.log'));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(home, name), 'utf8') })));
}

/** Every row of every table, including the queue's, but no public files: among their bytes is any code. */
export async function tables({ query }: Stack): Promise<Place[]> {
  const names: { name: string }[] = await query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') AND table_name <> 'site_assets'`,
  );
  return Promise.all(
    names.map(async ({ name }) => {
      const rows: { row: string }[] = await query(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
      return { name, text: rows.map(({ row }) => row).join('\n') };
    }),
  );
}

/** The metrics of each server. */
export const metricsOf = ({ apis }: Measured): Promise<Place[]> =>
  Promise.all(apis.map(async ({ metricsUrl }) => ({ name: metricsUrl, text: await (await fetch(metricsUrl)).text() })));

/** The sum of a metric over all servers and all series with these labels. */
export async function metricOf(stack: Measured, name: string, labels: Record<string, string>): Promise<number> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = (await metricsOf(stack)).flatMap(({ text }) => text.split('\n'));
  return lines
    .filter((line) => line.startsWith(`${name}{`) && wanted.every((each) => line.includes(each)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The sandbox's files, by table. */
export async function sandboxFiles({ home }: Stack): Promise<Place[]> {
  const lines = (await readFile(path.join(home, 'sandbox', 'journal.jsonl'), 'utf8')).trim().split('\n');
  const changes = lines.flatMap((line) => JSON.parse(line) as [string, string, unknown][]);
  const kept = new Map<string, string>();
  for (const [table, id, object] of changes)
    kept.set(table, `${kept.get(table) ?? ''}\n${id} ${JSON.stringify(object)}`);
  return [...kept].map(([name, text]) => ({ name: `sandbox ${name}`, text }));
}

/** For each match of a pattern, the place and the text around it. */
export const found = (places: Place[], patterns: RegExp[]): string[] =>
  places.flatMap(({ name, text }) =>
    patterns.flatMap((pattern) => {
      const match = pattern.exec(text);
      return match ? [`${name}: ${text.slice(Math.max(0, match.index - 60), match.index + 60)}`] : [];
    }),
  );

/** Patterns for the words in any case, and for digits also with spaces or dashes between them. */
export const literally = (words: string[]): RegExp[] =>
  words.map((word) =>
    /^\d+$/.test(word)
      ? new RegExp(`(?<![\\d.-])${[...word].join('[ -]?')}(?![\\d-])`)
      : new RegExp(word.replaceAll(/[.+?*^$()[\]{}|\\]/g, '\\$&'), 'i'),
  );
