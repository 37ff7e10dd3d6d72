import { expect, type Page } from '@playwright/test';

/** What stands around every page: header, drawer, footer. */
export class SiteFrame {
  constructor(readonly page: Page) {}

  get bar() {
    return this.page.getByRole('navigation', { name: 'Main' });
  }

  get menuButton() {
    return this.page.getByRole('button', { name: 'Open menu' });
  }

  get drawer() {
    return this.page.getByRole('dialog', { name: 'Menu' });
  }

  get footer() {
    return this.page.getByRole('contentinfo');
  }

  async openMenu(): Promise<void> {
    await this.menuButton.click();
    await expect(this.drawer).toBeVisible();
  }

  /** Whether what has the focus is out of the drawer, on the page below it. */
  focusLeftDrawer(): Promise<boolean> {
    return this.page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest('dialog');
    });
  }

  async scrollTo(pixels: number): Promise<void> {
    await this.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), pixels);
  }

  /** How many sections do not show yet, or are on their way. */
  sectionsToCome(): Promise<number> {
    return this.page.evaluate(
      () => [...document.querySelectorAll('.part')].filter((part) => getComputedStyle(part).opacity !== '1').length,
    );
  }

  /** The header's shadow and ground as they are drawn. */
  headerLook(): Promise<{ shadow: string; ground: string }> {
    return this.page.evaluate(() => {
      const header = document.querySelector('.site-header')!;
      return {
        shadow: getComputedStyle(header, '::before').boxShadow,
        ground: getComputedStyle(header).backgroundColor,
      };
    });
  }
}
