/** The search of the site finds the right page for what pastors ask. Reads the built files. */
import { describe, expect, it } from 'vitest';
import { createSearch, type SearchablePage } from '../../apps/web/app/search/search-index.ts';
import { renderedAt } from '../site/built-page.ts';
import { PATHS } from '../site/pages.ts';
import { QUESTIONS } from '../site/questions.ts';

const LEAST_RIGHT = 80;

const pages: SearchablePage[] = JSON.parse(renderedAt('/search.json'));
const find = createSearch(pages);
const pathsFor = (question: string) => find(question).map(({ path }) => path);

describe('the search of the site', () => {
  it(`shows the right page first for at least ${LEAST_RIGHT} of 90 questions of a pastor, and among the first three for all`, () => {
    const questions = Object.entries(QUESTIONS);
    expect(questions.length).toBe(90);
    const answers = questions.map(([question, page]) => ({ question, page, found: pathsFor(question).slice(0, 3) }));
    const wrong = answers.filter(({ page, found }) => found[0] !== page);
    if (wrong.length > questions.length - LEAST_RIGHT)
      throw new Error(
        wrong.map(({ question, page, found }) => `"${question}": ${found.join(', ')}; not ${page}`).join('\n'),
      );
    expect(answers.filter(({ page, found }) => !found.includes(page))).toEqual([]);
  });

  it('answers with whole sentences, without the words of buttons and rows of tables', () => {
    for (const question of Object.keys(QUESTIONS))
      for (const { path, snippet } of find(question).slice(0, 3)) {
        const text = snippet.map((each) => each.text).join('');
        expect({ question, path, text }).toEqual({
          question,
          path,
          text: expect.not.stringMatching(/\b(Yes|No) (Yes|No)\b|Print “|Copy text|\n|¶/),
        });
        expect(text.length, `${question}: ${text}`).toBeGreaterThanOrEqual(30);
      }
  });

  it('shows a page and its sheets as one result', () => {
    const subjectOf = new Map(pages.map(({ path, partOf = path }) => [path, partOf]));
    for (const question of Object.keys(QUESTIONS)) {
      const subjects = pathsFor(question).map((path) => subjectOf.get(path));
      expect(new Set(subjects).size, question).toBe(subjects.length);
    }
  });

  it('knows only pages of the site, each with a title, a description and headings', () => {
    for (const { path, title, description, headings } of pages) {
      expect(PATHS).toContain(path);
      for (const text of [title, description, headings]) expect(text).not.toBe('');
    }
  });
});
