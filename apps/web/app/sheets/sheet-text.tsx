import type { MDXContent } from 'mdx/types';
import { parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MDX_COMPONENTS } from '../content/reading.tsx';
import { articles, helpTasks } from '../content/texts.ts';
import type { SheetPage } from './sheet-pages.ts';

/** The page that has the text of a sheet: its title and its body. */
export function sourceOf({ partOf, slug }: SheetPage): { title: string; path: string; Body: MDXContent } {
  const source = [...articles, ...helpTasks].find(({ path }) => path === partOf);
  if (!source) throw new Error(`The sheet ${slug} names ${partOf}, which has no text`);
  return source;
}

/** The HTML of one `<Sheet>` of a text. */
export function sheetHtml(page: SheetPage): string {
  const found: ReactNode[] = [];
  const Sheet = ({ name, children }: { name: string; children?: ReactNode }) => {
    if (name === page.slug) found.push(children);
    return null;
  };
  const { Body } = sourceOf(page);
  renderToStaticMarkup(<Body components={{ ...MDX_COMPONENTS, Sheet, h3: 'h2' }} />);
  if (found.length !== 1) throw new Error(`${page.partOf} has ${found.length} sheets named ${page.slug}, not one`);
  return renderToStaticMarkup(found[0]);
}

/** As much of the page as a line to write on takes. */
const LETTERS_PER_BLANK = 60;

/** The size of the printed text in points, so that a short sheet fills its page, too. */
export function pointsOf(html: string): number {
  const sheet = parse(html);
  const length = sheet.text.length + sheet.querySelectorAll('.blank').length * LETTERS_PER_BLANK;
  if (length > 1600) return 11;
  return length > 1150 ? 12 : length > 800 ? 14 : length > 450 ? 16 : 20;
}

/** More is below the edge of the picture. */
const MINIATURE_LETTERS = 700;

/** The beginning of a sheet as a picture shows it: without headings, links and ids. */
export function miniatureHtml(page: SheetPage): string {
  const sheet = parse(sheetHtml(page));
  for (const each of sheet.querySelectorAll('[id]')) each.removeAttribute('id');
  for (const each of sheet.querySelectorAll('a')) each.replaceWith(...each.childNodes);
  for (const each of sheet.querySelectorAll('h2')) each.tagName = 'b';
  let letters = 0;
  const shown = sheet.childNodes.filter((each) => {
    const before = letters;
    letters += each.text.length;
    return before < MINIATURE_LETTERS;
  });
  return shown.map(String).join('');
}
