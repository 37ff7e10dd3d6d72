import MiniSearch, { type SearchOptions } from 'minisearch';
import { excerpt, fold, marked, type Piece, wordsIn } from './words.ts';

/** A page as the index holds it. */
export interface Searchable {
  path: string;
  title: string;
  description: string;
  keywords: string;
  headings: string;
  text: string;
}

export interface Found {
  path: string;
  title: Piece[];
  snippet: Piece[];
}

/** With fewer letters every page would be found. */
export const LEAST_LETTERS = 2;

const BEGINNINGS: SearchOptions = { prefix: true, combineWith: 'AND' };
const slipsIn = (term: string): number => (term.length > 7 ? 2 : term.length > 3 ? 1 : 0);
const WITH_SLIPS: SearchOptions = { ...BEGINNINGS, fuzzy: slipsIn };

/** Looks through the pages for words that begin like these and, only when there are none, for similar ones. */
export function finderIn(pages: readonly Searchable[]): (query: string) => Found[] {
  const index = new MiniSearch<Searchable>({
    idField: 'path',
    fields: ['title', 'keywords', 'headings', 'description', 'text'],
    tokenize: wordsIn,
    processTerm: fold,
    searchOptions: { boost: { title: 8, keywords: 3, headings: 3, description: 2 } },
  });
  index.addAll(pages);
  const byPath = new Map(pages.map((page) => [page.path, page]));

  return (query) => {
    if (wordsIn(query).join('').length < LEAST_LETTERS) return [];
    const exact = index.search(query, BEGINNINGS);
    const results = exact.length ? exact : index.search(query, WITH_SLIPS);
    return results.flatMap(({ id, terms }) => {
      const page = byPath.get(String(id));
      return page ? [shown(page, new Set(terms))] : [];
    });
  };
}

function shown({ path, title, description, headings, text }: Searchable, terms: ReadonlySet<string>): Found {
  const stretch = excerpt(description, terms) ? description : (excerpt(text, terms) ?? excerpt(headings, terms));
  return { path, title: marked(title, terms), snippet: marked(stretch ?? description, terms) };
}
