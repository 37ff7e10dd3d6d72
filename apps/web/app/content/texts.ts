import type { MDXContent } from 'mdx/types';
import { z } from 'zod';
import { site } from '../lib/site.ts';
import { HELP_TASKS } from '../seo/help-pages.ts';
import { LEGAL_DOCUMENTS } from '../seo/legal-pages.ts';
import { articlePath, ARTICLES, CATEGORIES, pages } from '../seo/pages.ts';

/** What an MDX file exports; `facts` come from `remarkFacts` in `tools/plugins.ts`. */
interface MdxModule {
  default: MDXContent;
  frontmatter: unknown;
  facts: { words: number; outline: Heading[] };
}

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** Frontmatter of an article; a violation fails the build. */
const articleFrontmatter = z.strictObject({
  title: z.string().min(10),
  description: z.string().min(80).max(160),
  slug: z.enum(ARTICLES),
  category: z.enum(CATEGORIES),
  date: z.enum(['January 2025', 'November 2026']),
  featured: z.boolean(),
  icon: z.enum(['church', 'compass', 'door', 'graduation', 'heart', 'megaphone', 'phone', 'tent', 'users']),
  keywords: z.array(z.string()).min(3),
  summary: z.string(),
  /** The invitation at its end. */
  ending: z.strictObject({ heading: z.string(), text: z.string() }),
});

const articleTexts = import.meta.glob<MdxModule>('./blog/*.mdx', { eager: true });

const MONTHS = { 'January 2025': '2025-01', 'November 2026': '2026-11' } as const;

const WORDS_PER_MINUTE = 200;

const readArticle = (slug: string) => {
  const text = articleTexts[`./blog/${slug}.mdx`];
  if (!text) throw new Error(`No text for the article ${slug}`);
  const frontmatter = articleFrontmatter.parse(text.frontmatter);
  if (frontmatter.slug !== slug) throw new Error(`The slug of ${slug}.mdx is ${frontmatter.slug}`);
  return {
    ...frontmatter,
    title: curlyQuotes(frontmatter.title),
    summary: curlyQuotes(frontmatter.summary),
    path: articlePath(slug),
    /** Machine-readable forms of `date`; search engines and feeds require an instant. */
    month: MONTHS[frontmatter.date],
    published: `${MONTHS[frontmatter.date]}-01T00:00:00Z`,
    words: text.facts.words,
    minutes: Math.ceil(text.facts.words / WORDS_PER_MINUTE),
    outline: named(text.facts.outline),
    Body: text.default,
  };
};

/** PRODUCT in a heading is the name of the product. */
const named = (outline: Heading[]): Heading[] =>
  outline.map((heading) => ({ ...heading, text: heading.text.replaceAll('PRODUCT', site.product) }));

const curlyQuotes = (text: string): string => text.replaceAll("'", '’');

export type Article = ReturnType<typeof readArticle>;

export const articles: Article[] = ARTICLES.map(readArticle);

if (Object.keys(articleTexts).length !== articles.length)
  throw new Error('An article in content/blog is missing from ARTICLES');

const helpFrontmatter = z.strictObject({
  title: z.string().min(5),
  /** What the drawing on its Open Graph image shows. */
  picture: z.string(),
  description: z.string().min(80).max(160),
  keywords: z.array(z.string()).min(3),
});

const helpTexts = import.meta.glob<MdxModule>('./help/*.mdx', { eager: true });

/** Answers of the help center. */
export const helpTasks = HELP_TASKS.map((task) => {
  const text = helpTexts[`./help/${task}.mdx`];
  if (!text) throw new Error(`No text for the help page ${task}`);
  return { ...helpFrontmatter.parse(text.frontmatter), task, path: `/help/${task}`, Body: text.default };
});

if (Object.keys(helpTexts).length !== helpTasks.length)
  throw new Error('A text in content/help is missing from HELP_TASKS');

const legalFrontmatter = z.strictObject({
  title: z.string(),
  description: z.string(),
  updated: z.literal('July 1, 2025'),
});

const legalTexts = import.meta.glob<MdxModule>('./legal/*.mdx', { eager: true });

/** The legal document at a path, with its row in the table of pages. */
export function documentAt(pathname: string) {
  const path = pathname.replace(/\/$/, '') as keyof typeof LEGAL_DOCUMENTS;
  const text = legalTexts[`./legal/${LEGAL_DOCUMENTS[path]}.mdx`];
  const page = pages.find((row) => row.path === path);
  if (!text || !page) throw new Error(`No legal document at ${pathname}`);
  return { ...legalFrontmatter.parse(text.frontmatter), page, outline: named(text.facts.outline), Body: text.default };
}
