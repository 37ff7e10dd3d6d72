import { describe, expect, it } from '@jest/globals';
import { createSearch, type SearchablePage } from './search-index.ts';

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
