import type { LoaderFunctionArgs } from 'react-router';
import { type HTMLElement, parse } from 'node-html-parser';
import { isIndexable, type Page } from '../seo/page.ts';
import { pagesContext, renderContext } from '../server/context.ts';
import type { SearchablePage } from './search-index.ts';

/** Repeated on many pages, or not for readers. */
const NOT_CONTENT =
  'nav, button, .button, .to-sheet, .dated, .still, [data-island], [data-unsearched], .demo-picture, .newsletter, .neighbours, .contents, .unseen, script, style, noscript, svg, option';
const HEADINGS = 'h1, h2, h3, h4, summary, legend';
const BLOCKS =
  'address, article, blockquote, br, dd, div, dt, fieldset, figcaption, form, header, label, li, p, section, td, th';
/** Ends a block. */
const END = '¶';

/** Of a page below its canonical one, such as the treasurer's sheet, that page; of a sheet, the page that has its text. */
const above = ({ path, canonical, partOf }: Page) =>
  partOf ?? (canonical && path.startsWith(`${canonical}/`) ? canonical : undefined);

/** /search.json: what a visitor reads on every page of the sitemap, and on those below them that search engines leave out. */
export async function loader({ context }: LoaderFunctionArgs) {
  const render = context.get(renderContext);
  const pages = context.get(pagesContext);
  const entries: SearchablePage[] = [];
  for (const page of pages) {
    const partOf = above(page);
    if (page.noindex || !(isIndexable(page) || partOf)) continue;
    const entry = entryOf(page.path, parse(await render(page.path)));
    entries.push({ ...entry, ...(partOf && { partOf }), ...(page.partOf && { text: '', tables: '' }) });
  }
  return Response.json(entries);
}

function entryOf(path: string, page: HTMLElement): SearchablePage {
  const meta = (name: string) => page.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
  const main = page.querySelector('main')!;
  for (const each of main.querySelectorAll(NOT_CONTENT)) each.remove();
  for (const each of main.querySelectorAll(`${BLOCKS}, ${HEADINGS}`)) each.append(END);
  const taken = (selector: string) => {
    const all = main.querySelectorAll(selector);
    for (const each of all) each.remove();
    return linesOf(all.map((each) => each.text).join(END));
  };
  const headings = taken(HEADINGS);
  const tables = taken('table');
  return {
    path,
    title: page.querySelector('title')!.text.replace(/ \| [^|]*$/, ''),
    description: meta('description'),
    keywords: meta('keywords'),
    headings,
    text: linesOf(main.text),
    tables,
  };
}

/** Each block of the text on a line of its own. */
const linesOf = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(END)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
