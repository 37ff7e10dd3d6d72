/** Runs the scripts of a folder one after the other. Each exports `title` and a default function that returns rows for a table. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './setup.mjs';

/** @param {string} folder below test/ */
export async function runScenarios(folder) {
  await setup();
  const { build } = await import('./build.mjs');
  await build({ log: console.log });
  const { testPostgres } = await import('../test/support/postgres.mjs');
  const wanted = process.argv.slice(2);
  const place = path.join(root, 'test', folder);
  if (existsSync(path.join(place, 'package.json'))) await setup(place);
  const names = (await readdir(place).catch(() => []))
    .filter((name) => name.endsWith('.mjs'))
    .filter((name) => !wanted.length || wanted.some((word) => name.includes(word)));
  if (!names.length) return console.log(`There is nothing to run in test/${folder}.`);
  const postgres = await testPostgres({ durable: true });
  try {
    for (const name of names.toSorted()) await runScenario(pathToFileURL(path.join(place, name)).href, name);
  } finally {
    await postgres.stop();
  }
}

async function runScenario(address, name) {
  const scenario = await import(address);
  console.log(`\n${scenario.title ?? name}`);
  try {
    console.table(await scenario.default());
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
