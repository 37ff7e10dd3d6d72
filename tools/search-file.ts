/** Writes /search.json from the built pages, so that the search knows what a visitor reads: every page of the sitemap and every sheet. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'cheerio';
import type { SearchablePage } from '../apps/web/app/search/search-index.ts';

/** Repeated on many pages, or not for readers. */
const NOT_CONTENT =
  'nav, .still, [data-island], .demo-picture, .closing, .newsletter, .neighbours, .contents, .unseen, script, style, noscript, svg, option';
const HEADINGS = 'h1, h2, h3, h4, summary, legend';
const BLOCKS =
  'address, article, blockquote, br, dd, div, dt, fieldset, figcaption, form, header, label, li, p, section, td, th';

/** @param folder of the built site */
export async function writeSearchFile(folder: string) {
  const sitemap = await readFile(path.join(folder, 'sitemap.xml'), 'utf8');
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const entriesOfSheets = await readdir(path.join(folder, 'sheets'), { withFileTypes: true });
  const sheets = entriesOfSheets.filter((each) => each.isDirectory()).map(({ name }) => `/sheets/${name}`);
  const entries = await Promise.all([...pages, ...sheets.toSorted()].map((page) => entryOf(folder, page)));
  await writeFile(path.join(folder, 'search.json'), JSON.stringify(entries));
}

async function entryOf(folder: string, page: string): Promise<SearchablePage> {
  const $ = load(await readFile(path.join(folder, page, 'index.html'), 'utf8'));
  const meta = (name: string) => $(`meta[name="${name}"]`).attr('content') ?? '';
  const main = $('main');
  main.find(NOT_CONTENT).remove();
  main.find(`${BLOCKS}, ${HEADINGS}`).append(' ');
  const headings = main.find(HEADINGS).toArray();
  const spoken = headings.map((each) => $(each).text()).join(' ');
  $(headings).remove();
  return {
    path: page,
    title: $('title')
      .text()
      .replace(/ \| [^|]*$/, ''),
    description: meta('description'),
    keywords: meta('keywords'),
    headings: tidy(spoken),
    // The article that a sheet belongs to has its text, too.
    text: page.startsWith('/sheets/') ? '' : tidy(main.text()),
  };
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
