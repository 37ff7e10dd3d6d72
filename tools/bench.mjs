// @ts-check
/**
 * `npm run bench [name]…`: the benchmarks of test/bench/. Each script exports `title` and a default function that returns the
 * rows of a table.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './local/setup.mjs';

const folder = path.join(root, 'test/bench');
const wanted = process.argv.slice(2);

await setup();
const { build } = await import('./build.mjs');
await build({ log: console.log });
await setup(folder);
const { testPostgres } = await import('../test/support/postgres.mjs');

const names = (await readdir(folder))
  .filter((name) => name.endsWith('.mjs'))
  .filter((name) => !wanted.length || wanted.some((word) => name.includes(word)));
const postgres = await testPostgres({ durable: true });
try {
  for (const name of names.toSorted()) await measure(name);
} finally {
  await postgres.stop();
}

/** @param {string} name */
async function measure(name) {
  const { title, default: run } = await import(pathToFileURL(path.join(folder, name)).href);
  console.log(`\n${title}`);
  try {
    console.table(await run());
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
