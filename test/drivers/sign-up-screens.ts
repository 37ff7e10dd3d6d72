/** Page objects of the code screen and of the success screen. */
import { expect, type Page } from '@playwright/test';
import { startingWith } from './form-screen.ts';
import { isHydrated } from './hydration.ts';

/** Step two: the code from the text message. */
export class PhoneScreen {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: 'Confirm your phone' });
  }

  get code() {
    return this.page.getByLabel('Verification code', { exact: true });
  }

  get confirmButton() {
    return this.page.getByRole('button', { name: 'Confirm phone' });
  }

  get resendButton() {
    return this.page.getByRole('button', { name: 'Resend code' });
  }

  get callButton() {
    return this.page.getByRole('button', { name: 'Call me with the code instead' });
  }

  get wait() {
    return this.page.getByText(/You can ask again in/);
  }

  get newNumber() {
    return this.page.getByLabel('New mobile phone');
  }

  get newEmail() {
    return this.page.getByLabel('New email');
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toBeVisible();
    await isHydrated(this.page);
  }

  /** In a browser that is not known. */
  async welcomesBack(phoneEnd: string): Promise<void> {
    await this.isShown();
    await expect(this.page.getByText('Welcome back — step 2 of 3')).toBeVisible();
    await expect(this.page.getByText(new RegExp(`\\(.{3}\\) .{3}-${phoneEnd}`))).toBeVisible();
  }

  /** Types the code; the page submits six digits by itself. */
  async typeCode(code: string): Promise<void> {
    await this.code.fill(code);
  }

  async confirm(code: string): Promise<void> {
    await this.code.fill(code);
    await this.confirmButton.click();
  }

  async refuses(message: string): Promise<void> {
    await expect(this.code).toHaveAccessibleDescription(startingWith(message));
    await expect(this.code).toHaveAttribute('aria-invalid', 'true');
    await expect(this.code).toBeFocused();
  }

  /** Seconds until another code may be sent, from the page. */
  async secondsToWait(): Promise<number> {
    await expect(this.wait).toBeVisible();
    const [minutes, seconds] = (await this.wait.innerText())
      .match(/(\d+):(\d\d)$/)!
      .slice(1)
      .map(Number);
    return minutes! * 60 + seconds!;
  }

  async changeNumberTo(phone: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Change number' }).click();
    await this.newNumber.fill(phone);
    await this.page.getByRole('button', { name: 'Text the code here' }).click();
  }

  async changeEmailTo(email: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Change email' }).click();
    await this.newEmail.fill(email);
    await this.page.getByRole('button', { name: 'Save email' }).click();
  }

  async askForTheLink(): Promise<void> {
    await this.page.getByRole('button', { name: 'Email me the link' }).click();
  }
}

/** What was typed in step one, folded into one line on steps two and three. */
export class Answers {
  constructor(readonly page: Page) {}

  get box() {
    return this.page.locator('details').filter({ hasText: 'Check details' });
  }

  get summary() {
    return this.box.locator('summary');
  }

  async open(): Promise<void> {
    await this.summary.click();
  }

  async change(what: 'Change details' | 'Change email'): Promise<void> {
    await this.box.getByRole('button', { name: what }).click();
  }
}

/** Step four: the trial has begun. */
export class SuccessScreen {
  constructor(readonly page: Page) {}

  /** Without a name in a browser that is not known. */
  heading(firstName?: string) {
    return this.page.getByRole('heading', {
      level: 1,
      name: `Welcome${firstName ? `, ${firstName}` : ''}!`,
      exact: true,
    });
  }

  get memberHeading() {
    return this.page.getByRole('heading', { level: 1, name: /Good to see you again/ });
  }

  async welcomes(firstName?: string): Promise<void> {
    await expect(this.heading(firstName)).toBeVisible({ timeout: 20_000 });
  }

  async recognisesMember(): Promise<void> {
    await expect(this.memberHeading).toBeVisible({ timeout: 20_000 });
    await expect(this.page.getByText('You already have an account.', { exact: false }).first()).toBeVisible();
  }

  /** Asserts that the four steps, and nothing inside them, have a number. */
  async numbersItsSteps(): Promise<void> {
    const numbered = () =>
      this.page
        .locator('main li')
        .evaluateAll((items) => items.filter((item) => getComputedStyle(item, '::before').content !== 'none').length);
    await expect.poll(numbered).toBe(4);
  }

  /** Asserts the specified texts and links. */
  async tellsWhatComesNext(trialEnds: string): Promise<void> {
    const main = this.page.getByRole('main');
    await expect(main).toContainText(`Your 30-day trial is active. It runs until ${trialEnds}.`);
    for (const step of [
      'Read your welcome email',
      'Visit your dashboard',
      'Invite your core team members',
      'Explore the resources',
    ])
      await expect(main.getByRole('heading', { name: step })).toBeVisible();
    await expect(main.getByRole('link', { name: 'support@lampstand.example' }).first()).toHaveAttribute(
      'href',
      'mailto:support@lampstand.example',
    );
    await expect(main.getByRole('link', { name: /dashboard/ }).first()).toHaveAttribute('href', '/api/go/dashboard');
    await expect(main.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('link', { name: /calendar/ })).toHaveAttribute('href', /calendar\.ics$/);
  }
}
