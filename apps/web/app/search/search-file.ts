import type { LoaderFunctionArgs } from 'react-router';
import { type HTMLElement, parse } from 'node-html-parser';
import { indexablePages } from '../seo/indexable-pages.ts';
import { sheetPages } from '../seo/sheet-pages.ts';
import { renderContext } from '../server/context.ts';
import type { SearchablePage } from './search-index.ts';

/** Repeated on many pages, or not for readers. */
const NOT_CONTENT =
  'nav, .still, [data-island], [data-unsearched], .demo-picture, .newsletter, .neighbours, .contents, .unseen, script, style, noscript, svg, option';
const HEADINGS = 'h1, h2, h3, h4, summary, legend';
const BLOCKS =
  'address, article, blockquote, br, dd, div, dt, fieldset, figcaption, form, header, label, li, p, section, td, th';

/** /search.json: what a visitor reads on every page of the sitemap and on every sheet. */
export async function loader({ context }: LoaderFunctionArgs) {
  const render = context.get(renderContext);
  const entries: SearchablePage[] = [];
  for (const { path } of [...indexablePages, ...sheetPages.toSorted(byPath)])
    entries.push(entryOf(path, parse(await render(path))));
  return Response.json(entries);
}

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);

function entryOf(path: string, page: HTMLElement): SearchablePage {
  const meta = (name: string) => page.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
  const main = page.querySelector('main')!;
  for (const each of main.querySelectorAll(NOT_CONTENT)) each.remove();
  for (const each of main.querySelectorAll(`${BLOCKS}, ${HEADINGS}`)) each.append(' ');
  const headings = main.querySelectorAll(HEADINGS);
  const spoken = headings.map((each) => each.text).join(' ');
  for (const each of headings) each.remove();
  return {
    path,
    title: page.querySelector('title')!.text.replace(/ \| [^|]*$/, ''),
    description: meta('description'),
    keywords: meta('keywords'),
    headings: tidy(spoken),
    // The article that a sheet belongs to has its text, too.
    text: path.startsWith('/sheets/') ? '' : tidy(main.text),
  };
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
