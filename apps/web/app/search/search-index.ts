import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { PHRASES, STOP_WORDS, SYNONYMS } from './synonyms.ts';

/** An entry of /search.json. */
export interface SearchablePage {
  path: string;
  title: string;
  description: string;
  keywords: string;
  /** A line for each. */
  headings: string;
  /** A line for each block. Of a sheet it is empty: the page that it is part of has it. */
  text: string;
  /** Searched, but not shown: a row without its head means little. */
  tables: string;
  partOf?: string;
}

export interface SearchResult {
  path: string;
  title: Segment[];
  snippet: Segment[];
  /** Of the same subject: the sheets of a page, or the page of a sheet. */
  related: { path: string; title: Segment[] }[];
}

const MOST_RELATED = 3;

/** Shorter queries would match every page. */
export const MIN_LETTERS = 2;

const PREFIX: SearchOptions = { prefix: (term) => term.length > 1 };
const allowedTypos = (term: string): number => (term.length > 5 ? 2 : term.length > 3 ? 1 : 0);
const FUZZY: SearchOptions = { ...PREFIX, fuzzy: allowedTypos };
/** A long text is not a worse answer than a short one. */
const BM25 = { k: 1.2, b: 0.3, d: 0.5 };
/** A synonym counts less than the word itself. */
const SYNONYM_WEIGHT = 0.6;

/** Pages that answer one question are worth more than pages that mention the word. */
const weightOf = (path: string): number =>
  path.startsWith('/blog/') || path.startsWith('/help/') ? 1.5 : path.startsWith('/sheets/') ? 0.4 : 1;

/** Searches by word prefix; falls back to fuzzy matching when no page matches. All words of a query must match. */
export function createSearch(pages: readonly SearchablePage[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchablePage>({
    idField: 'path',
    fields: ['title', 'keywords', 'headings', 'description', 'text', 'tables'],
    tokenize,
    processTerm: normalize,
    searchOptions: {
      boost: { title: 8, keywords: 6, headings: 4, description: 3 },
      bm25: BM25,
      boostDocument: (path) => weightOf(String(path)),
    },
  });
  index.addAll(pages);
  const byPath = new Map(pages.map((page) => [page.path, page]));

  return (query) => {
    if (tokenize(query).join('').length < MIN_LETTERS) return [];
    const { required, optional } = wordsOf(query);
    const exact = index.search(allOf(required, PREFIX));
    const results = exact.length ? exact : index.search(allOf(required, FUZZY));
    const extra = new Map(index.search({ combineWith: 'OR', queries: optional }).map(({ id, score }) => [id, score]));
    const ranked = results
      .map((result) => ({ ...result, score: result.score + (extra.get(result.id) ?? 0) }))
      .toSorted((one, other) => other.score - one.score)
      .map(({ id, terms }) => ({ page: byPath.get(String(id))!, terms: new Set([...terms, ...optional]) }));
    const subjects = new Map<string, typeof ranked>();
    for (const each of ranked) {
      const subject = each.page.partOf ?? each.page.path;
      subjects.set(subject, [...(subjects.get(subject) ?? []), each]);
    }
    return [...subjects.values()].map(([best, ...others]) => ({
      ...toResult(best!.page, best!.terms),
      related: others
        .slice(0, MOST_RELATED)
        .map(({ page, terms }) => ({ path: page.path, title: highlight(page.title, terms) })),
    }));
  };
}

/** The words that a page must have. A number beside words is a plus: a price is the same for 40 and for 41 students. */
function wordsOf(query: string): { required: string[]; optional: string[] } {
  const asked = PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), query.toLowerCase());
  const terms = tokenize(asked).map(normalize);
  const about = terms.filter((term) => !STOP_WORDS.has(term));
  const words = about.filter((term) => !/^\d+$/.test(term));
  if (words.length) return { required: words, optional: about.filter((term) => !words.includes(term)) };
  return { required: about.length ? about : terms, optional: [] };
}

const allOf = (terms: string[], options: SearchOptions): Query => ({
  combineWith: 'AND',
  queries: terms.map((term) => {
    const same = tokenize(SYNONYMS[term] ?? '').map(normalize);
    return {
      ...options,
      combineWith: 'OR',
      queries: [term, ...same],
      boostTerm: (each) => (each === term ? 1 : SYNONYM_WEIGHT),
    };
  }),
});

/** A shorter line, such as a heading, tells less than the description. */
const LEAST_SHOWN = 30;

function toResult(
  { path, title, description, headings, text }: SearchablePage,
  terms: ReadonlySet<string>,
): Omit<SearchResult, 'related'> {
  const inText = excerpt(description, terms) ? description : (excerpt(text, terms) ?? excerpt(headings, terms));
  const snippet = inText && inText.length >= LEAST_SHOWN ? inText : description;
  return { path, title: highlight(title, terms), snippet: highlight(snippet, terms) };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

export const tokenize = (text: string): string[] => text.match(WORD) ?? [];

const PLURAL = /(?<=..[^s])s$/;

/** Removes accents, case and a plural s: "Résumés" and "resume" are the same term. */
export const normalize = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(PLURAL, '');

/** A part of a text; `hit` marks a search term. */
export interface Segment {
  text: string;
  hit: boolean;
}

/** Splits a text into segments, without loss, each matching word a segment of its own. */
export function highlight(text: string, terms: ReadonlySet<string>): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  const push = (part: string, hit: boolean) => part && segments.push({ text: part, hit });
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!terms.has(normalize(word))) continue;
    push(text.slice(end, index), false);
    push(word, true);
    end = index + word.length;
  }
  push(text.slice(end), false);
  return segments;
}

const EXCERPT_LENGTH = 180;
const LEAD = 40;

/** Shorter lines say little: of two with as many terms, a longer one is shown. */
const SENTENCE_LENGTH = 60;

/** The line of a text with the most different terms, or a stretch of it, cut between words; undefined when none occurs. */
export function excerpt(text: string, terms: ReadonlySet<string>): string | undefined {
  const worth = (line: string) => {
    const found = new Set(
      tokenize(line)
        .map(normalize)
        .filter((word) => terms.has(word)),
    );
    return found.size && found.size * 2 + Number(line.length >= SENTENCE_LENGTH);
  };
  const lines = text.split('\n').map((line) => ({ line, worth: worth(line) }));
  const best = lines.reduce((one, other) => (other.worth > one.worth ? other : one));
  return best.worth ? stretchOf(best.line, terms) : undefined;
}

function stretchOf(line: string, terms: ReadonlySet<string>): string {
  const hits = [...line.matchAll(WORD)].filter(([word]) => terms.has(normalize(word)));
  const termsAfter = (from: number) =>
    new Set(
      hits
        .filter(({ index }) => index >= from && index < from + EXCERPT_LENGTH - LEAD)
        .map(([word]) => normalize(word)),
    ).size;
  const best = hits.reduce((one, other) => (termsAfter(other.index) > termsAfter(one.index) ? other : one)).index;
  const from = best <= LEAD ? 0 : line.indexOf(' ', best - LEAD) + 1;
  const to = from + EXCERPT_LENGTH >= line.length ? line.length : line.lastIndexOf(' ', from + EXCERPT_LENGTH);
  return `${from ? '… ' : ''}${line.slice(from, to)}${to < line.length ? ' …' : ''}`;
}
