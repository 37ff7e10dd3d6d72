/** `npm run page-dates`: notes in page-dates.json today's date for each page of the sitemap whose text has changed since its last date. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from './build.mjs';
import { isMain, root, setup } from './local/setup.mjs';

/** @typedef {Record<string, { modified: string, text: string }>} PageDates by path; `text` is a hash of what the page says */

const FILE = path.join(root, 'apps/web/app/seo/page-dates.json');

/** The noted dates. @returns {Promise<PageDates>} */
export const notedDates = async () => JSON.parse(await readFile(FILE, 'utf8'));

/** The hash of the text of each page that is built. @returns {Promise<Record<string, string>>} */
export async function builtTexts() {
  /** @type {import('../apps/web/app/search/search-index.ts').SearchablePage[]} */
  const pages = JSON.parse(await readFile(path.join(root, 'apps/web/build/client/search.json'), 'utf8'));
  return Object.fromEntries(
    pages
      .filter((page) => !page.path.startsWith('/sheets/'))
      .map((page) => [page.path, hashOf(page.title + page.headings + page.text)]),
  );
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

if (isMain(import.meta)) {
  await setup();
  await build();
  const noted = await notedDates();
  const today = new Date().toISOString().slice(0, 10);
  const lines = Object.entries(await builtTexts()).map(([page, text]) => {
    const modified = noted[page]?.text === text ? noted[page].modified : today;
    return `  ${JSON.stringify(page)}: { "modified": "${modified}", "text": "${text}" }`;
  });
  await writeFile(FILE, `{\n${lines.toSorted().join(',\n')}\n}\n`);
  await build();
}
