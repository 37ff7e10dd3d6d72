/** The blog and the search of the site. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { pageOf, pathIn, shownText, renderedAt, tidy } from '../site/built-page.ts';
import { ARTICLES, CATEGORIES, FEATURED, PATHS } from '../site/pages.ts';
import { expectRules, type Rule } from '../site/rules.ts';
import { createSearch, type SearchablePage } from '../../apps/web/app/search/search-index.ts';
import { QUESTIONS } from '../site/questions.ts';

const WORDS = { least: 2100, most: 2900, perMinute: 200 };

/** The figures that the specification requires in the text of each article. */
const FIGURES: Partial<Record<(typeof ARTICLES)[number], RegExp[]>> = {
  'small-group-culture': [/\b(six to ten|6 to 10|6-10) students\b/i],
  'student-leadership-team': [/\b(three to five|3 to 5|3-5)\b/i],
  'college-transition': [/70% of students leave church after high school/],
  'post-camp-fire': [/\b(one|1) (to|or) (two|2) weeks\b/i],
  'digital-discipleship': [/\b30\b/, /\b60\b/, /\b100\b/, /days/],
  'teen-mental-health': [/42% of teens report persistent sadness/, /\b988\b/],
};

/** The bodies that an article rests on, by the host of a link. */
const SOURCES: Record<(typeof ARTICLES)[number], string[]> = {
  'small-group-culture': ['988lifeline.org'],
  'reaching-students': ['www.commonsensemedia.org', 'www.barna.com'],
  'student-leadership-team': ['www.childhelphotline.org'],
  'college-transition': ['research.lifeway.com', '988lifeline.org'],
  'post-camp-fire': ['988lifeline.org', 'www.childwelfare.gov'],
  'digital-discipleship': ['www.commonsensemedia.org', 'www.pewresearch.org'],
  'teen-mental-health': ['988lifeline.org', 'www.cdc.gov', 'www.childhelphotline.org', 'www.childwelfare.gov'],
  'students-with-disabilities': ['joniandfriends.org', 'www.keyministry.org'],
  'small-church-no-budget': ['worldenglish.bible'],
};

const articleAt = (at: number) => ARTICLES[at] && `/blog/${ARTICLES[at]}`;

const rulesOf = (slug: (typeof ARTICLES)[number], at: number): Rule[] => [
  {
    what: 'a link back, its category, its date and its reading time',
    check: ({ $, text, find }) => {
      expect(shownText(find('main a[href="/blog"]').first())).toBe('Back to Blog');
      const badge = find('main article a[href^="/blog/category/"]').first();
      expect(Object.entries(CATEGORIES)).toContainEqual([shownText($(badge)), badge.attr('href')]);
      const date = (FEATURED as readonly string[]).includes(slug) ? 'January 2025' : 'November 2026';
      expect(shownText(find('main time').first())).toBe(date);
      expect(text('main article header')).toMatch(/\b1[0-5] min read$/);
    },
  },
  {
    what: 'the length that its reading time and its structured data state',
    check: ({ structuredData, text }) => {
      const words = text('main .prose > :not(:has([role=img]))').split(' ').length;
      expect(words).toBeGreaterThanOrEqual(WORDS.least);
      expect(words).toBeLessThanOrEqual(WORDS.most);
      expect(Number(text().match(/\b(\d+) min read\b/)![1])).toBe(Math.ceil(words / WORDS.perMinute));
      expect(structuredData.find((each) => each.wordCount).wordCount).toBe(words);
    },
  },
  {
    what: 'its figures',
    check: ({ text }) => {
      for (const figure of FIGURES[slug] ?? []) expect(text('main .prose')).toMatch(figure);
    },
  },
  {
    what: 'links to the bodies it rests on',
    check: ({ $, find }) => {
      const hosts = find('main .prose a[href^="https:"]')
        .toArray()
        .map((each) => new URL($(each).attr('href')!).hostname);
      expect(hosts).toEqual(expect.arrayContaining(SOURCES[slug]));
    },
  },
  {
    what: 'links to the previous and the next article and to the trial at the end',
    check: ({ find, text }) => {
      expect(find('main a[rel=prev]').attr('href')).toBe(articleAt(at - 1));
      expect(find('main a[rel=next]').attr('href')).toBe(articleAt(at + 1));
      const closing = find('main a[href="/trial"]').last().closest('section');
      expect(closing.nextAll().length).toBe(0);
      expect(text('main')).toMatch(/30 days/);
    },
  },
  {
    what: 'a link to another article in its text, and a picture with its description above it',
    check: ({ find, meta }) => {
      expect(find(`main .prose a[href^="/blog/"]:not([href="/blog/${slug}"])`).length).toBeGreaterThan(0);
      const picture = find('main article header img');
      expect(picture.attr('src')).toMatch(/^\/assets\/\w+-[\w-]+\.svg$/);
      expect(picture.attr('alt')).toMatch(/\w.{20,}\.$/);
      expect(meta('og:image')).toContain(slug);
    },
  },
  {
    what: 'quotations of the World English Bible only',
    check: ({ text }) => {
      expect(text('main .prose')).not.toMatch(/\b(thou|thee|thy|ye|hath|Yahweh)\b/i);
      expect(text('main')).toMatch(/World English Bible/);
    },
  },
  {
    what: 'four chapters or more, and a link to each',
    check: ({ $, find }) => {
      const chapters = find('main .prose h2[id]').toArray();
      expect(chapters.length).toBeGreaterThanOrEqual(4);
      for (const chapter of chapters) expect(find(`main nav a[href="#${$(chapter).attr('id')}"]`).length).toBe(1);
    },
  },
];

