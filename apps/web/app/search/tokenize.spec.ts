import { describe, expect, it } from '@jest/globals';
import { excerpt, normalize, highlight, tokenize } from './tokenize.ts';

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
