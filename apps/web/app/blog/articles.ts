import { z } from 'zod';
import type { Text } from '../content/text.ts';
import { ARTICLES, articlePath, CATEGORIES } from '../site/article-pages.ts';

/** What every article says of itself at its top; a text that does not fails the build. */
const frontmatter = z.strictObject({
  title: z.string().min(10),
  description: z.string().min(80).max(160),
  slug: z.enum(ARTICLES),
  category: z.enum(CATEGORIES),
  date: z.literal('January 2025'),
  featured: z.boolean(),
  icon: z.enum(['compass', 'graduation', 'heart', 'megaphone', 'phone', 'tent', 'users']),
  keywords: z.array(z.string()).min(3),
  summary: z.string(),
});

const texts = import.meta.glob<Text>('../content/blog/*.mdx', { eager: true });

const WORDS_PER_MINUTE = 200;

const readArticle = (slug: string) => {
  const text = texts[`../content/blog/${slug}.mdx`];
  if (!text) throw new Error(`No text for the article ${slug}`);
  const says = frontmatter.parse(text.frontmatter);
  if (says.slug !== slug) throw new Error(`The article ${slug} calls itself ${says.slug}`);
  return {
    ...says,
    title: curled(says.title),
    summary: curled(says.summary),
    path: articlePath(slug),
    /** Of the date, as machines read it. */
    datePublished: '2025-01',
    words: text.facts.words,
    minutes: Math.ceil(text.facts.words / WORDS_PER_MINUTE),
    outline: text.facts.outline,
    Body: text.default,
  };
};

const curled = (text: string): string => text.replaceAll("'", '’');

export type Article = ReturnType<typeof readArticle>;

export const articles: Article[] = ARTICLES.map(readArticle);

if (Object.keys(texts).length !== articles.length) throw new Error('An article is missing from the list of articles');