describe('an article', () => {
  it.each(ARTICLES.map((slug, at) => ({ slug, at })))('$slug is complete', ({ slug, at }) =>
    expectRules(`/blog/${slug}`, rulesOf(slug, at)),
  );

  it('has a closing text of its own', () => {
    const endings = ARTICLES.map((slug) => pageOf(`/blog/${slug}`).text('main [data-unsearched]'));
    expect(endings.every((ending) => /30/.test(ending))).toBe(true);
    expect(new Set(endings).size).toBe(ARTICLES.length);
  });

  it('is in one category', () => {
    const shown = Object.values(CATEGORIES).flatMap((path) => {
      const { $, find } = pageOf(path);
      return find('main li article a')
        .toArray()
        .map((each) => $(each).attr('href')!);
    });
    expect(shown.toSorted()).toEqual(ARTICLES.map((slug) => `/blog/${slug}`).toSorted());
  });

  it('on mental health names crisis lines at the top, what students suffer from, and that no clinician has reviewed it', () => {
    const text = pageOf('/blog/teen-mental-health').text('main .prose');
    for (const named of [
      /anxiety/i,
      /panic/i,
      /self-harm/i,
      /eating disorders/i,
      /sextortion/i,
      /No clinician has reviewed it/,
    ])
      expect(text).toMatch(named);
    expect(text.slice(0, 1500)).toMatch(/988/);
    expect(text.slice(0, 1500)).toMatch(/911/);
  });
});

describe('a category', () => {
  it.each(Object.entries(CATEGORIES))('%s shows its articles and no others', (name, path) => {
    const { $, find } = pageOf(path);
    const badges = find('main li article')
      .toArray()
      .map((article) => shownText($(article)));
    expect(badges.length).toBeGreaterThan(0);
    for (const text of badges) expect(text.startsWith(`${name} `)).toBe(true);
    expect(shownText(find('nav[aria-label=Categories] [aria-current=page]'))).toBe(name);
    expect(shownText(find('h1'))).toBe(name);
    expect(find('nav[aria-label=Breadcrumb] a[href="/blog"]').length).toBe(1);
  });
});

describe('the feed', () => {
  it('has every article with its title and its date, and the blog leads to it', () => {
    const feed = renderedAt('/feed.xml');
    const entries = [
      ...feed.matchAll(/<entry><id>(.*?)<\/id>.*?<title>(.*?)<\/title>.*?<published>(.*?)<\/published>/gs),
    ];
    expect(entries.map(([, id]) => pathIn(id)).toSorted()).toEqual(ARTICLES.map((slug) => `/blog/${slug}`).toSorted());
    for (const [, id, title, published] of entries) {
      const article = pageOf(pathIn(id));
      expect(article.text('h1')).toBe(tidy(title!.replaceAll('&amp;', '&')));
      expect(article.meta('article:published_time')).toBe(published);
    }
    const dates = entries.map(([, , , published]) => published!);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(pageOf('/blog').find('link[rel=alternate][href="/feed.xml"]').length).toBe(1);
  });
});

const LEAST_RIGHT = 80;

const pages: SearchablePage[] = JSON.parse(renderedAt('/search.json'));
const find = createSearch(pages);
const pathsFor = (question: string) => find(question).map(({ path }) => path);

describe('the search of the site', () => {
  it(`shows the right page first for at least ${LEAST_RIGHT} of 90 questions of a pastor, and among the first three for all`, () => {
    const questions = Object.entries(QUESTIONS);
    expect(questions.length).toBe(90);
    const answers = questions.map(([question, page]) => ({ question, page, found: pathsFor(question).slice(0, 3) }));
    const wrong = answers.filter(({ page, found }) => found[0] !== page);
    if (wrong.length > questions.length - LEAST_RIGHT)
      throw new Error(
        wrong.map(({ question, page, found }) => `"${question}": ${found.join(', ')}; not ${page}`).join('\n'),
      );
    expect(answers.filter(({ page, found }) => !found.includes(page))).toEqual([]);
  });

  it('answers with whole sentences, without the words of buttons and rows of tables', () => {
    for (const question of Object.keys(QUESTIONS))
      for (const { path, snippet } of find(question).slice(0, 3)) {
        const text = snippet.map((each) => each.text).join('');
        expect({ question, path, text }).toEqual({
          question,
          path,
          text: expect.not.stringMatching(/\b(Yes|No) (Yes|No)\b|Print “|Copy text|\n|¶/),
        });
        expect(text.length, `${question}: ${text}`).toBeGreaterThanOrEqual(30);
      }
  });

  it('shows a page and its sheets as one result', () => {
    const subjectOf = new Map(pages.map(({ path, partOf = path }) => [path, partOf]));
    for (const question of Object.keys(QUESTIONS)) {
      const subjects = pathsFor(question).map((path) => subjectOf.get(path));
      expect(new Set(subjects).size, question).toBe(subjects.length);
    }
  });

  it('knows only pages of the site, each with a title, a description and headings', () => {
    for (const { path, title, description, headings } of pages) {
      expect(PATHS).toContain(path);
      for (const text of [title, description, headings]) expect(text).not.toBe('');
    }
  });
});
