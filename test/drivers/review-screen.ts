import { expect, type Page } from '@playwright/test';

/** The queue of applications, and one of them. */
export class ReviewScreen {
  constructor(readonly page: Page) {}

  get state() {
    return this.page.getByRole('combobox', { name: 'State' });
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Search applications' });
  }

  get decision() {
    return this.page.getByRole('region', { name: 'Decision' });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  async openQueue(query = ''): Promise<void> {
    await this.page.goto(`/admin/ambassadors${query}`);
    await expect(this.search).toBeVisible();
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/admin/ambassadors/${id}`);
    await expect(this.decision).toBeVisible();
  }

  async ask(action: string): Promise<void> {
    await this.decision.getByRole('button', { name: action, exact: true }).click();
    await expect(this.dialog).toBeVisible();
  }

  async confirm(action: string): Promise<void> {
    await this.dialog.getByRole('button', { name: action, exact: true }).click();
  }

  async stands(state: string): Promise<void> {
    await expect(this.page.locator('.trial-chips')).toHaveText(state);
  }
}
