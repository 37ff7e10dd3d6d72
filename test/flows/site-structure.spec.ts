/** HTML rules for the body of every page, whatever it says: headings, landmarks, labels, typography, scripts, links. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { type Plan, PLANS } from '@lampstand/contracts';
import { type BuiltPage, isBlock, isBuilt, ORIGIN, pageOf, shownText } from '../site/built-page.ts';
import {
  CATEGORIES,
  INDEXABLE,
  MOMENTS,
  NOWHERE,
  PAGES,
  PATHS,
  SHEET_PATHS,
  UNSCRIPTED,
  WITH_DEMO,
  WITH_GET_FORM,
  WITH_NEWSLETTER_FORM,
  smallScriptsOf,
} from '../site/pages.ts';
import { expectRules, type Rule } from '../site/rules.ts';

const INLINE_SCRIPT_BYTES = { least: 100, most: 1023 };

const isText = ({ type }: { type: string }) => type === 'text';

const BODY: Rule[] = [
  {
    what: 'one h1, and no heading level is skipped below it',
    check: ({ $, find }) => {
      expect(find('h1').length).toBe(1);
      const levels = find('main :is(h1, h2, h3, h4, h5, h6)')
        .toArray()
        .map((each) => Number(each.tagName[1]));
      expect(levels[0]).toBe(1);
      expect(
        levels.flatMap((level, at) => (at && level > levels[at - 1]! + 1 ? [`h${levels[at - 1]}-h${level}`] : [])),
      ).toEqual([]);
      for (const each of $('h1, h2, h3, h4').toArray()) expect(shownText($(each))).not.toBe('');
    },
  },
  {
    what: 'each landmark once, and every navigation has a name of its own',
    check: ({ $, find }) => {
      expect(find('main').length).toBe(1);
      for (const landmark of ['header', 'footer'])
        expect(find(landmark).filter((_, each) => !$(each).closest('main, article, section').length).length).toBe(1);
      const names = find('nav')
        .toArray()
        .map((nav) => $(nav).attr('aria-label') ?? shownText(find(`[id="${$(nav).attr('aria-labelledby')}"]`)));
      expect(names).not.toContain('');
      expect(new Set(names).size).toBe(names.length);
    },
  },
  {
    what: 'the first control is a link that skips the header',
    check: ({ find }) => {
      const first = find('body').find('a[href], button, input, select').first();
      expect(first.attr('href')).toMatch(/^#./);
      expect(find(first.attr('href')!).is('main')).toBe(true);
    },
  },
  {
    what: 'no id twice, and every reference to an id has a target',
    check: ({ $, find }) => {
      const ids = find('[id]')
        .toArray()
        .map((each) => $(each).attr('id')!);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      const references = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'commandfor'].flatMap((name) =>
        find(`[${name}]`)
          .toArray()
          .flatMap((each) => $(each).attr(name)!.split(' ')),
      );
      expect(references.filter((id) => !ids.includes(id))).toEqual([]);
    },
  },
  {
    what: 'every picture has its size and a text alternative',
    check: ({ $, find }) => {
      const incomplete = find('img, video, iframe')
        .toArray()
        .filter((each) => {
          const { width, height, alt, title } = each.attribs;
          if (each.tagName === 'iframe') return !title;
          return !Number(width) || !Number(height) || (alt ?? each.attribs['aria-label']) === undefined;
        })
        .map((each) => $.html(each));
      expect(incomplete).toEqual([]);
      for (const drawing of find('svg').toArray()) {
        const hidden = $(drawing).closest('[aria-hidden=true], [role=img]').length > 0;
        expect(hidden || Boolean($(drawing).attr('aria-label'))).toBe(true);
      }
    },
  },
  {
    what: 'quotation marks and apostrophes are curly',
    check: ({ $, find }) => {
      const texts = find('body *, title')
        .contents()
        .toArray()
        .filter((node) => isText(node) && !$(node).closest('script, style, noscript').length)
        .map((node) => $(node).text());
      const attributes = ['alt', 'aria-label', 'placeholder', 'title', 'content'].flatMap((name) =>
        find(`[${name}]`)
          .toArray()
          .map((each) => $(each).attr(name)!),
      );
      expect([...texts, ...attributes].filter((text) => /['"]/.test(text))).toEqual([]);
    },
  },
  {
    what: 'no punctuation mark after what does not wrap, because WebKit begins a line with it',
    check: ({ $ }) => expect($.html().match(/class="[^"]*nowrap[^"]*"[^>]*>[^<]*<\/\w+>[.,;:?!]/g)).toBeNull(),
  },
  {
    what: 'words of neighboring elements are apart',
    check: ({ $, find }) => {
      const glued = find('body *')
        .toArray()
        .filter((each) => each.nextSibling && !isBlock(each) && !isBlock(each.nextSibling))
        .filter((each) => !$(each).closest('[aria-hidden=true], [role=img]').length)
        .map((each) => [$(each).text(), $(each.nextSibling).text()] as const)
        .filter(([before, after]) => /[\p{L}\d.]$/u.test(before) && /^[\p{L}\d]/u.test(after));
      expect(glued).toEqual([]);
    },
  },
  {
    what: 'every link and button has a name, and links to a new tab cannot reach back',
    check: ({ $, find }) => {
      const unnamed = find('a[href], button')
        .toArray()
        .filter((each) => !($(each).attr('aria-label') ?? shownText($(each))) && !$(each).find('img[alt!=""]').length)
        .map((each) => $.html(each));
      expect(unnamed).toEqual([]);
      expect(find('a:not([href])').length).toBe(0);
      const open = find('a[target=_blank]').filter((_, each) => !/noopener|noreferrer/.test($(each).attr('rel') ?? ''));
      expect(open.length).toBe(0);
    },
  },
];

const LINKS: Rule[] = [
  {
    what: 'every link inside the site leads straight to a page and to an id on it',
    check: (page) => {
      const broken = [...new Set(linksOf(page))].flatMap((href) => {
        const url = new URL(href, ORIGIN + page.path);
        if (url.origin !== ORIGIN || url.pathname.startsWith('/api/go/')) return [];
        if (url.pathname !== page.path && !isBuilt(url.pathname)) return [`${href}: no page`];
        const id = decodeURIComponent(url.hash.slice(1));
        return id && !pageOf(url.pathname).find(`[id="${id}"]`).length ? [`${href}: no such id`] : [];
      });
      expect(broken).toEqual([]);
    },
  },
  {
    what: 'every link out of the site has a valid target',
    check: (page) => {
      for (const href of new Set(linksOf(page))) {
        const { protocol, hostname, pathname } = new URL(href, ORIGIN + page.path);
        expect(['https:', 'mailto:', 'tel:', 'sms:']).toContain(protocol);
        if (protocol === 'https:') expect(hostname).toMatch(/^([a-z0-9-]+\.)+[a-z]{2,}$/);
        if (protocol === 'mailto:') expect(pathname).toMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/);
        if (protocol === 'tel:' || protocol === 'sms:') expect(pathname).toMatch(/^\+?\d{3,15}$/);
      }
    },
  },
  {
    what: 'every file it loads is a file of the site',
    check: ({ $, find }) => {
      const files = find(
        'img[src], source[src], video[src], video[poster], script[src], link[href]:not([rel=canonical])',
      )
        .toArray()
        .flatMap((each) => ['src', 'href', 'poster'].flatMap((name) => $(each).attr(name) ?? []));
      for (const file of new Set(files)) expect(file).toMatch(/^\/(?!\/)/);
      expect(files.filter((file) => !isBuilt(file))).toEqual([]);
    },
  },
];

const linksOf = ({ $, find }: BuiltPage): string[] =>
  find('a[href]')
    .toArray()
    .map((each) => $(each).attr('href')!);

const inlineScripts = ({ $, find }: BuiltPage): string[] =>
  find('script:not([src], [type$=json])')
    .toArray()
    .map((script) => $(script).text());

describe('a page of the site', () => {
  it.each([...PATHS, NOWHERE])('%s is well-formed, and its links lead somewhere', (path) =>
    expectRules(path, [...BODY, ...LINKS]),
  );

  const LINKED = [
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
    '/reminders/stop',
    '/plan/email',
    '/plan/keep-email',
    '/plan/not-mine',
    '/plan/confirm-receipts',
    '/plan/stop-receipts',
    '/plan/phone',
  ];
  /** A word of each inline script of single pages: help that opens offline, cards that Escape closes, the name of a church, what loads the demo, a live answer, tokens. */
  const OWN_SCRIPTS: Record<string, readonly string[]> = {
    serviceWorker: ['/crisis'],
    'hover-card': ['/'],
    localStorage: [...SHEET_PATHS, '/pricing/treasurer', '/resources', ...Object.values(MOMENTS)],
    '/demo.js': WITH_DEMO,
    valueAsNumber: ['/pricing'],
    replaceState: LINKED,
  };
  /** Their forms are plain ones. */
  const PLAIN_FORMS = ['/trial/code', '/trial/card', '/newsletter'];
  const scripts: Rule = {
    what: 'one small inline script, and one more where a page needs it',
    check: (page) => {
      const { find } = page;
      const forms = [WITH_NEWSLETTER_FORM, WITH_GET_FORM].filter((paths) => paths.includes(page.path)).length;
      if (!PLAIN_FORMS.includes(page.path)) expect(find('form').length).toBe(forms);
      const files = find('script[src], link[rel=modulepreload]').toArray();
      expect(new Set(files.map(({ attribs }) => attribs['src'] ?? attribs['href'])).size).toBe(
        smallScriptsOf(page.path),
      );
      for (const [mark, paths] of Object.entries(OWN_SCRIPTS))
        expect([mark, inlineScripts(page).some((text) => text.includes(mark))]).toEqual([
          mark,
          paths.includes(page.path),
        ]);
      const isOwn = (text: string) => Object.keys(OWN_SCRIPTS).some((mark) => text.includes(mark));
      const [script = '', ...others] = inlineScripts(page).filter((text) => !isOwn(text));
      expect(others).toEqual([]);
      expect(script).toBe(inlineScripts(pageOf('/faq'))[0]);
      for (const text of inlineScripts(page))
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(INLINE_SCRIPT_BYTES.most);
      expect(Buffer.byteLength(script)).toBeGreaterThan(INLINE_SCRIPT_BYTES.least);
    },
  };
  it.each([...UNSCRIPTED, NOWHERE])('%s works without hydration', (path) => expectRules(path, [scripts]));

  it('that hydrates runs the inline script after its modules, which keep the markup they find', () => {
    const { html } = pageOf('/trial');
    const [script] = inlineScripts(pageOf('/faq'));
    expect(html).toContain('type="later"');
    expect(html.indexOf(script!)).toBeGreaterThan(html.indexOf('type="later"'));
  });

  it.each(['/trial', '/ambassador-application', '/trial-request'])('%s needs no script for its fields', (path) => {
    const { find } = pageOf(path);
    expect(find('script[src], script[type=module], link[rel=modulepreload]').length).toBe(0);
    // Without an action, a form is posted to the address of its page.
    const form = `form[method=post]:is([action="${path}"], :not([action]))`;
    expect(find(`${form} button[type=submit]:not([disabled], [name=screen])`).length).toBe(1);
  });
});

