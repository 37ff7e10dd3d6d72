/** The words of the built pages: typographic quotation marks, one spelling of email, and no mark at the start of a line. */
import { describe, expect, it } from '@jest/globals';
import { pageOf } from '../site/built-page.ts';
import { NOWHERE, PATHS } from '../site/pages.ts';
import { expectRules, type Rule } from '../site/rules.ts';

const isText = ({ type }: { type: string }) => type === 'text';

/** What a reader sees or hears, as it is written. */
function wordsOf({ $ }: ReturnType<typeof pageOf>): string[] {
  const texts = $('body *, title')
    .contents()
    .toArray()
    .filter((node) => isText(node) && !$(node).closest('script, style, noscript').length)
    .map((node) => $(node).text());
  const attributes = ['alt', 'aria-label', 'placeholder', 'title', 'content'].flatMap((name) =>
    $(`[${name}]`)
      .toArray()
      .map((each) => $(each).attr(name)!),
  );
  return [...texts, ...attributes].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

/** Letters on paper are mail, and so are servers and programs for it. */
const NOT_EMAIL = /e-mail|(?<!in the )\bmails?\b(?! (server|program|it\b))/i;

/** Phrases of earlier texts that a native editor replaced. */
const REPLACED = [
  /\bcancelled\b/i,
  /It was not you\?/,
  /Enough of it/,
  /our next letter/,
  /a person of our team/i,
  /We answer to this address/,
  /a link back\b/,
  /No such e-?mail/,
  /usual weekend/,
  /the fitting plan/,
  /They hold for everyone/,
  /what others made/,
  /weeks of plan/,
  /having done your duty/,
];

const WORDS: Rule[] = [
  {
    what: 'quotation marks and apostrophes are curly',
    check: (page) => expect(wordsOf(page).filter((text) => /['"]/.test(text))).toEqual([]),
  },
  {
    what: 'email is written email',
    check: (page) => expect(wordsOf(page).filter((text) => NOT_EMAIL.test(text))).toEqual([]),
  },
  {
    what: 'no punctuation mark after what does not wrap, because WebKit begins a line with it',
    check: ({ $ }) => expect($.html().match(/class="[^"]*nowrap[^"]*"[^>]*>[^<]*<\/\w+>[.,;:?!]/g)).toBeNull(),
  },
  {
    what: 'no phrase that an editor replaced',
    check: ({ text }) => {
      for (const phrase of REPLACED) expect(text('body')).not.toMatch(phrase);
    },
  },
];

describe('the words of a page', () => {
  it.each([...PATHS, NOWHERE])('%s', (path) => expectRules(path, WORDS));
});
