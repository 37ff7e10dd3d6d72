import { z } from 'zod';
import type { Text } from '../content/text.ts';
import { LEGAL_DOCUMENTS } from '../site/article-pages.ts';
import type { Page } from '../site/page.ts';
import { pages } from '../site/pages.ts';

const frontmatter = z.strictObject({
  title: z.string(),
  description: z.string(),
  updated: z.literal('July 1, 2025'),
});

const texts = import.meta.glob<Text>('../content/legal/*.mdx', { eager: true });

const rows: Page[] = Object.values(pages);

/** The legal document at an address, with its row in the table of pages. */
export function documentAt(pathname: string) {
  const path = pathname.replace(/\/$/, '') as keyof typeof LEGAL_DOCUMENTS;
  const text = texts[`../content/legal/${LEGAL_DOCUMENTS[path]}.mdx`];
  const page = rows.find((row) => row.path === path);
  if (!text || !page) throw new Error(`No legal document at ${pathname}`);
  return { ...frontmatter.parse(text.frontmatter), page, outline: text.facts.outline, Body: text.default };
}