describe('the links of the site', () => {
  it('that begin a trial beside a plan carry it to the sign-up', () => {
    const SOLD = PLANS.filter(({ maxActiveUsers }) => maxActiveUsers);
    const isOf = ({ name }: Plan, link: string) => link.endsWith(`: ${name}`);
    const begins = PATHS.flatMap((path) => {
      const { $, find } = pageOf(path);
      return find('main a')
        .toArray()
        .flatMap((each) => {
          const plan = SOLD.find((of) => isOf(of, shownText($(each))));
          return plan ? [{ path, plan: plan.id, href: $(each).attr('href') }] : [];
        });
    });
    expect(begins.filter(({ plan, href }) => href !== `/trial?plan=${plan}`)).toEqual([]);
    expect(new Set(begins.map(({ path }) => path))).toEqual(new Set(['/', '/pricing']));
    expect(begins.length).toBeGreaterThanOrEqual(3 + 5);
  });

  /** The clicks from the home page to each page it leads to. */
  const clicks = new Map([['/', 0]]);
  for (const [path, count] of clicks)
    for (const href of linksOf(pageOf(PATHS.includes(path) ? path : NOWHERE))) {
      const { origin, pathname } = new URL(href, ORIGIN);
      if (origin === ORIGIN && !/^\/(api|films)\//.test(pathname) && !clicks.has(pathname))
        clicks.set(pathname, count + 1);
    }

  it('lead from the home page to every page for search engines and every filtered list, in three clicks at most', () => {
    const pages = [...INDEXABLE.map(({ path }) => path), ...Object.values(CATEGORIES), ...Object.values(MOMENTS)];
    expect(pages.filter((path) => (clicks.get(path) ?? Infinity) > 3)).toEqual([]);
  });

  it('lead from a page below another one to the page above', () => {
    for (const path of PATHS.filter((each) => /^\/(blog|help|pricing|resources)\//.test(each)))
      expect({ path, links: linksOf(pageOf(path)) }).toEqual({
        path,
        links: expect.arrayContaining([`/${path.split('/')[1]}`]),
      });
  });

  it('lead from a sheet to the library and to the page with its text, and back from both', () => {
    for (const path of SHEET_PATHS) {
      const above = ['/resources', PAGES.find((page) => page.path === path)!.partOf!];
      expect({ path, links: linksOf(pageOf(path)) }).toEqual({ path, links: expect.arrayContaining(above) });
      for (const page of above) expect(linksOf(pageOf(page))).toContain(path);
    }
  });

  it('filter the library of sheets to as many as they say, and every sheet is in one', () => {
    const filters = pageOf('/resources').find('nav[aria-label=Moments] a').toArray();
    const shown = filters.map((each) => {
      const { $, find } = pageOf(each.attribs['href']);
      const sheets = find('ul[aria-label=Sheets] h2 a')
        .toArray()
        .map((sheet) => sheet.attribs['href']);
      const [current, ...others] = find('nav[aria-label=Moments] [aria-current=page]').toArray();
      expect([shownText($(current)), others]).toEqual([expect.stringMatching(new RegExp(`\\D${sheets.length}$`)), []]);
      return sheets;
    });
    expect(shown).toHaveLength(1 + Object.keys(MOMENTS).length);
    expect(new Set(shown.slice(1).flat())).toEqual(new Set(SHEET_PATHS));
  });

  it('lead to no page that the list of pages lacks', () => {
    expect([...clicks.keys()].filter((path) => !PATHS.includes(path))).toEqual([]);
  });
});
