/**
 * `npm run charts`: compares each chart with its newest released version, draws the difference, and says what is missing.
 * Exit code 1 when a chart differs without a new version, or a version leaves states or effects open.
 *
 * `npm run charts -- --database`: also counts the subjects in each state of the database DATABASE_URL, and what the
 * newest version does with them.
 *
 * `npm run charts -- release <chart> [--state old=new] [--effect old=new]`: writes the chart of the code as the next
 * version into libs/workflows/history. Raise `version` in the chart first. Each state and effect that is gone needs its
 * successor.
 */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'oxfmt';
import { compile } from './compile.mjs';
import { root, setup } from './local/setup.mjs';

const history = path.join(root, 'libs/workflows/history');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: 'string', multiple: true, default: [] },
    effect: { type: 'string', multiple: true, default: [] },
    database: { type: 'boolean', default: false },
  },
});

await setup();
await compile();
const { CHARTS, differenceOf, gapsOf, problemsOf, removedStatesOf, versionOf } =
  await import('../libs/workflows/dist/src/index.js');
const { releasedVersionsOf } = await import('../libs/workflows/dist/history/index.js');

async function compare() {
  /** @type {string[]} */
  const problems = [];
  for (const chart of CHARTS) {
    const released = releasedVersionsOf(chart.id);
    const newest = released.at(-1);
    console.log(`${chart.id}: version ${chart.version}, released ${newest?.version ?? 'none'}`);
    for (const line of newest ? differenceOf(newest, versionOf(chart)) : []) console.log(`  ${line}`);
    problems.push(...problemsOf(chart, released));
  }
  if (values.database) await countSubjects();
  for (const problem of problems) console.error(problem);
  if (problems.length) process.exitCode = 1;
}

/** @param {string | undefined} id */
async function release(id) {
  const chart = CHARTS.find((each) => each.id === id);
  if (!chart) throw new Error(`There is no chart "${id}". Charts: ${CHARTS.map((each) => each.id).join(', ')}.`);
  const before = releasedVersionsOf(chart.id).at(-1);
  const next = {
    ...versionOf(chart),
    ...(values.state.length && { movedStates: pairs(values.state) }),
    ...(values.effect.length && { renamedEffects: pairs(values.effect) }),
  };
  const file = path.join(history, `${chart.id}-${next.version}.ts`);
  if (existsSync(file)) throw new Error(`${path.relative(root, file)} exists: a released version never changes.`);
  const gaps = gapsOf(before, next);
  if (gaps.length) throw new Error(gaps.join('\n'));
  await writeTypeScript(
    file,
    `import type { ChartVersion } from '../src/versions.ts';

export default ${JSON.stringify(next)} satisfies ChartVersion;
`,
  );
  await writeIndex();
  console.log(`Wrote ${path.relative(root, file)}`);
}

async function writeIndex() {
  const names = (await readdir(history)).filter((name) => name !== 'index.ts').map((name) => path.parse(name).name);
  names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const variable = (/** @type {string} */ name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  await writeTypeScript(
    path.join(history, 'index.ts'),
    `/** Every released version of every chart, oldest first. Written by \`npm run charts -- release\`; do not edit. */
import type { ChartVersion } from '../src/versions.ts';
${names.map((name) => `import ${variable(name)} from './${name}.ts';`).join('\n')}

const RELEASED: readonly ChartVersion[] = [${names.map(variable).join(', ')}];

/** The released versions of a chart, oldest first. */
export const releasedVersionsOf = (chart: string): ChartVersion[] =>
  RELEASED.filter((version) => version.chart === chart);
`,
  );
}

/** @param {string} file @param {string} text */
async function writeTypeScript(file, text) {
  const { code } = await format(path.basename(file), text, {
    printWidth: 120,
    singleQuote: true,
    trailingComma: 'all',
  });
  await writeFile(file, code);
}

/** @param {string[]} list `old=new` each */
function pairs(list) {
  return Object.fromEntries(list.map((each) => each.split('=')));
}

async function countSubjects() {
  const { default: pg } = await import('pg');
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  try {
    for (const chart of CHARTS) {
      const removed = removedStatesOf(releasedVersionsOf(chart.id));
      const { rows } = await client.query(
        `SELECT to_state AS state, count(*)::int AS subjects FROM (
           SELECT DISTINCT ON (subject_id) to_state FROM workflow_journal
            WHERE flow = $1 AND seq IS NOT NULL ORDER BY subject_id, seq DESC) newest
          GROUP BY 1 ORDER BY 2 DESC`,
        [chart.id],
      );
      for (const { state, subjects } of rows)
        console.log(`${chart.id}  ${String(subjects).padStart(9)}  ${state}${fate(chart, state, removed)}`);
    }
  } finally {
    await client.end();
  }
}

/**
 * What the newest version does with subjects in a state.
 * @param {{ states: object }} chart @param {string} state @param {Map<string, string>} removed
 */
function fate(chart, state, removed) {
  if (state in chart.states) return '';
  return removed.has(state) ? `: moves to ${removed.get(state)}` : ': unknown to this version; these subjects get 503';
}

if (positionals[0] === 'release') await release(positionals[1]);
else await compare();
