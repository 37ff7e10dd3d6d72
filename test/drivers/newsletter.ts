/** Page objects of the newsletter: the box, and the pages behind the links of its mails. */
import { expect, type Page } from '@playwright/test';
import { startingWith } from './form-screen.ts';

/** The box on the blog. */
export class NewsletterBox {
  constructor(readonly page: Page) {}

  get box() {
    return this.page.getByRole('region', { name: 'One useful thing for your ministry' });
  }

  get field() {
    return this.box.getByLabel('Email address');
  }

  get button() {
    return this.box.getByRole('button', { name: 'Subscribe' });
  }

  get answer() {
    return this.box.getByRole('status');
  }

  async opens(path = '/blog'): Promise<void> {
    await this.page.goto(path);
    await expect(this.box.locator('form')).toHaveAttribute('novalidate');
  }

  async subscribes(email: string): Promise<void> {
    await this.field.fill(email);
    await this.button.click();
  }

  async accepts(): Promise<void> {
    await expect(this.answer).toHaveText('Check your inbox to confirm');
    await expect(this.field).toHaveValue('');
    await expect(this.field).toHaveAccessibleDescription('');
  }

  async refuses(message = 'Please enter a valid email address'): Promise<void> {
    await expect(this.field).toHaveAttribute('aria-invalid', 'true');
    await expect(this.field).toHaveAccessibleDescription(startingWith(message));
    await expect(this.field).toBeFocused();
    await expect(this.answer).toHaveText('');
  }
}

/** The page behind a link of a mail: a heading, and a button until it is pressed. */
export class LinkPage {
  constructor(readonly page: Page) {}

  get button() {
    return this.page.locator('#content form').getByRole('button');
  }

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** Opens a link from a mail. */
  async follow(link: string): Promise<void> {
    await this.page.goto(link);
    await expect(this.button).toBeEnabled();
  }

  async press(): Promise<void> {
    await this.button.click();
  }

  /** Asserts the outcome: its heading has the focus, and the button is gone. */
  async says(heading: string, text: string): Promise<void> {
    await expect(this.heading(heading)).toBeFocused();
    await expect(this.page.getByRole('main')).toContainText(text);
    await expect(this.button).toHaveCount(0);
  }
}

/** The link to this page in a mail. */
export const linkIn = (mail: { text: string } | undefined, page: 'confirm' | 'unsubscribe'): string => {
  const link = mail?.text.match(new RegExp(`https?://\\S+/newsletter/${page}\\?token=[\\w.-]+`))?.[0];
  if (!link) throw new Error(`No link to ${page} in the mail: ${mail?.text}`);
  return link;
};
