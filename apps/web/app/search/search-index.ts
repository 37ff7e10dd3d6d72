import MiniSearch, { type SearchOptions } from 'minisearch';
import { excerpt, normalize, highlight, type Segment, tokenize } from './tokenize.ts';

/** An entry of /search.json. */
export interface SearchablePage {
  path: string;
  title: string;
  description: string;
  keywords: string;
  headings: string;
  text: string;
}

export interface SearchResult {
  path: string;
  title: Segment[];
  snippet: Segment[];
}

/** Shorter queries would match every page. */
export const MIN_LETTERS = 2;

const PREFIX: SearchOptions = { prefix: true, combineWith: 'AND' };
const allowedTypos = (term: string): number => (term.length > 7 ? 2 : term.length > 3 ? 1 : 0);
const FUZZY: SearchOptions = { ...PREFIX, fuzzy: allowedTypos };

/** Searches by word prefix; falls back to fuzzy matching when no page matches. All words of a query must match. */
export function createSearch(pages: readonly SearchablePage[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchablePage>({
    idField: 'path',
    fields: ['title', 'keywords', 'headings', 'description', 'text'],
    tokenize,
    processTerm: normalize,
    searchOptions: { boost: { title: 8, keywords: 3, headings: 3, description: 2 } },
  });
  index.addAll(pages);
  const byPath = new Map(pages.map((page) => [page.path, page]));

  return (query) => {
    if (tokenize(query).join('').length < MIN_LETTERS) return [];
    const exact = index.search(query, PREFIX);
    const results = exact.length ? exact : index.search(query, FUZZY);
    return results.flatMap(({ id, terms }) => {
      const page = byPath.get(String(id));
      return page ? [toResult(page, new Set(terms))] : [];
    });
  };
}

function toResult(
  { path, title, description, headings, text }: SearchablePage,
  terms: ReadonlySet<string>,
): SearchResult {
  const stretch = excerpt(description, terms) ? description : (excerpt(text, terms) ?? excerpt(headings, terms));
  return { path, title: highlight(title, terms), snippet: highlight(stretch ?? description, terms) };
}
