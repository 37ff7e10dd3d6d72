const TITLES = new Set(
  'pastor ps pr rev reverend dr doctor fr father mr mrs ms miss bro brother sister sr deacon deaconess elder minister chaplain'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean);
const isTitle = (word = ''): boolean => TITLES.has(word.toLowerCase().replace(/[.,]+$/, ''));

/**
 * How a person is greeted: "Pastor" "Mike Jones", split at the first space as stored, is greeted "Mike". "Youth" is a title
 * only before another. A name of titles only stays as it is.
 */
export function greetingName({ firstName, lastName = '' }: { firstName: string; lastName?: string }): string {
  const first = wordsOf(firstName);
  const words = [...first, ...wordsOf(lastName)];
  const isLeading = (word: string, at: number) =>
    isTitle(word) || (word.toLowerCase() === 'youth' && isTitle(words[at + 1]));
  const start = words.findIndex((word, at) => !isLeading(word, at));
  if (start < 0) return firstName;
  return start < first.length ? first.slice(start).join(' ') : words[start]!;
}
