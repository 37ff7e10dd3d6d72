/** `npm run bench [name]…`: measures what test/bench/ describes. Each script there exports `title` and a default function that returns rows for a table. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './setup.mjs';

await setup();
const { build } = await import('./build.mjs');
await build({ log: console.log });
const { testPostgres } = await import('../test/support/postgres.mjs');

const place = path.join(root, 'test/bench');
await setup(place);
const wanted = process.argv.slice(2);
const names = (await readdir(place))
  .filter((name) => name.endsWith('.mjs'))
  .filter((name) => !wanted.length || wanted.some((word) => name.includes(word)));
const postgres = await testPostgres({ durable: true });
try {
  for (const name of names.toSorted()) await measure(name);
} finally {
  await postgres.stop();
}

async function measure(name) {
  const { title, default: run } = await import(pathToFileURL(path.join(place, name)).href);
  console.log(`\n${title}`);
  try {
    console.table(await run());
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
