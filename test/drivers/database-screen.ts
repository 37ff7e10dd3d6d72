import type { Page } from '@playwright/test';

/** /database */
export class DatabaseScreen {
  constructor(readonly page: Page) {}

  get password() {
    return this.page.getByLabel('Admin Password');
  }

  get access() {
    return this.page.getByRole('button', { name: 'Access Database' });
  }

  get problem() {
    return this.page.getByRole('main').getByRole('alert');
  }

  get query() {
    return this.page.getByRole('textbox', { name: 'Query' });
  }

  get tables() {
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: this.page.locator('code') });
  }

  get cards() {
    return this.page.locator('.figures > div');
  }

  async open(): Promise<void> {
    await this.page.goto('/database');
  }

  async unlock(password: string): Promise<void> {
    await this.password.fill(password);
    await this.access.click();
  }
}
