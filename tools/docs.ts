/** `npm run docs`: writes docs/workflows.md, the pictures of the charts and docs/mails.md; with --check it fails when one is stale. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root, setup } from './local/setup.ts';

const WORKFLOWS = `# Workflows

Generated from the charts in \`libs/workflows\` by \`npm run docs\`; do not edit. Events are facts in the past tense. An
effect is one job, written in the same transaction as the transition. A state that takes no event is an end.

`;

const MAILS = `# Mails

Generated from \`libs/contracts/src/mail-kinds.ts\` by \`npm run docs\`; do not edit. Each mail is sent once for what its key
names. Limits are in \`limits.ts\` (\`security.md\`).

`;

await setup();
const { format } = await import('oxfmt');
const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
const { ambassadorApplication, CHARTS, dotOf, pageOf, subscriptionLife, trialSignup } =
  await import('../libs/workflows/src/index.ts');
const { MAIL_KINDS } = await import('../libs/contracts/src/index.ts');
const { stateName } = await import('../libs/contracts/src/back-office/index.ts');

/** The fragment of the picture's address highlights a state: chart.svg#submitted. */
const STYLE = `<style>
  :root { color-scheme: light dark; --ink: #1b2440; --edge: #8f836a; --lit: #f5a524 }
  @media (prefers-color-scheme: dark) { :root { --ink: #eceef5; --edge: #76809b } }
  text { font: 13px Helvetica, Arial, sans-serif; fill: var(--ink) }
  .edge text { font-size: 10.5px }
  path, polygon { stroke: var(--edge) }
  polygon { fill: var(--edge) }
  .node:target path { fill: var(--lit); stroke: var(--ink) }
  .node:target text { fill: #1b2440; font-weight: 700 }
</style>`;

const charts = [
  pageOf('Trial sign-up', trialSignup),
  pageOf('Life of a subscription', subscriptionLife),
  pageOf('Ambassador application', ambassadorApplication),
];
const mails = Object.entries(MAIL_KINDS).map(([kind, { label, to, oncePer, repeats, queue, ...rest }]) => {
  const limits = 'caps' in rest ? `, limited by ${rest.caps.map((cap) => `\`${cap}\``).join(', ')}` : '';
  return `- \`${[kind, ...oncePer.map((part) => `<${part}>`)].join(':')}\`: ${label}. To: ${to}${limits}. Repeats ${repeats}. Queue \`${queue}\`.`;
});

await page('docs/workflows.md', WORKFLOWS + charts.join('\n'));
const graphviz = await Graphviz.load();
for (const chart of CHARTS) {
  const svg = graphviz.dot(dotOf(chart, stateName)).replace(/^[^]*?(?=<svg)/, '');
  await page(`libs/workflows/charts/${chart.id}.svg`, svg.replace(/<polygon fill="white"[^>]*>/, STYLE));
}
await page('docs/mails.md', `${MAILS}${mails.join('\n')}\n`);

async function page(name: string, text: string) {
  const { code } = name.endsWith('.md') ? await format(path.basename(name), text, { printWidth: 120 }) : { code: text };
  const file = path.join(root, name);
  if (!process.argv.includes('--check')) return writeFile(file, code);
  if ((await readFile(file, 'utf8').catch(() => '')) === code) return;
  console.error(`${name} is stale: run \`npm run docs\` and commit it.`);
  process.exitCode = 1;
}
