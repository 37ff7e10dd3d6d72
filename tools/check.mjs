/** `npm run check`: everything that can be known without running the product, a line for each. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { compile, run } from './build.mjs';
import { isMain } from './children.mjs';
import { root, setup } from './setup.mjs';

const web = path.join(root, 'apps/web');
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  path.join(root, 'node_modules/jest/bin/jest.js'),
];

const quietly = (tool, args, cwd = root) => run(tool, args, { cwd, quiet: true });

async function types() {
  await compile(['-b'], { quiet: true });
  if (existsSync(path.join(web, 'react-router.config.ts'))) await quietly('react-router', ['typegen'], web);
  if (existsSync(path.join(web, 'tsconfig.json'))) await compile(['-p', web, '--noEmit'], { quiet: true });
  await compile(['-p', 'test'], { quiet: true });
}

const checks = {
  format: () => quietly('oxfmt', ['--check']),
  lint: () => quietly('oxlint', ['--type-aware', '--quiet']),
  boundaries: () => quietly('depcruise', ['apps', 'libs', '--output-type', 'err-long']),
  types,
  documents: () => run(process.execPath, ['tools/write-workflow-docs.mjs', '--check'], { cwd: root, quiet: true }),
};

const unit = () =>
  run(process.execPath, [...jest, '--selectProjects', 'unit', '--passWithNoTests', '--silent'], {
    cwd: root,
    quiet: true,
  });

/** Runs all checks, the compiler beside the others, also after a failure. Returns how many passed and failed. */
export async function check({ withUnit = false } = {}) {
  const count = { passed: 0, failed: 0 };
  const { types, documents, ...others } = checks;
  const inTurn = async (works) => {
    for (const [name, work] of Object.entries(works)) count[(await passes(name, work)) ? 'passed' : 'failed'] += 1;
  };
  await Promise.all([inTurn({ types, documents }), inTurn(others)]);
  if (withUnit) await inTurn({ unit });
  return count;
}

async function passes(name, work) {
  const begun = Date.now();
  const problem = await work().then(
    () => undefined,
    (error) => error.message,
  );
  console.log(`${problem ? 'FAILED' : 'ok    '}  ${name.padEnd(12)}${((Date.now() - begun) / 1000).toFixed(1)} s`);
  if (problem) console.log(problem);
  return !problem;
}

if (isMain(import.meta)) {
  await setup();
  const { failed } = await check({ withUnit: true });
  if (failed) process.exitCode = 1;
}
