const PLACE = '[Personal words, hidden.]';

/** The text of a mail without the `words` of staff in it, whose lines are paragraphs there. Hides all of a text that lacks them. */
export function hideWords(text: string, words: string): string {
  const parts = words.split(/\s+/).filter(Boolean);
  if (!parts.length) return text;
  const pattern = new RegExp(parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('\\s+'), 'g');
  const hidden = text.replaceAll(pattern, PLACE);
  return hidden === text ? PLACE : hidden;
}
