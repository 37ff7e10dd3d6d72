const TITLES = new Set(
  'pastor ps pr rev reverend dr doctor fr father mr mrs ms miss bro brother sister sr deacon deaconess elder minister chaplain'.split(
    ' ',
  ),
);

/** Words of `text` from the first one that is no title. "Youth" is a title only before "Pastor". */
function withoutTitles(text: string): string[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const isTitle = (word = '') => TITLES.has(word.toLowerCase().replace(/[.,]+$/, ''));
  const start = words.findIndex(
    (word, at) => !isTitle(word) && !(word.toLowerCase() === 'youth' && isTitle(words[at + 1])),
  );
  return start < 0 ? [] : words.slice(start);
}

/**
 * How a person is greeted: "Pastor" "Mike Jones", split at the first space as stored, is greeted "Mike". A name of titles
 * only stays as it is.
 */
export function greetingName({ firstName, lastName = '' }: { firstName: string; lastName?: string }): string {
  const first = withoutTitles(firstName);
  if (first.length) return first.join(' ');
  return withoutTitles(lastName)[0] ?? firstName;
}
