import { expect, type Page } from '@playwright/test';

/** The search of our own pages. */
export class SearchScreen {
  constructor(readonly page: Page) {}

  get field() {
    return this.page.getByLabel('Search this site');
  }

  get results() {
    return this.page.getByRole('main').getByRole('listitem').getByRole('link');
  }

  get announced() {
    return this.page.getByRole('main').getByRole('status');
  }

  count(text: string) {
    return this.page.getByRole('heading', { level: 2, name: text, exact: true });
  }

  async opens(query = ''): Promise<void> {
    await this.page.goto(`/search${query && `?${new URLSearchParams({ q: query })}`}`);
    await expect(this.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  }

  async type(text: string): Promise<void> {
    await this.field.pressSequentially(text);
  }

  result(path: string) {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.locator(`a[href="${path}"]`) });
  }

  async finds(path: string): Promise<void> {
    await expect(this.result(path)).toBeVisible();
  }

  async addressSays(query: string | null): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).searchParams.get('q')).toBe(query);
  }
}
