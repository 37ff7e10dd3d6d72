import { expect, type Page } from '@playwright/test';
import type { Role } from '@lampstand/contracts/back-office';
import { aStaffMember, type StaffMember } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { Toasts } from './toasts.ts';

/** A member of staff in a browser. */
export class StaffBrowser {
  readonly toasts: Toasts;

  constructor(
    readonly page: Page,
    readonly stack: Stack,
  ) {
    this.toasts = new Toasts(page);
  }

  /** Signs in a new member of staff by an API call. */
  async isSignedInAs(role: Role = 'administrator'): Promise<StaffMember> {
    const member = await aStaffMember(this.stack, { role });
    await this.signInByCall(member);
    return member;
  }

  async signInByCall({ email, password }: StaffMember): Promise<void> {
    const answer = await this.page.context().request.post('/api/admin/login', { data: { email, password } });
    expect(answer.status()).toBe(200);
  }

  /** Ends the session on the server; the page does not know yet. */
  async loseSession({ id }: StaffMember): Promise<void> {
    await this.stack.query('DELETE FROM staff_sessions WHERE account_id = $1', [id]);
  }

  get checking() {
    return this.page.getByText('Checking authentication...');
  }

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  get email() {
    return this.page.getByRole('textbox', { name: 'Email', exact: true });
  }

  get password() {
    return this.page.getByLabel('Password', { exact: true });
  }

  get authenticatorCode() {
    return this.page.getByRole('textbox', { name: 'Authenticator code' });
  }

  get logIn() {
    return this.page.getByRole('main').getByRole('button', { name: 'Log In' });
  }

  get logOut() {
    return this.page.getByRole('button', { name: 'Logout' });
  }

  /** On narrow screens the pages and the account are in a menu. */
  get menu() {
    return this.page.getByRole('button', { name: 'Back office' });
  }

  get places() {
    return this.page.getByRole('navigation', { name: 'Back office' });
  }

  get signInAgain() {
    return this.page.getByRole('dialog', { name: 'Please log in again' });
  }

  async fillIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.logIn.click();
  }

  /** The row of a list with this text. */
  row(text: string | RegExp) {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  rows() {
    return this.page.getByRole('rowgroup').last().getByRole('row');
  }

  /** A cell by its row and column. */
  cell(row: string | RegExp, column: string) {
    return this.row(row).locator(`[data-label="${column}"]`);
  }

  /** The notice on the page after a failure. */
  notice(title: string) {
    return this.page.locator('#content [data-tone]').filter({ has: this.page.getByText(title, { exact: true }) });
  }
}
