import { visibleLength } from './text.ts';

const TITLES = new Set(
  'pastor ps pr rev reverend dr doctor fr father mr mrs ms miss bro brother sister sr deacon deaconess elder minister chaplain'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);
const isTitle = (word = ''): boolean => TITLES.has(word.toLowerCase().replace(/[.,]+$/, ''));

/** The longest greeting, in characters: enough for a name, too short for a message to a stranger. */
const MAX_GREETING = 30;

/** As many whole words as fit; of a longer first word, its beginning. */
function shortened(words: string[]): string {
  const [first = '', ...rest] = words;
  let greeting = [...first].slice(0, MAX_GREETING).join('');
  for (const word of rest) {
    if ([...greeting, ' ', ...word].length > MAX_GREETING) break;
    greeting += ` ${word}`;
  }
  return greeting;
}

/**
 * How a person is greeted: "Pastor" "Mike Jones", split at the first space as stored, is greeted "Mike". "Youth" is a title
 * only before another. A name of titles only stays as it is. A word without letters and digits is passed over.
 */
export function greetingName({ firstName, lastName = '' }: { firstName: string; lastName?: string }): string {
  const first = wordsOf(firstName);
  const words = [...first, ...wordsOf(lastName)];
  const isLeading = (word: string, at: number) =>
    isTitle(word) || !visibleLength(word) || (word.toLowerCase() === 'youth' && isTitle(words[at + 1]));
  const start = words.findIndex((word, at) => !isLeading(word, at));
  if (start < 0) return shortened(first);
  return shortened(start < first.length ? first.slice(start) : [words[start]!]);
}
