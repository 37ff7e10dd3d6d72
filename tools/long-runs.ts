/**
 * What takes minutes to hours, on a PostgreSQL that keeps its durability settings.
 *
 * `npm run bench [name]…`: the benchmarks of test/bench/. Each script exports `title` and a default function that returns the
 * rows of a table. A path of the site, as in `npm run bench lighthouse /faq`, is for the script.
 *
 * `npm run soak [name]…`: the long tests of test/soak/, `flows` with the thorough ones, `journeys` on every page
 * at both widths.
 * `-- --runs N --seed S` sets the number of random histories and the first seed.
 */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fail, root, setup } from './local/setup.ts';
import { filesNamed, longRunFiles } from './specs.ts';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const BENCHMARKS = path.join(root, 'test/bench');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
});
const [kind, ...given] = positionals;
const names = given.filter((word) => !word.startsWith('/'));
if (kind !== 'bench' && kind !== 'soak') fail('Usage: npm run bench|soak [name]…');
const files = await longRunFiles(kind)
  .then((all) => filesNamed(names, all))
  .catch((error: Error) => fail(error.message));

await setup();
const { build } = await import('./build.ts');
await build();
if (kind === 'bench') await setup(BENCHMARKS);
await import('./typescript.ts');
const { testPostgres } = await import('../test/support/postgres.mjs');

const postgres = await testPostgres({ durable: true });
try {
  await (kind === 'bench' ? bench() : soak());
} finally {
  await postgres.stop();
}

async function bench() {
  const files = (await readdir(BENCHMARKS))
    .filter((file) => file.endsWith('.mjs'))
    .filter((file) => !names.length || names.some((word) => file.includes(word)));
  for (const file of files.toSorted()) await measure(file);
}

async function measure(file: string) {
  const { title, default: run } = await import(pathToFileURL(path.join(BENCHMARKS, file)).href);
  console.log(`\n${title}`);
  try {
    console.table(await run());
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}

async function soak() {
  const specs = files.filter((file) => file.endsWith('.spec.ts')).map((file) => `test/soak/${file}`);
  if (specs.length || !names.length)
    await run([...VITEST, '--project=soak', '--reporter=verbose', ...specs], {
      ...(values.runs && { SOAK_RUNS: values.runs }),
      ...(values.seed && { SOAK_SEED: values.seed }),
    });
  if (!names.length || names.includes('flows'))
    await run([...VITEST, '--project=flows'], { SOAK_RUNS: values.runs ?? '20', THOROUGH: '1' });
  if (!names.length || names.includes('journeys')) await run([PLAYWRIGHT, 'test'], { THOROUGH: '1' });
}

async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) process.exitCode = 1;
}
