import { expect, type Page } from '@playwright/test';

/** Waits until React has taken over the heading of the page, and so the buttons beside it. Before, a form is one that is posted. */
export const isHydrated = async (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const heading = document.querySelector('#content h1');
        return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
      }),
    )
    .toBe(true);
