/** `npm run page-dates`: notes in page-dates.json today's date for each page of the sitemap whose text has changed since its last date. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from './build.ts';
import { isMain, root, setup } from './local/setup.ts';
import { renderedAt } from './rendered-site.ts';
import type { SearchablePage } from '../apps/web/app/search/search-index.ts';

/** By path; `text` is a hash of what the page says */
type PageDates = Record<string, { modified: string; text: string }>;

const FILE = path.join(root, 'apps/web/app/seo/page-dates.json');

/** The noted dates. */
export const notedDates = async (): Promise<PageDates> => JSON.parse(await readFile(FILE, 'utf8'));

/** The hash of the text of each page, from the text of /search.json. */
export function textsOf(searchFile: string): Record<string, string> {
  const pages: SearchablePage[] = JSON.parse(searchFile);
  return Object.fromEntries(
    pages
      .filter((page) => !page.path.startsWith('/sheets/'))
      .map((page) => [page.path, hashOf(page.title + page.headings + page.text + page.tables)]),
  );
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

if (isMain(import.meta)) {
  await setup();
  await build();
  const noted = await notedDates();
  const today = new Date().toISOString().slice(0, 10);
  const lines = Object.entries(textsOf(await renderedAt('/search.json'))).map(([page, text]) => {
    const modified = noted[page]?.text === text ? noted[page].modified : today;
    return `  ${JSON.stringify(page)}: { "modified": "${modified}", "text": "${text}" }`;
  });
  await writeFile(FILE, `{\n${lines.toSorted().join(',\n')}\n}\n`);
  await build();
}
