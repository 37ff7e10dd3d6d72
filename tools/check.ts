/** `npm run check`: everything that can be checked without running the product, one line per check. */
import path from 'node:path';
import { run } from './local/processes.ts';
import { isMain, root, setup } from './local/setup.ts';

type Checks = Record<string, () => Promise<unknown>>;

/** The native compiler; the package `typescript` is for tools that use its API. */
const TSC = ['node_modules/typescript-native/bin/tsc', '-b'];

/** The compiler and what reads its output. */
const compiled: Checks = {
  types: async () => {
    const servers = quietly(process.execPath, [...TSC, 'apps/api', 'apps/sandbox']);
    await Promise.all([servers, quietly('react-router', ['typegen'], 'apps/web'), quietly('cmk', [], 'apps/web')]);
    await quietly(process.execPath, TSC);
  },
  documents: () => quietly(process.execPath, ['tools/docs.ts', '--check']),
  sources: async () => {
    const { sourceProblems } = await import('./check-sources.ts');
    const problems = await sourceProblems();
    if (problems.length) throw new Error(problems.join('\n'));
  },
  // Loads the site's configuration, too.
  unused: () => quietly('knip', []),
};

const sources: Checks = {
  format: () => quietly('oxfmt', ['--check']),
  lint: () => quietly('oxlint', ['--type-aware', '--quiet']),
  boundaries: () => quietly('depcruise', ['apps', 'libs', '--output-type', 'err-long']),
};

const unit: Checks = {
  unit: () => quietly('vitest', ['run', '--project=unit', '--silent']),
};

/** Runs all checks, also after a failure, and returns how many passed and failed. */
export async function check({ withUnit = false } = {}) {
  const results = await Promise.all([inSequence(compiled), inSequence(sources)]);
  if (withUnit) results.push(await inSequence(unit));
  const failed = results.flat().filter((passed) => !passed).length;
  return { passed: results.flat().length - failed, failed };
}

async function inSequence(checks: Checks) {
  const results = [];
  for (const [name, work] of Object.entries(checks)) results.push(await passes(name, work));
  return results;
}

async function passes(name: string, work: () => Promise<unknown>) {
  const start = performance.now();
  const problem = await work().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${problem ? 'FAILED' : 'ok    '}  ${name.padEnd(12)}${seconds} s`);
  if (problem) console.log(problem);
  return !problem;
}

function quietly(tool: string, args: string[], folder: string = '') {
  return run(tool, args, { cwd: path.join(root, folder), quiet: true });
}

if (isMain(import.meta)) {
  await setup();
  const { failed } = await check({ withUnit: true });
  if (failed) process.exitCode = 1;
}
