import type { Page } from '@playwright/test';

/** Every first heading that the pages of a tab show from now on, in order. Call before opening a page. */
export async function headingsOf(page: Page): Promise<Set<string>> {
  const headings = new Set<string>();
  await page.exposeFunction('seesHeading', (text: string) => headings.add(text));
  await page.addInitScript(() => {
    const look = () => {
      for (const each of document.querySelectorAll('h1'))
        (window as unknown as { seesHeading: (text: string) => void }).seesHeading(each.textContent);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return headings;
}
