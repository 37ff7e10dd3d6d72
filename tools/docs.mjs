/** `npm run docs`: writes docs/workflows.md from the charts; with --check it fails when the file is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from './build.mjs';
import { root, setup } from './local/setup.mjs';

const file = path.join(root, 'docs/workflows.md');

const INTRODUCTION = `# Workflows

Generated from the charts in \`libs/workflows\` by \`npm run docs\`; do not edit. Events are facts in the past tense. An
effect is one job, written in the same transaction as the transition. A state that takes no event is an end.

`;

await setup();
const { format } = await import('oxfmt');
await compile(['-b', 'libs/workflows'], { quiet: true });
const { ambassadorApplication, pageOf, subscriptionLife, trialSignup } =
  await import('../libs/workflows/dist/src/index.js');
const charts = [
  pageOf('Trial sign-up', trialSignup),
  pageOf('Life of a subscription', subscriptionLife),
  pageOf('Ambassador application', ambassadorApplication),
];
const { code: page } = await format('workflows.md', INTRODUCTION + charts.join('\n'), { printWidth: 120 });

if (!process.argv.includes('--check')) await writeFile(file, page);
else if ((await readFile(file, 'utf8').catch(() => '')) !== page) {
  console.error('docs/workflows.md is stale: run `npm run docs` and commit it.');
  process.exitCode = 1;
}
