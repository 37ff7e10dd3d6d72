import dates from './page-dates.json';

const known: Record<string, { modified: string }> = dates;

/**
 * When the text of a page last changed, as an instant. `npm run page-dates` keeps the dates, so that a build needs no history
 * of the repository.
 */
export const modifiedAt = (path: string): string | undefined => {
  const modified = known[path]?.modified;
  return modified && `${modified}T00:00:00Z`;
};
