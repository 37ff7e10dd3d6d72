/** What the specification wants to be read on each page. */
import { describe, expect, it } from '@jest/globals';
import { CONTENTS } from '../site/contents.ts';
import { ARTICLES, CATEGORIES } from '../site/pages.ts';
import { shownText, siteReader } from '../site/read-page.ts';
import { sharedStack } from '../support/index.ts';

const read = siteReader(sharedStack().url);

describe.each(Object.entries(CONTENTS))('%s', (path, claims) => {
  it.each(claims)('$what', async ({ check }) => check(await read(path)));
});

describe.each(Object.entries(CATEGORIES))('the blog under %s', (name, path) => {
  it('shows articles of this category and no other', async () => {
    const { $, find } = await read(path);
    const badges = find('main li article')
      .toArray()
      .map((article) => shownText($, $(article)));
    expect(badges.length).toBeGreaterThan(0);
    for (const text of badges) expect(text.startsWith(`${name} `)).toBe(true);
    expect(shownText($, find('nav[aria-label=Categories] [aria-current=page]'))).toBe(name);
  });
});

it('every article is in one category', async () => {
  const pages = await Promise.all(Object.values(CATEGORIES).map(read));
  const shown = pages.flatMap(({ $, find }) =>
    find('main li article a')
      .toArray()
      .map((each) => $(each).attr('href')!),
  );
  expect(shown.toSorted()).toEqual(ARTICLES.map((slug) => `/blog/${slug}`).toSorted());
});

it('both addresses of the privacy policy show the same text', async () => {
  expect((await read('/privacypolicy')).text()).toBe((await read('/privacy-policy')).text());
});
