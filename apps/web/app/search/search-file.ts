import type { LoaderFunctionArgs } from 'react-router';
import { type HTMLElement, parse } from 'node-html-parser';
import { isIndexable } from '../seo/page.ts';
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

/** /search.json: what a visitor reads on every page of the sitemap. */
export async function loader({ context }: LoaderFunctionArgs) {
  const render = context.get(renderContext);
  const pages = context.get(pagesContext);
  const entries: SearchablePage[] = [];
  for (const { path, partOf } of pages.filter(isIndexable))
    entries.push({ ...entryOf(path, parse(await render(path))), ...(partOf && { partOf, text: '', tables: '' }) });
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
