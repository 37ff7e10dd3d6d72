import { expect, type Page } from '@playwright/test';

/** /admin, and what is common to it and /trials. */
export class SignupsScreen {
  constructor(readonly page: Page) {}

  get start() {
    return this.page.getByLabel('Start date');
  }

  get end() {
    return this.page.getByLabel('End date');
  }

  get apply() {
    return this.page.getByRole('button', { name: 'Apply Filter' });
  }

  get clear() {
    return this.page.getByRole('button', { name: 'Clear', exact: true });
  }

  get activeFilter() {
    return this.page.getByRole('status').filter({ hasText: 'Active Filter' });
  }

  get search() {
    return this.page.getByRole('searchbox', { name: /^Search/ });
  }

  get export() {
    return this.page.getByRole('button', { name: /^Export (to )?CSV/ });
  }

  get progress() {
    return this.page.getByRole('progressbar', { name: 'Export' });
  }

  get cancel() {
    return this.page.getByRole('button', { name: 'Cancel', exact: true });
  }

  get funnel() {
    return this.page.getByRole('region', { name: 'How far sign-ups came' });
  }

  preset(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  head(name: string) {
    return this.page.getByRole('columnheader', { name, exact: true });
  }

  async sortBy(name: string): Promise<void> {
    await this.head(name).getByRole('button').click();
  }

  async filterBy({ start = '', end = '' }: { start?: string; end?: string }): Promise<void> {
    await this.start.fill(start);
    await this.end.fill(end);
    await this.apply.click();
  }

  async columnTexts(column: string): Promise<string[]> {
    return this.page.locator(`tbody [data-label="${column}"]`).allInnerTexts();
  }

  /** The names in the order in which they are shown. */
  async shows(...names: string[]): Promise<void> {
    await expect.poll(() => this.columnTexts('Name')).toEqual(names);
  }
}
