/** Page objects of the card step and of the payment provider's pages. */
import { expect, type FrameLocator, type Page } from '@playwright/test';

/** The provider's test cards. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  withoutFunds: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  wrongCode: '4000 0000 0000 0127',
  askingTheBank: '4000 0025 0000 3155',
  leavingForTheBank: '4000 0027 6000 3184',
} as const;
export type Card = keyof typeof CARDS;

export const SECURITY_CODE = '739';

export const nextYears = () => `12 / ${String(new Date().getFullYear() + 4).slice(2)}`;

/** Fills in the three card fields, in our page's frame or on the provider's page. */
export async function typeCard(form: FrameLocator | Page, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(nextYears());
  await form.getByLabel('Security code').fill(SECURITY_CODE);
}

/** Step three: plan and card. */
export class BillingScreen {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: 'Choose your plan and card' });
  }

  get startButton() {
    return this.page.getByRole('button', { name: 'Start my free trial' });
  }

  get cardFrame() {
    return this.page.getByTitle('Secure card form').contentFrame();
  }

  get bank() {
    return this.page.getByTitle('Confirm with your bank').contentFrame();
  }

  get checkoutButton() {
    return this.page.getByRole('button', { name: 'Use the secure card page instead' });
  }

  plan(range: string) {
    return this.page.getByRole('radio', { name: new RegExp(`^${range.replace('+', '\\+')}\\s`) });
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toBeVisible();
  }

  async isReady(): Promise<void> {
    await this.isShown();
    await expect(this.startButton).toBeEnabled();
  }

  async welcomesBack(): Promise<void> {
    await this.isShown();
    await expect(this.page.getByText('Welcome back — step 3 of 3.')).toBeVisible();
  }

  async choosePlan(range: string): Promise<void> {
    const saved = this.page.waitForResponse('**/api/update-selected-plan');
    await this.page.getByText(range, { exact: true }).click();
    await saved;
  }

  async hasPlan(range: string): Promise<void> {
    await expect(this.plan(range)).toBeChecked();
  }

  /** The line below the plans. */
  async names(summary: string): Promise<void> {
    const line = this.page.getByRole('paragraph').filter({ hasText: 'Nothing is charged today.' });
    await expect(line).toContainText(summary);
  }

  async submitCard(card: Card): Promise<void> {
    await this.isReady();
    await typeCard(this.cardFrame, CARDS[card]);
    await this.startButton.click();
  }

  async bankAnswers(outcome: 'Complete' | 'Fail'): Promise<void> {
    await this.bank.getByRole('button', { name: outcome }).click();
  }

  async asksForNoCard(): Promise<void> {
    await expect(this.page.getByTitle('Secure card form')).toHaveCount(0);
    await expect(this.startButton).toHaveCount(0);
  }
}

/** The provider's own page, and our page that it returns to. */
export class ReturnPage {
  constructor(readonly page: Page) {}

  get waiting() {
    return this.page.getByRole('heading', { name: 'Activating your trial…' });
  }

  get dashboard() {
    return this.page.getByRole('main').getByRole('link', { name: 'Go to my dashboard (opens in a new tab)' });
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
    await this.tellsWhatComesNext();
  }

  /** As on the last screen of the sign-up. */
  private async tellsWhatComesNext(): Promise<void> {
    const main = this.page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Invite your core team members' })).toBeVisible();
    await expect(main.getByRole('link', { name: /calendar/ })).toHaveAttribute('href', /\/\d+\/calendar\.ics$/);
    await expect(main.getByRole('link', { name: 'Open your plan' })).toBeVisible();
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
