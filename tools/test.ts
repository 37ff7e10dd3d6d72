/**
 * `npm test`: unit tests, flows that are not slow, and journeys tagged @smoke, of this checkout on free ports; the last line is the
 * sum. `npm test -- --all`: all flows and journeys but the thorough ones, and the main tasks in WebKit. `--suite flows`: one of the suites.
 *
 * `npm test -- <part of a path>…` runs only the spec files whose path contains an argument, and starts only what they need: a unit
 * test needs neither a build nor PostgreSQL. An argument that no path contains is an error. `-t <words>` (`--title`) filters the
 * tests by title: `npm test -- plan -t "keeps the card"`; alone, it runs the files that contain these words.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root, setup } from './local/setup.ts';
import { filesNamed, filesWithTitle, flowsTagged, specFiles, SUITE_FILES } from './specs.ts';

type Count = { passed: number; failed: number };

/** No files means all; `quick` leaves out slow flows and journeys */
type Selection = { files: string[]; title: string; quick?: boolean };

/** What is read of Vitest's report, and of Playwright's. */
interface Report {
  numPassedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
  stats: { expected: number; flaky: number; unexpected: number };
  errors: unknown[];
}

interface Suite {
  name: string;
  /** The paths of its files */
  specs: RegExp;
  /** Of Node */
  args: (selection: Selection, report: string) => string[];
  count: (report: Report) => Count;
}

/** Random histories of a flow that is run by name; in the gate they are fewer. */
const NAMED_RUNS = '20';

/** Ends a stuck run. The whole suite takes 17 minutes on two quiet cores, and an hour on busy ones. */
const MAX_RUN_MILLISECONDS = 150 * 60_000;

/**
 * The tag in the first comment of a flow: `@slow` for minutes of processor time, which `npm test` leaves out; `@thorough` for long lives
 * and many rivals, which only `npm run soak flows` and their names run.
 */
const leftOut = {
  quick: await flowsTagged('@slow', '@thorough'),
  all: await flowsTagged('@thorough'),
};

const unit = vitest('unit');
const flows = vitest('flows');
const journeys = playwright('journeys', ({ quick }) => (quick ? ['--grep', '@smoke'] : []));
/** The main tasks in WebKit: of the soaks, the only one in the gate. It needs packages of the system. */
const webkit = vitest('soak');

const { values, suites: named, files } = await argumentsOf().catch((error: Error) => fail(error.message));
const { title } = values;
const total: Count = { passed: 0, failed: 0 };
let interrupted = false;
process.on('SIGINT', () => (interrupted = true)).on('SIGTERM', () => (interrupted = true));

await setup();
const reports = await mkdtemp(path.join(tmpdir(), 'lampstand-reports-'));
try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  add({ passed: 0, failed: 1 });
}
await rm(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);

async function main() {
  if (values['with-checks']) add(await (await import('./check.ts')).check());
  const quick = !values.all && !files.length;
  const suites = quick ? named.filter((suite) => suite !== webkit) : named;
  const runOne = (suite: Suite) => run(suite, { files: files.filter((file) => suite.specs.test(file)), title, quick });
  const onStack = suites.filter((suite) => suite !== unit);
  await Promise.all([onStack.length && buildProduct(), suites.includes(unit) && runOne(unit)]);
  if (onStack.length) await withPostgres(onStack, runOne);
  if (!total.passed && !total.failed) throw new Error(`No test has the title "${title}".`);
}

/** What the arguments name: all suites without any. No files means all. */
async function argumentsOf() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      'with-checks': { type: 'boolean', default: false },
      title: { type: 'string', short: 't', default: '' },
      suite: { type: 'string' },
    },
  });
  const specs = await specFiles();
  const files = positionals.length
    ? filesNamed(positionals, specs)
    : values.title
      ? await filesWithTitle(values.title, specs)
      : [];
  const all = [unit, flows, journeys, webkit];
  const suites = all.filter(
    ({ name, specs: own }) =>
      (!values.suite || name === values.suite) && (!files.length || files.some((file) => own.test(file))),
  );
  if (!suites.length) throw new Error(`--suite is one of ${all.map(({ name }) => name).join(', ')}.`);
  return { values, suites, files };
}

async function buildProduct() {
  const { build } = await import('./build.ts');
  await build();
}

async function withPostgres(suites: Suite[], runOne: (suite: Suite) => Promise<void>) {
  const { testPostgres } = await import('../test/support/postgres.mjs');
  const postgres = await testPostgres();
  try {
    for (const suite of suites) await runOne(suite);
  } finally {
    await postgres.stop();
  }
}

async function run({ name, args, count }: Suite, selection: Selection) {
  if (interrupted) return add({ passed: 0, failed: 1 });
  console.log(`\n== ${name}`);
  const report = path.join(reports, `${name}.json`);
  const child = spawn(process.execPath, args(selection, report), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...(selection.files.length && { SOAK_RUNS: NAMED_RUNS }),
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    timeout: Math.max(1, Math.ceil(MAX_RUN_MILLISECONDS - performance.now())),
  });
  const code = await new Promise((done) => child.on('close', done).on('error', done));
  const counted = await readFile(report, 'utf8').then(
    (text) => count(JSON.parse(text)),
    () => ({ passed: 0, failed: 0 }),
  );
  // A runner that fails without a failed test has crashed.
  add(code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted);
}

function add({ passed, failed }: Count) {
  total.passed += passed;
  total.failed += failed;
}

function vitest(project: 'unit' | 'flows' | 'soak'): Suite {
  return {
    name: project,
    specs: SUITE_FILES[project],
    args: ({ files, title, quick }, report) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(process.stdout.isTTY ? [] : ['--no-color']),
      ...(title ? [`--testNamePattern=(?i:${literal(title)})`] : []),
      ...(files.length ? files : leftOut[quick ? 'quick' : 'all'].map((file) => `--exclude=${file}`)),
      ...(project === 'soak' && !files.length ? ['test/soak/browsers-smoke'] : []),
    ],
    count: ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failed: testResults.map(failuresOf).reduce((sum, each) => sum + each, 0),
    }),
  };
}

/** A file that fails without a failed test, such as in a hook, is one failure. */
function failuresOf({ status, assertionResults }: Report['testResults'][number]) {
  const failed = assertionResults.filter((each) => each.status === 'failed').length;
  return failed || (status === 'failed' ? 1 : 0);
}

function playwright(name: 'journeys', more: (selection: Selection) => string[]): Suite {
  return {
    name,
    specs: SUITE_FILES[name],
    args: (selection) => [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list,json',
      '--pass-with-no-tests',
      ...selection.files.map(literal),
      ...(selection.title ? ['--grep', literal(selection.title)] : []),
      ...more(selection),
    ],
    count: ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
    }),
  };
}

/** A regular expression that matches this text. */
function literal(text: string) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
