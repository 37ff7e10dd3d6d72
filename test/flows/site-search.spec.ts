/** The search of the site finds the right page for what pastors ask. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { createSearch, type SearchablePage } from '../../apps/web/app/search/search-index.ts';
import { renderedAt } from '../site/built-page.ts';
import { PATHS } from '../site/pages.ts';
import { QUESTIONS } from '../site/questions.ts';

const LEAST_RIGHT = 55;

const pages: SearchablePage[] = JSON.parse(renderedAt('/search.json'));
const find = createSearch(pages);
const pathsFor = (question: string) => find(question).map(({ path }) => path);

describe('the search of the site', () => {
  it(`shows the right page first for at least ${LEAST_RIGHT} of 60 questions of a pastor, and among the first three for all`, () => {
    const questions = Object.entries(QUESTIONS);
    expect(questions.length).toBe(60);
    const answers = questions.map(([question, page]) => ({ question, page, found: pathsFor(question).slice(0, 3) }));
    const wrong = answers.filter(({ page, found }) => found[0] !== page);
    if (wrong.length > questions.length - LEAST_RIGHT)
      throw new Error(
        wrong.map(({ question, page, found }) => `"${question}": ${found.join(', ')}; not ${page}`).join('\n'),
      );
    expect(answers.filter(({ page, found }) => !found.includes(page))).toEqual([]);
  });

  it('knows only pages of the site, each with a title, a description and headings', () => {
    for (const { path, title, description, headings } of pages) {
      expect(PATHS).toContain(path);
      for (const text of [title, description, headings]) expect(text).not.toBe('');
    }
  });
});
