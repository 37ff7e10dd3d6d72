import type { MDXContent } from 'mdx/types';
import { z } from 'zod';
import { site } from '../lib/site.ts';
import { isScene } from './scenes/scenes.ts';
import { LEGAL_DOCUMENTS } from './legal-documents.ts';

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

/** Articles in blog order. */
const ARTICLES = [
  'small-group-culture',
  'reaching-students',
  'student-leadership-team',
  'college-transition',
  'post-camp-fire',
  'digital-discipleship',
  'teen-mental-health',
  'students-with-disabilities',
  'small-church-no-budget',
] as const;

export const CATEGORIES = [
  'Digital Ministry',
  'Mental Health',
  'Tools & Resources',
  'Student Engagement',
  'Pastoral Care',
  'Community Building',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** Frontmatter of an article; a violation fails the build. */
const articleFrontmatter = z.strictObject({
  title: z.string().min(10),
  description: z.string().min(80).max(160),
  slug: z.enum(ARTICLES),
  category: z.enum(CATEGORIES),
  date: z.enum(['January 2025', 'November 2026']),
  featured: z.boolean(),
  scene: z.string().refine(isScene),
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
    path: `/blog/${slug}`,
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

/** Answers of the help center in the order of its list. */
const HELP_TASKS = [
  'sign-in',
  'invite-students',
  'consent-form',
  'move-a-group',
  'add-a-ministry',
  'change-plan-or-card',
  'cancel',
  'export-or-delete-data',
] as const;

const helpFrontmatter = z.strictObject({
  title: z.string().min(5),
  description: z.string().min(80).max(160),
  keywords: z.array(z.string()).min(3),
});

const helpTexts = import.meta.glob<MdxModule>('./help/*.mdx', { eager: true });

/** Answers of the help center. */
export const helpTasks = HELP_TASKS.map((task) => {
  const text = helpTexts[`./help/${task}.mdx`];
  if (!text) throw new Error(`No text for the help page ${task}`);
  return {
    ...helpFrontmatter.parse(text.frontmatter),
    task,
    path: `/help/${task}`,
    label: 'Help Center',
    section: 'Help' as const,
    Body: text.default,
  };
});

if (Object.keys(helpTexts).length !== helpTasks.length)
  throw new Error('A text in content/help is missing from HELP_TASKS');

const legalFrontmatter = z.strictObject({
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  updated: z.literal('July 1, 2025'),
});

const legalTexts = import.meta.glob<MdxModule>('./legal/*.mdx', { eager: true });

/** The legal document at each path. */
export const legalDocuments = Object.entries(LEGAL_DOCUMENTS).map(([path, name]) => {
  const text = legalTexts[`./legal/${name}.mdx`];
  if (!text) throw new Error(`No text for the legal document ${name}`);
  return {
    ...legalFrontmatter.parse(text.frontmatter),
    path,
    ...(path !== `/${name}` && { canonical: `/${name}` }),
    outline: named(text.facts.outline),
    Body: text.default,
  };
});
