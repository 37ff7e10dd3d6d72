import { expect, type Page } from '@playwright/test';
import { startingWith } from './form-screen.ts';

/** Step two: the code, and what to do when it does not come. */
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
  }

  async welcomesBack(name: string, phoneEnd: string): Promise<void> {
    await this.isShown();
    await expect(this.page.getByText(`Welcome back, ${name}`)).toContainText('step 2 of 3');
    await expect(this.page.getByText(`(•••) •••-${phoneEnd}`).first()).toBeVisible();
  }

  /** Six digits are sent by themselves. */
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

  /** Seconds until another code may be asked for. */
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
    await this.page.getByRole('button', { name: 'Change e-mail' }).click();
    await this.newEmail.fill(email);
    await this.page.getByRole('button', { name: 'Save email' }).click();
  }

  async askForTheLink(): Promise<void> {
    await this.page.getByRole('button', { name: 'E-mail me the link' }).click();
  }
}
