/** Lighthouse, mobile, for every public page that is built, or for the paths given as arguments. */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/local/chromium.ts';
import { claimPorts } from '../../tools/local/environment.ts';
import { pagePaths, renderedAt } from '../../tools/rendered-site.ts';
import { startStack } from '../support/stack.mjs';

const RUNS = 3;
const GOAL = { score: 100, 'LCP ms': 1300, CLS: 0 };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const KINDS = { html: 'Document', css: 'Stylesheet', js: 'Script', pictures: 'Image', fonts: 'Font' };

/** @typedef {Record<string, any>} Row figures by their names */

export const title = `Lighthouse, mobile; of a page below the goal the median of ${RUNS} runs; KB as they come over the wire`;

export default async function audits() {
  const stack = await startStack({ apis: 1 });
  const [port = 0] = (await claimPorts(1)).ports;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    /** @type {Row[]} */
    const rows = [];
    for (const page of await chosen()) {
      const row = { path: page.path, ...(await audited(stack.url, page, port)) };
      rows.push(row);
      console.log(Object.values(row).join('  '));
    }
    return [...rows, over(rows, 'worst of all', worst), over(rows, 'median of all', middle)];
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** @typedef {{ path: string, noindex: boolean }} Page */

/** Public pages that answer 200, in the order of their paths; players show in frames of pages. @returns {Promise<Page[]>} */
async function chosen() {
  const asked = process.argv.slice(2).filter((word) => word.startsWith('/'));
  const pages = [];
  for (const path of await pagePaths()) {
    const html = await renderedAt(path);
    pages.push({
      path,
      noindex: html.includes('name="robots" content="noindex"'),
      isOffice: html.includes('id="office"'),
    });
  }
  return pages
    .filter((page) => (asked.length ? asked.includes(page.path) : !page.isOffice && page.path !== '/404'))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** @param {string} site @param {Page} page @param {number} port of the browser */
async function audited(site, page, port) {
  const runs = [figuresOf(await recorded(site, page, port))];
  if (meetsGoal(runs[0])) return runs[0];
  while (runs.length < RUNS) runs.push(figuresOf(await recorded(site, page, port)));
  return over(runs, undefined, middle);
}

/** @param {Row | undefined} row */
const meetsGoal = (row) =>
  CATEGORIES.every((name) => row?.[name] >= GOAL.score) && row?.['LCP ms'] <= GOAL['LCP ms'] && row?.CLS <= GOAL.CLS;

/**
 * One run. Repeats it if the trace misses the page's start, as happens on a busy machine.
 * @param {string} site @param {Page} page @param {number} port @param {number} [tries]
 * @returns {Promise<Record<string, any>>}
 */
async function recorded(site, page, port, tries = 3) {
  const { lhr } = await lighthouse(site + page.path, {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: CATEGORIES,
    // A page that search engines must not list is marked so on purpose.
    skipAudits: page.noindex ? ['is-crawlable'] : null,
  });
  if (!lhr.runtimeError) return lhr;
  if (tries === 1) throw new Error(lhr.runtimeError.message);
  return recorded(site, page, port, tries - 1);
}

/** @param {Record<string, any>} report @returns {Row} */
function figuresOf({ categories, audits: found }) {
  /** @type {{ resourceType: string, transferSize: number }[]} */
  const requests = found['network-requests'].details.items;
  const weightOf = (/** @type {string} */ kind) =>
    requests
      .filter(({ resourceType }) => resourceType === kind)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  const scores = CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]);
  const weights = Object.entries(KINDS).map(([name, kind]) => [name, Number((weightOf(kind) / 1024).toFixed(1))]);
  return {
    ...Object.fromEntries(scores),
    'LCP ms': Math.round(found['largest-contentful-paint'].numericValue),
    CLS: Number(found['cumulative-layout-shift'].numericValue.toFixed(3)),
    'TBT ms': Math.round(found['total-blocking-time'].numericValue),
    ...Object.fromEntries(weights),
  };
}

/**
 * Combines rows into one, figure by figure.
 * @param {Row[]} rows @param {string | undefined} path @param {(values: number[], name: string) => number | undefined} choose
 * @returns {Row}
 */
function over(rows, path, choose) {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'path');
  const row = Object.fromEntries(
    names.map((name) => [
      name,
      choose(
        rows.map((each) => each[name]),
        name,
      ),
    ]),
  );
  return path ? { path, ...row } : row;
}

/** @param {number[]} values */
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The lowest score, or the highest other figure. @param {number[]} values @param {string} name */
const worst = (values, name) => (CATEGORIES.includes(name) ? Math.min(...values) : Math.max(...values));
