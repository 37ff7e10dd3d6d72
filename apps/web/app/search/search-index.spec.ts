import { describe, expect, it } from 'vitest';
import { createSearch, excerpt, highlight, normalize, type SearchablePage, tokenize } from './search-index.ts';

const aPage = (path: string, given: Partial<SearchablePage> = {}): SearchablePage => ({
  path,
  title: 'A page',
  description: 'What it is about.',
  keywords: '',
  headings: '',
  text: '',
  tables: '',
  ...given,
});

const find = createSearch([
  aPage('/in-text', { text: 'Somewhere we speak of prayer, in passing.' }),
  aPage('/in-title', { title: 'Prayer for beginners' }),
  aPage('/groups', { title: 'Small groups that last', text: 'Six to ten students.' }),
  aPage('/groups-in-text', { text: 'A small church may have two groups.' }),
  aPage('/camp', { title: 'After camp' }),
  aPage('/came', { title: 'Who came' }),
]);

const paths = (query: string) => find(query).map(({ path }) => path);

describe('the search', () => {
  it('ranks a match in a title above one in a text', () => {
    expect(paths('prayer')).toEqual(['/in-title', '/in-text']);
  });

  it('matches the beginning of a word', () => {
    expect(paths('beg')).toEqual(['/in-title']);
  });

  it('requires all words of a query', () => {
    expect(paths('small groups')).toEqual(['/groups', '/groups-in-text']);
    expect(paths('small prayer')).toEqual([]);
  });

  it('knows what a word means and what a question is about', () => {
    const ask = createSearch([
      aPage('/pricing', { title: 'Pricing', text: 'For 20 to 49 students.' }),
      aPage('/talk', { text: 'Forty students, price of pizza: $40.' }),
      aPage('/help/cancel', { title: 'Canceling' }),
    ]);
    expect(ask('how much for 40 kids')[0]?.path).toBe('/pricing');
    expect(ask('How do I end my subscription?').map(({ path }) => path)).toEqual(['/help/cancel']);
    expect(ask('40')[0]?.path).toBe('/talk');
  });

  it('ranks an article about a word above a page that mentions it', () => {
    const ask = createSearch([
      aPage('/faq', { text: 'Camp is in summer.' }),
      aPage('/blog/after-camp', { text: 'Camp is in summer.' }),
      aPage('/sheets/camp', { text: 'Camp is in summer.' }),
    ]);
    expect(ask('camp').map(({ path }) => path)).toEqual(['/blog/after-camp', '/faq', '/sheets/camp']);
  });

  it('shows one result per subject, with its other pages below it', () => {
    const ask = createSearch([
      aPage('/blog/after-camp', { title: 'After camp' }),
      aPage('/sheets/card', { title: 'Card for camp', partOf: '/blog/after-camp' }),
      aPage('/sheets/note', { title: 'Note after camp', partOf: '/blog/after-camp' }),
      aPage('/faq', { text: 'Camp is in summer.' }),
    ]);
    const shown = (query: string) => ask(query).map(({ path, related }) => [path, ...related.map((each) => each.path)]);
    expect(shown('camp')).toEqual([['/blog/after-camp', '/sheets/card', '/sheets/note'], ['/faq']]);
    expect(shown('card')).toEqual([['/sheets/card']]);
  });

  it('tolerates a small typo, but only if nothing matches exactly', () => {
    expect(paths('prayr')).toContain('/in-title');
    expect(paths('smal goups')).toContain('/groups');
    expect(paths('beginer')).toEqual(['/in-title']);
    expect(paths('begniners')).toEqual(['/in-title']);
    expect(paths('camp')).toEqual(['/camp']);
  });

  it('finds nothing for an empty query, a single letter or an unknown word', () => {
    expect(['', '  ', 'p', '?!', 'zebra'].flatMap(paths)).toEqual([]);
  });

  it('shows an excerpt of the text with the word marked', () => {
    const found = find('passing')[0];
    expect(found?.snippet.filter(({ hit }) => hit)).toEqual([{ text: 'passing', hit: true }]);
    expect(found?.snippet.map(({ text }) => text).join('')).toBe('Somewhere we speak of prayer, in passing.');
  });

  it('shows the description when the word is not in the text', () => {
    const [found] = find('beginners');
    expect(found?.title).toEqual([
      { text: 'Prayer for ', hit: false },
      { text: 'beginners', hit: true },
    ]);
    expect(found?.snippet).toEqual([{ text: 'What it is about.', hit: false }]);
  });
});

const shown = (text: string, ...terms: string[]) =>
  highlight(text, new Set(terms))
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

describe('words', () => {
  it('are separated by spaces and punctuation', () => {
    expect(tokenize("Don't miss Luke 19:1-10, résumé")).toEqual([
      'Don',
      't',
      'miss',
      'Luke',
      '19',
      '1',
      '10',
      'résumé',
    ]);
    expect(tokenize(' … ')).toEqual([]);
  });

  it('are the same with and without capitals and accents', () => {
    expect(['Résumé', 'RESUME', 're\u0301sume\u0301'].map(normalize)).toEqual(['resume', 'resume', 'resume']);
  });

  it('are the same in singular and plural', () => {
    expect(['group', 'groups', 'class', 'bus'].map(normalize)).toEqual(['group', 'group', 'class', 'bus']);
  });
});

describe('a marked text', () => {
  it('keeps every character and marks whole words only', () => {
    expect(shown('Prayer, prayers, prayerful: a Résumé.', 'prayer', 'resume')).toBe(
      '[Prayer], [prayers], prayerful: a [Résumé].',
    );
    expect(shown('nothing here', 'prayer')).toBe('nothing here');
    expect(shown('', 'prayer')).toBe('');
  });
});

describe('an excerpt', () => {
  const filler = 'one two three four five six seven eight nine ten '.repeat(20).trim();

  it('is undefined when no word matches', () => {
    expect(excerpt(filler, new Set(['prayer']))).toBeUndefined();
  });

  it('is the whole text when it is short', () => {
    expect(excerpt('A prayer for Wednesday.', new Set(['prayer']))).toBe('A prayer for Wednesday.');
  });

  it('is cut between words on both sides of the match', () => {
    const cut = excerpt(`${filler} prayer ${filler}`, new Set(['prayer']))!;
    expect(cut).toMatch(/^… (\w+ )+prayer( \w+)+ …$/);
    expect(cut.length).toBeLessThan(200);
    const words = new Set(`${filler} prayer`.split(' '));
    expect(tokenize(cut).filter((word) => !words.has(word))).toEqual([]);
  });

  it('is the part with the most search words', () => {
    const text = `group ${filler} group here and small there ${filler} small`;
    expect(excerpt(text, new Set(['group', 'small']))).toContain('group here and small there');
  });

  it('is of one block of the text, a sentence rather than a label', () => {
    const sentence = 'Ask for prayer when the group is small enough that everyone can answer in ten minutes.';
    expect(excerpt(`Prayer\n${sentence}\nNo prayer here.`, new Set(['prayer']))).toBe(sentence);
  });

  it('has no ellipsis at the end of the text', () => {
    expect(excerpt(`${filler} prayer`, new Set(['prayer']))).toMatch(/^… .* prayer$/);
  });
});
