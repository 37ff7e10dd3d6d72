/** How a text is taken apart for the index, and how what was found is shown: one rule for both. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

export const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

const PLURAL = /(?<=..[^s])s$/;

/** The same for "Résumés" and "resume": what is looked for is the word, not how it is written. */
export const fold = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(PLURAL, '');

/** A part of a text; a hit is one of the words that were looked for. */
export interface Piece {
  text: string;
  hit: boolean;
}

export function marked(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const push = (part: string, hit: boolean) => part && pieces.push({ text: part, hit });
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!terms.has(fold(word))) continue;
    push(text.slice(end, index), false);
    push(word, true);
    end = index + word.length;
  }
  push(text.slice(end), false);
  return pieces;
}

const SHOWN = 180;
const LEAD = 40;

/** The stretch of a text in which most of the words occur, cut between words; undefined when none does. */
export function excerpt(text: string, terms: ReadonlySet<string>): string | undefined {
  const hits = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ term: fold(word), index }))
    .filter(({ term }) => terms.has(term));
  const richness = (from: number) =>
    new Set(hits.filter(({ index }) => index >= from && index < from + SHOWN - LEAD).map(({ term }) => term)).size;
  let best: { index: number; worth: number } | undefined;
  for (const { index } of hits) {
    const worth = richness(index);
    if (!best || worth > best.worth) best = { index, worth };
  }
  if (!best) return undefined;
  const from = best.index <= LEAD ? 0 : text.indexOf(' ', best.index - LEAD) + 1;
  const to = from + SHOWN >= text.length ? text.length : text.lastIndexOf(' ', from + SHOWN);
  return `${from ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
