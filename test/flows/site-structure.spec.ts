/** What holds for the body of every page, whatever it says. */
import { describe, expect, it } from '@jest/globals';
import { BOXED, NOWHERE, PATHS, UNSCRIPTED } from '../site/pages.ts';
import { isBlock, shownText, siteReader } from '../site/read-page.ts';
import { sharedStack } from '../support/index.ts';

const INLINE_SCRIPT_BYTES = 1024;

const read = siteReader(sharedStack().url);

describe.each([...PATHS, NOWHERE])('%s', (path) => {
  it('has one first heading, and no level is skipped below it', async () => {
    const { $, find } = await read(path);
    expect(find('h1').length).toBe(1);
    const levels = find('main :is(h1, h2, h3, h4, h5, h6)')
      .toArray()
      .map((heading) => Number(heading.tagName[1]));
    expect(levels[0]).toBe(1);
    const jumps = levels.flatMap((level, at) =>
      at && level > levels[at - 1]! + 1 ? [`h${levels[at - 1]}-h${level}`] : [],
    );
    expect(jumps).toEqual([]);
    for (const heading of $('h1, h2, h3, h4').toArray()) expect(shownText($, $(heading))).not.toBe('');
  });

  it('has each landmark once, and names those of a kind apart', async () => {
    const { $, find } = await read(path);
    expect(find('main').length).toBe(1);
    for (const landmark of ['header', 'footer'])
      expect(find(landmark).filter((_, each) => !$(each).closest('main, article, section').length).length).toBe(1);
    const names = find('nav')
      .toArray()
      .map((nav) => $(nav).attr('aria-label') ?? shownText($, find(`[id="${$(nav).attr('aria-labelledby')}"]`)));
    expect(names).not.toContain('');
    expect(new Set(names).size).toBe(names.length);
  });

  it('begins with a link past the header', async () => {
    const { find } = await read(path);
    const first = find('body').find('a[href], button, input, select').first();
    expect(first.attr('href')).toMatch(/^#./);
    expect(find(first.attr('href')!).is('main')).toBe(true);
  });

  it('has no id twice, and each reference to one leads somewhere', async () => {
    const { $, find } = await read(path);
    const ids = find('[id]')
      .toArray()
      .map((each) => $(each).attr('id')!);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const asked = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'commandfor'].flatMap((attribute) =>
      find(`[${attribute}]`)
        .toArray()
        .flatMap((each) => $(each).attr(attribute)!.split(' ')),
    );
    expect(asked.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('keeps room for each picture and says what it shows', async () => {
    const { $, find } = await read(path);
    const careless = find('img, video, iframe')
      .toArray()
      .filter((each) => {
        const { width, height, alt, title } = each.attribs;
        if (each.tagName === 'iframe') return !title;
        return !Number(width) || !Number(height) || (alt ?? each.attribs['aria-label']) === undefined;
      })
      .map((each) => $.html(each));
    expect(careless).toEqual([]);
    for (const drawing of find('svg').toArray()) {
      const hidden = $(drawing).closest('[aria-hidden=true], [role=img]').length > 0;
      expect(hidden || Boolean($(drawing).attr('aria-label'))).toBe(true);
    }
  });

  it('runs no two words together where one element ends and the next begins', async () => {
    const { $, find } = await read(path);
    const glued = find('body *')
      .toArray()
      .filter((each) => each.nextSibling && !isBlock(each) && !isBlock(each.nextSibling))
      .filter((each) => !$(each).closest('[aria-hidden=true], [role=img]').length)
      .map((each) => [$(each).text(), $(each.nextSibling).text()] as const)
      .filter(([before, after]) => /[\p{L}\d.]$/u.test(before) && /^[\p{L}\d]/u.test(after));
    expect(glued).toEqual([]);
  });

  it('has words in every link and button', async () => {
    const { $, find } = await read(path);
    const mute = find('a[href], button')
      .toArray()
      .filter((each) => !($(each).attr('aria-label') ?? shownText($, $(each))) && !$(each).find('img[alt!=""]').length)
      .map((each) => $.html(each));
    expect(mute).toEqual([]);
    expect(find('a:not([href])').length).toBe(0);
    const open = find('a[target=_blank]').filter((_, each) => !/noopener|noreferrer/.test($(each).attr('rel') ?? ''));
    expect(open.length).toBe(0);
  });
});

describe.each([...UNSCRIPTED, NOWHERE])('%s', (path) => {
  it('runs no script but a small one of its own, and the one of the newsletter box where that stands', async () => {
    const { $, find } = await read(path);
    const boxes = BOXED.includes(path) ? 1 : 0;
    expect(find('form').length).toBe(boxes);
    expect(find('script[src], link[rel=modulepreload]').length).toBe(boxes);
    const inline = find('script:not([src]):not([type="application/ld+json"])').toArray();
    expect(inline.length).toBeLessThanOrEqual(1);
    for (const script of inline) expect(Buffer.byteLength($(script).text())).toBeLessThan(INLINE_SCRIPT_BYTES);
  });
});
