// @ts-check
/**
 * `npm run soak [name]…`: the long tests of test/soak/, and `journeys` on every page at both widths.
 * `-- --runs N --seed S` sets the number of random histories and the first seed.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root, setup } from './local/setup.mjs';

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
});
const soakTests = names.filter((name) => name !== 'journeys');

await setup();
const { build } = await import('./build.mjs');
await build({ log: console.log });
const { testPostgres } = await import('../test/support/postgres.mjs');

const postgres = await testPostgres({ durable: true });
try {
  if (soakTests.length || !names.length)
    await run([...JEST, '--selectProjects=soak', '--runInBand', '--verbose', ...soakTests], {
      ...(values.runs && { SOAK_RUNS: values.runs }),
      ...(values.seed && { SOAK_SEED: values.seed }),
    });
  if (!names.length || names.includes('journeys'))
    await run(['node_modules/@playwright/test/cli.js', 'test'], { THOROUGH: '1' });
} finally {
  await postgres.stop();
}

/** @param {string[]} args @param {Record<string, string>} env */
async function run(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) process.exitCode = 1;
}
