import { expect, type Page } from '@playwright/test';
import { CARDS, type Card, typeCard } from './billing-screen.ts';

/** The payment provider's own page, and our page it comes back to. */
export class ReturnPage {
  constructor(readonly page: Page) {}

  get waiting() {
    return this.page.getByRole('heading', { name: 'Activating your trial…' });
  }

  get dashboard() {
    return this.page.getByRole('main').getByRole('link', { name: /dashboard/ });
  }

  get retry() {
    return this.page.getByRole('link', { name: 'Try Again' });
  }

  async payOnProvidersPage(card: Card): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Save your card' })).toBeVisible();
    await typeCard(this.page, CARDS[card]);
    await this.page.getByRole('button', { name: 'Save card' }).click();
  }

  async bankAnswers(outcome: 'Complete' | 'Fail'): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
    await this.page.getByRole('button', { name: outcome }).click();
  }

  async activates(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: /^Your trial is active/ })).toBeFocused({
      timeout: 20_000,
    });
    await expect(this.page.getByRole('main')).toContainText(
      'Your payment method is stored securely. No charge applies until after your 30-day trial.',
    );
    await expect(this.dashboard).toHaveAttribute('target', '_blank');
    await expect(this.waiting).toHaveCount(0);
  }

  async fails(message: string, tryAgainAt: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Something Went Wrong' })).toBeFocused();
    await expect(this.page.getByRole('main')).toContainText(message);
    await expect(this.retry).toHaveAttribute('href', tryAgainAt);
    await expect(this.page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
      'href',
      'mailto:support@lampstand.example',
    );
    await expect(this.waiting).toHaveCount(0);
  }
}
