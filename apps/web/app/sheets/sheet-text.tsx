import type { MDXContent } from 'mdx/types';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MDX_COMPONENTS } from '../content/reading.tsx';
import { articles, helpTasks } from '../content/texts.ts';
import type { SheetPage } from './sheet-pages.ts';

/** The page that has the text of a sheet: its title and its body. */
export function sourceOf({ canonical, slug }: SheetPage): { title: string; path: string; Body: MDXContent } {
  const source = [...articles, ...helpTasks].find(({ path }) => path === canonical);
  if (!source) throw new Error(`The sheet ${slug} names ${canonical}, which has no text`);
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
  if (found.length !== 1) throw new Error(`${page.canonical} has ${found.length} sheets named ${page.slug}, not one`);
  return renderToStaticMarkup(found[0]);
}
