import { describe, expect, it } from '@jest/globals';
import { createSearch, excerpt, highlight, normalize, type SearchablePage, tokenize } from './search-index.ts';

const aPage = (path: string, given: Partial<SearchablePage> = {}): SearchablePage => ({
  path,
  title: 'A page',
  description: 'What it is about.',
  keywords: '',
  headings: '',
  text: '',
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

describe('the finder', () => {
  it('puts a word of a title before the same word of a text', () => {
    expect(paths('prayer')).toEqual(['/in-title', '/in-text']);
  });

  it('finds by the beginning of a word, as it is typed', () => {
    expect(paths('beg')).toEqual(['/in-title']);
  });

  it('wants all of several words', () => {
    expect(paths('small groups')).toEqual(['/groups', '/groups-in-text']);
    expect(paths('small prayer')).toEqual([]);
  });

  it('forgives a small slip, but only where nothing is spelled like that', () => {
    expect(paths('prayr')).toContain('/in-title');
    expect(paths('smal goups')).toContain('/groups');
    expect(paths('beginer')).toEqual(['/in-title']);
    expect(paths('begniners')).toEqual(['/in-title']);
    expect(paths('camp')).toEqual(['/camp']);
  });

  it('finds nothing for nothing, for a single letter and for what is nowhere', () => {
    expect(['', '  ', 'p', '?!', 'zebra'].flatMap(paths)).toEqual([]);
  });

  it('shows the place in the text where the word stands, marked', () => {
    const found = find('passing')[0];
    expect(found?.snippet.filter(({ hit }) => hit)).toEqual([{ text: 'passing', hit: true }]);
    expect(found?.snippet.map(({ text }) => text).join('')).toBe('Somewhere we speak of prayer, in passing.');
  });

  it('shows the description where the word stands in neither', () => {
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
  it('are what stands between spaces and signs', () => {
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

  it('are the same for one and for several', () => {
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

  it('is not there when no word is', () => {
    expect(excerpt(filler, new Set(['prayer']))).toBeUndefined();
  });

  it('is a whole short text', () => {
    expect(excerpt('A prayer for Wednesday.', new Set(['prayer']))).toBe('A prayer for Wednesday.');
  });

  it('is cut between words on both sides, the word inside', () => {
    const cut = excerpt(`${filler} prayer ${filler}`, new Set(['prayer']))!;
    expect(cut).toMatch(/^… (\w+ )+prayer( \w+)+ …$/);
    expect(cut.length).toBeLessThan(200);
    const words = new Set(`${filler} prayer`.split(' '));
    expect(tokenize(cut).filter((word) => !words.has(word))).toEqual([]);
  });

  it('prefers the stretch in which most of the words meet', () => {
    const text = `group ${filler} group here and small there ${filler} small`;
    expect(excerpt(text, new Set(['group', 'small']))).toContain('group here and small there');
  });

  it('reaches the end of a text without a sign that more comes', () => {
    expect(excerpt(`${filler} prayer`, new Set(['prayer']))).toMatch(/^… .* prayer$/);
  });
});
