import { expect, type Page } from '@playwright/test';

/** Step four: what a pastor reads when the trial has begun. */
export class SuccessScreen {
  constructor(readonly page: Page) {}

  heading(firstName: string) {
    return this.page.getByRole('heading', { level: 1, name: `Welcome, ${firstName}!` });
  }

  get memberHeading() {
    return this.page.getByRole('heading', { level: 1, name: /Good to see you again/ });
  }

  async welcomes(firstName: string): Promise<void> {
    await expect(this.heading(firstName)).toBeVisible({ timeout: 20_000 });
  }

  async recognisesMember(): Promise<void> {
    await expect(this.memberHeading).toBeVisible({ timeout: 20_000 });
    await expect(this.page.getByText('You already have an account.', { exact: false }).first()).toBeVisible();
  }

  /** The texts and links of the specification. */
  async tellsWhatComesNext(trialEnds: string): Promise<void> {
    const main = this.page.getByRole('main');
    await expect(main).toContainText(`Your 30-day trial is active. It runs until ${trialEnds}.`);
    for (const step of [
      'Read your welcome e-mail',
      'Visit your dashboard',
      'Invite your core team members',
      'Explore the resources',
    ])
      await expect(main.getByRole('heading', { name: step })).toBeVisible();
    await expect(main.getByRole('link', { name: 'support@lampstand.example' }).first()).toHaveAttribute(
      'href',
      'mailto:support@lampstand.example',
    );
    await expect(main.getByRole('link', { name: /dashboard/ })).toHaveAttribute('href', '/api/go/dashboard');
    await expect(main.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('link', { name: /calendar/ })).toHaveAttribute('href', /calendar\.ics$/);
  }
}
