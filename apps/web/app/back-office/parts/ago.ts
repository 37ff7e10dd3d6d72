const LENGTHS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const RELATIVE = new Intl.RelativeTimeFormat('en');

/** Whole units, the largest that fits; less than a minute is "just now". */
export function agoInWords(seconds: number): string {
  const [unit, length] = LENGTHS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return unit === 'second' ? 'just now' : RELATIVE.format(-Math.trunc(seconds / length), unit);
}

/** "for 40 minutes", of what goes on since then. */
export function lastingInWords(seconds: number): string {
  const ago = agoInWords(Math.max(0, seconds));
  return ago === 'just now' ? 'for less than a minute' : `for ${ago.replace(/ ago$/, '')}`;
}
