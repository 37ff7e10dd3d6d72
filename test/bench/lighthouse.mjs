/** Lighthouse, mobile, of every page that may be found; paths as words after the name choose some of them. */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, findChromium } from '../../tools/chromium.mjs';
import { claimPorts } from '../../tools/ports.mjs';
import { startStack } from '../support/stack.mjs';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const KINDS = { html: 'Document', css: 'Stylesheet', js: 'Script', pictures: 'Image', fonts: 'Font' };

export const title = `Lighthouse, mobile, the median of ${RUNS} runs of each page; KB as they come over the wire`;

export default async function audits() {
  const stack = await startStack({ apis: 1 });
  const [port] = (await claimPorts(1)).ports;
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    const rows = [];
    for (const path of await chosen(stack.url)) {
      rows.push({ path, ...(await audited(stack.url + path, port)) });
      console.log(Object.values(rows.at(-1)).join('  '));
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
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address).pathname);
}

/** @param {string} url @param {number} port of the browser */
async function audited(url, port) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(figuresOf(await recorded(url, port)));
  return over(runs, undefined, middle);
}

/** One run; on a busy machine the browser's trace may miss the page's start, and the run is made again. */
async function recorded(url, port, tries = 3) {
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: CATEGORIES });
  if (!lhr.runtimeError) return lhr;
  if (tries === 1) throw new Error(lhr.runtimeError.message);
  return recorded(url, port, tries - 1);
}

function figuresOf({ categories, audits: found }) {
  const requests = found['network-requests'].details.items;
  const weightOf = (kind) =>
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

/** One row of many, figure by figure. */
function over(rows, path, choose) {
  const names = Object.keys(rows[0]).filter((name) => name !== 'path');
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

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Scores are better high, all else low. */
const worst = (values, name) => (CATEGORIES.includes(name) ? Math.min(...values) : Math.max(...values));
