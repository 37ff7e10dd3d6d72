import { expect, type Page } from '@playwright/test';
import { callsTo } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { CARDS, type Card, typeCard } from './payment-screens.ts';

/** /plan, the page behind the links of mails to members. */
export class PlanScreen {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1 });
  }

  get main() {
    return this.page.getByRole('main');
  }

  part(name: string | RegExp) {
    return this.page.getByRole('region', { name });
  }

  button(name: string | RegExp) {
    return this.main.getByRole('button', { name, exact: true });
  }

  fact(term: string) {
    return this.part('What you have')
      .locator('dl > div')
      .filter({ has: this.page.getByText(term, { exact: true }) });
  }

  get emailField() {
    return this.page.getByLabel('Email address');
  }

  /** Opens a link from a mail. */
  async follow(link: string): Promise<void> {
    await this.page.goto(link);
    await this.isShown();
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toHaveText('Your plan');
    await expect(this.part('What you have')).toBeVisible();
  }

  async choose(range: string): Promise<void> {
    await this.button('Change plan').click();
    await this.page.getByText(range, { exact: true }).click();
  }

  async cancelInTwoClicks(): Promise<void> {
    await this.button('Cancel my plan').click();
    await this.button('Yes, cancel my plan').click();
  }

  async opensCardPage(): Promise<void> {
    await this.button('Update card').click();
    await expect(this.page.getByRole('heading', { name: 'Update your card' })).toBeVisible();
  }

  /** Fills in the provider's card page. */
  async entersCard(card: Card): Promise<void> {
    await typeCard(this.page, CARDS[card]);
    await this.page.getByRole('button', { name: 'Save card' }).click();
  }

  async asksForLink(email: string): Promise<void> {
    await this.emailField.fill(email);
    await this.button('Send me a new link').click();
    await expect(this.heading).toHaveText('Check your inbox');
    await expect(this.heading).toBeFocused();
    await expect(this.main).toContainText('If there is an account with this address, a link is on its way.');
    await expect(this.main).toContainText(new RegExp(`You entered ${email}`, 'i'));
  }
}

/** The http(s) links of a mail. */
export const linksOf = ({ html }: { html: string }): string[] =>
  [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));

/** Requests a link to the plan, and returns it from its mail. */
export async function planLink(stack: Stack, email: string): Promise<string> {
  const before = await stack.sandbox.mails(email, { subject: 'Your link to your plan', count: 0 });
  await callsTo(stack).post('plan/link', { email });
  const [mail] = await stack.sandbox.mails(email, { subject: 'Your link to your plan', count: before.length + 1 });
  return linksOf(mail!).find((link) => link.includes('/plan?token='))!;
}
