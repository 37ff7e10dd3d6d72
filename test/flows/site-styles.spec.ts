/** Styles of the built pages: the build writes each page's sheets into it, so that text shows after one request. */
import { describe, expect, it } from 'vitest';
import { pageOf, sheetsOf } from '../site/built-page.ts';
import { NOWHERE, PATHS } from '../site/pages.ts';

describe('The styles of a page', () => {
  it.each([...PATHS, NOWHERE])('of %s are its sheets, whole and in their order', (path) => {
    const sheets = sheetsOf(path);
    let rest = pageOf(path).$('head style').text();
    const found = sheets.filter(({ css }) => {
      const isNext = rest.startsWith(css);
      if (isNext) rest = rest.slice(css.length);
      return isNext;
    });
    const addresses = sheets.map(({ address }) => address);
    expect(addresses[0]).toMatch(/^\/assets\/root-/);
    expect(found.map(({ address }) => address)).toEqual(addresses);
    expect(rest).toBe('');
  });

  it.each(PATHS)('of %s need no file', (path) => {
    const { $ } = pageOf(path);
    const links = $('link[rel=stylesheet]:not([disabled])').toArray();
    expect(links.map((each) => $(each).attr('href'))).toEqual([]);
  });
});
