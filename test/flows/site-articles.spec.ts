/** The seven articles: what stands around each, how long it is, and the figures it must name. */
import { describe, expect, it } from '@jest/globals';
import { ARTICLES, CATEGORIES } from '../site/pages.ts';
import { shownText, siteReader } from '../site/read-page.ts';
import { sharedStack } from '../support/index.ts';

const WORDS = { least: 2100, most: 2900, aMinute: 200 };

const FIGURES: Record<(typeof ARTICLES)[number], RegExp[]> = {
  'small-group-culture': [/\b(six to ten|6 to 10|6-10) students\b/i],
  'reaching-students': [],
  'student-leadership-team': [/\b(three to five|3 to 5|3-5)\b/i],
  'college-transition': [/70% of students leave church after high school/],
  'post-camp-fire': [/\b(one|1) (to|or) (two|2) weeks\b/i],
  'digital-discipleship': [/\b30\b/, /\b60\b/, /\b100\b/, /days/],
  'teen-mental-health': [/42% of teens report persistent sadness/, /\b988\b/],
};

const read = siteReader(sharedStack().url);
const articleAt = (at: number) => ARTICLES[at] && `/blog/${ARTICLES[at]}`;

describe.each(ARTICLES.map((slug, at) => ({ slug, at })))('the article $slug', ({ slug, at }) => {
  const path = `/blog/${slug}`;

  it('has the way back, its category, its date and the minutes it takes', async () => {
    const { $, text, find } = await read(path);
    expect(shownText($, find('main a[href="/blog"]').first())).toBe('Back to Blog');
    const badge = find('main article a[href^="/blog/category/"]').first();
    expect(Object.entries(CATEGORIES)).toContainEqual([shownText($, badge), badge.attr('href')]);
    expect(shownText($, find('main time').first())).toBe('January 2025');
    expect(text('main article header')).toMatch(/\b1[0-5] min read$/);
  });

  it('is as long as it says', async () => {
    const { told, text } = await read(path);
    const words = text('main .prose').split(' ').length;
    expect(words).toBeGreaterThanOrEqual(WORDS.least);
    expect(words).toBeLessThanOrEqual(WORDS.most);
    expect(Number(text().match(/\b(\d+) min read\b/)![1])).toBe(Math.ceil(words / WORDS.aMinute));
    expect(told.find((each) => each.wordCount).wordCount).toBe(words);
  });

  it('names its figures', async () => {
    const { text } = await read(path);
    for (const figure of FIGURES[slug]) expect(text('main .prose')).toMatch(figure);
  });

  it('ends with the article before, the article after, and the trial', async () => {
    const { find, text } = await read(path);
    expect(find('main a[rel=prev]').attr('href')).toBe(articleAt(at - 1));
    expect(find('main a[rel=next]').attr('href')).toBe(articleAt(at + 1));
    const closing = find('main a[href="/trial"]').last().closest('section');
    expect(closing.nextAll().length).toBe(0);
    expect(text('main')).toMatch(/30 days/);
  });

  it('has chapters, and a way to each', async () => {
    const { $, find } = await read(path);
    const chapters = find('main .prose h2[id]').toArray();
    expect(chapters.length).toBeGreaterThanOrEqual(4);
    for (const chapter of chapters) expect(find(`main nav a[href="#${$(chapter).attr('id')}"]`).length).toBe(1);
  });
});

it('help in a crisis stands at the top of the article on mental health', async () => {
  const text = (await read('/blog/teen-mental-health')).text('main .prose');
  expect(text.slice(0, 1500)).toMatch(/988/);
  expect(text.slice(0, 1500)).toMatch(/911/);
});
