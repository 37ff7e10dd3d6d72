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
