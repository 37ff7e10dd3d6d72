/** Everything that must be met, each in one of its spellings. */
export type SearchTerms = string[][];

const SHORTEST_NUMBER = 3;

/**
 * What somebody typed into the search box, word by word. Neighbouring words without a letter are one number in whatever
 * spelling, such as (512) 555-0142 or +1 512.555.0142: it is looked for as its digits, and as it was typed.
 */
export function searchTerms(typed: string): SearchTerms {
  const words = typed.normalize('NFC').trim().split(/\s+/).filter(Boolean);
  const terms: SearchTerms = [];
  for (let index = 0; index < words.length; index += 1) {
    const run = words.slice(index, lengthOfNumber(words, index));
    const digits = digitsOf(run.join(''));
    if (digits.length < SHORTEST_NUMBER) terms.push([words[index] ?? '']);
    else {
      const asTyped = run.join(' ');
      terms.push(digits === asTyped ? [digits] : [digits, asTyped]);
      index += run.length - 1;
    }
  }
  return terms;
}

/** Where the words without a letter that begin at `from` end. */
function lengthOfNumber(words: string[], from: number): number {
  const end = words.slice(from).findIndex((word) => /\p{L}/u.test(word));
  return end < 0 ? words.length : from + end;
}

/** A country code of 1 is not stored. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
