/** Page objects of the back office: lists, the review of applications, the database page, the account page. */
import { expect, type Page } from '@playwright/test';
import type { Outages } from './network.ts';

/** /admin; most of it is on /trials, too. */
export class SignupsScreen {
  constructor(readonly page: Page) {}

  get start() {
    return this.page.getByLabel('Start date');
  }

  get end() {
    return this.page.getByLabel('End date');
  }

  get apply() {
    return this.page.getByRole('button', { name: 'Apply Filter' });
  }

  get clear() {
    return this.page.getByRole('button', { name: 'Clear', exact: true });
  }

  get activeFilter() {
    return this.page.getByRole('status').filter({ hasText: 'Active Filter' });
  }

  get search() {
    return this.page.getByRole('searchbox', { name: /^Search/ });
  }

  /** Ends the session when the search is on its way: a dialog that opens earlier would take the typed text. */
  async searchesWhileSessionEnds(text: string, end: () => Promise<void>, outages: Outages): Promise<void> {
    const search = `**/api/admin/trial-signups?*q=${text}*`;
    const release = await outages.hold(search);
    const asked = this.page.waitForRequest(search);
    await this.search.fill(text);
    await asked;
    await end();
    release();
  }

  get export() {
    return this.page.getByRole('button', { name: /^Export (to )?CSV/ });
  }

  get progress() {
    return this.page.getByRole('progressbar', { name: 'Export' });
  }

  get cancel() {
    return this.page.getByRole('button', { name: 'Cancel', exact: true });
  }

  get funnel() {
    return this.page.getByRole('region', { name: 'How far sign-ups came' });
  }

  async opensFilters(): Promise<void> {
    await this.page.getByText(/^Filter/).click();
  }

  /** The menu of the list: columns, views, file options, its link. */
  async opensMenu(): Promise<void> {
    await this.page.getByLabel('More', { exact: true }).click();
  }

  /** The remove button of a filter in use. */
  filterInUse(text: string) {
    return this.activeFilter.getByRole('button', { name: text });
  }

  preset(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get changedFile() {
    return this.page.getByRole('button', { name: /^New or changed since/ });
  }

  head(name: string) {
    return this.page.getByRole('columnheader', { name, exact: true });
  }

  async sortBy(name: string): Promise<void> {
    await this.head(name).getByRole('button').click();
  }

  async filterBy({ start = '', end = '' }: { start?: string; end?: string }): Promise<void> {
    await this.start.fill(start);
    await this.end.fill(end);
    await this.apply.click();
  }

  async columnTexts(column: string): Promise<string[]> {
    return this.page.locator(`tbody [data-label="${column}"]`).allInnerTexts();
  }

  /** Asserts the shown names and their order. */
  async shows(...names: string[]): Promise<void> {
    await expect.poll(() => this.columnTexts('Name')).toEqual(names);
  }
}

/** The queue of ambassador applications, and one application. */
export class ReviewScreen {
  constructor(readonly page: Page) {}

  get state() {
    return this.page.getByRole('combobox', { name: 'Status' });
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Search applications' });
  }

  get decision() {
    return this.page.getByRole('region', { name: 'Decision' });
  }

  /** The strip of the review, with how many are left. */
  get bar() {
    return this.page.getByRole('navigation', { name: 'Review' });
  }

  /** The person whose application is shown, who has the focus in the review. */
  get name() {
    return this.page.locator('.trial-name');
  }

  /** The email of a decision, opened. */
  async mailOf(decision: 'an approval' | 'a decline') {
    const mail = this.page.getByRole('group', { name: `Email of ${decision}`, exact: true }).last();
    if (!(await mail.isVisible())) await this.page.locator('summary', { hasText: `Email of ${decision}` }).click();
    return mail;
  }

  async openQueue(query = ''): Promise<void> {
    await this.page.goto(`/admin/ambassadors${query}`);
    await expect(this.search).toBeVisible();
  }

  /** The review of the open applications that match a search. */
  async openFlow(q: string): Promise<void> {
    await this.page.goto(`/admin/ambassadors/review?q=${q}`);
    await expect(this.bar).toBeVisible();
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/admin/ambassadors/${id}`);
    await expect(this.decision).toBeVisible();
  }

  async decide(decision: 'Approve' | 'Decline'): Promise<void> {
    await this.decision.getByRole('button', { name: decision, exact: true }).click();
  }

  async stands(state: string): Promise<void> {
    await expect(this.page.locator('.caller-badges')).toHaveText(state, { useInnerText: true });
  }
}

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

/** /admin/account: the own passkeys. */
export class AccountScreen {
  constructor(readonly page: Page) {}

  /** Adds a virtual authenticator that confirms by itself. Passkeys need a host name, not an IP address. */
  async hasDevice() {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return {
      /** Sets whether the device verifies its user. */
      recognizes: (isUserVerified: boolean) =>
        session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    };
  }

  get addPasskey() {
    return this.page.getByRole('button', { name: 'Add a passkey' });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  get name() {
    return this.dialog.getByRole('textbox', { name: 'Name' });
  }

  get password() {
    return this.dialog.getByLabel('Your password');
  }

  get goOn() {
    return this.dialog.getByRole('button', { name: 'Go on' });
  }

  passkey(name: string) {
    return this.page.getByRole('listitem').filter({ hasText: name });
  }

  async adds(name: string, password: string): Promise<void> {
    await this.addPasskey.click();
    await this.name.fill(name);
    await this.password.fill(password);
    await this.goOn.click();
  }
}
