/** `npm test`: unit tests, flows and journeys of this checkout on free ports; the last line is the sum. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, setup } from './setup.mjs';

const LONGEST_RUN = 19.2 * 60_000;

await setup();

const { build } = await import('./build.mjs');
const { check } = await import('./check.mjs');
const { testPostgres } = await import('../test/support/postgres.mjs');

const reports = await mkdtemp(path.join(tmpdir(), 'lampstand-reports-'));
const total = { passed: 0, failed: 0 };
let interrupted = false;
process.on('SIGINT', () => (interrupted = true)).on('SIGTERM', () => (interrupted = true));

const jest = (project) => ({
  name: project,
  args: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    `--selectProjects=${project}`,
    '--json',
    `--outputFile=${path.join(reports, `${project}.json`)}`,
  ],
  count: ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) => ({
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
  }),
});

const journeys = {
  name: 'journeys',
  args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
  count: ({ stats, errors }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }),
};

try {
  if (process.argv.includes('--with-checks')) add(await check());
  // Unit tests read the sources.
  await Promise.all([build({ log: console.log }), runSuite(jest('unit'))]);
  await suites();
} catch (error) {
  console.error(error.message);
  add({ passed: 0, failed: 1 });
}
await rm(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);

async function suites() {
  const present = [jest('flows'), journeys].filter(({ name }) => existsSync(path.join(root, 'test', name)));
  if (!present.length) return;
  const postgres = await testPostgres();
  try {
    for (const suite of present) await runSuite(suite);
  } finally {
    await postgres.stop();
  }
}

async function runSuite({ name, args, count }) {
  if (interrupted) return add({ passed: 0, failed: 1 });
  console.log(`\n== ${name}`);
  const report = path.join(reports, `${name}.json`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    timeout: Math.max(1, Math.ceil(LONGEST_RUN - performance.now())),
  });
  const code = await new Promise((done) => child.on('close', done).on('error', done));
  const counted = await readFile(report, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => ({ passed: 0, failed: 0 }),
  );
  // A runner that fails without a failed test has crashed, which must not pass for success.
  add(code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted);
}

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}
