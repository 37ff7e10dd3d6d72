/** Lighthouse, mobile, for every page in the sitemap, or for the paths given as arguments. */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/local/chromium.mjs';
import { claimPorts } from '../../tools/local/environment.mjs';
import { startStack } from '../support/stack.mjs';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const KINDS = { html: 'Document', css: 'Stylesheet', js: 'Script', pictures: 'Image', fonts: 'Font' };

/** @typedef {Record<string, any>} Row figures by their names */

export const title = `Lighthouse, mobile, the median of ${RUNS} runs of each page; KB as they come over the wire`;

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
    for (const path of await chosen(stack.url)) {
      const row = { path, ...(await audited(stack.url + path, port)) };
      rows.push(row);
      console.log(Object.values(row).join('  '));
    }
    return [...rows, over(rows, 'worst of all', worst), over(rows, 'median of all', middle)];
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** @param {string} url */
async function chosen(url) {
  const asked = process.argv.slice(2).filter((word) => word.startsWith('/'));
  if (asked.length) return asked;
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

/** @param {string} url @param {number} port of the browser */
async function audited(url, port) {
  /** @type {Row[]} */
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(figuresOf(await recorded(url, port)));
  return over(runs, undefined, middle);
}

/**
 * One run. Repeats it if the trace misses the page's start, as happens on a busy machine.
 * @param {string} url @param {number} port @param {number} [tries]
 * @returns {Promise<Record<string, any>>}
 */
async function recorded(url, port, tries = 3) {
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: CATEGORIES });
  if (!lhr.runtimeError) return lhr;
  if (tries === 1) throw new Error(lhr.runtimeError.message);
  return recorded(url, port, tries - 1);
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
