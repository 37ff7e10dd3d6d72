import { expect, type Page } from '@playwright/test';

/** /trials/{id}: the inspector of one sign-up. */
export class InspectorScreen {
  constructor(readonly page: Page) {}

  get findBox() {
    return this.page.getByRole('searchbox', { name: 'Search people and pages' });
  }

  get found() {
    return this.page.getByRole('list', { name: 'Sign-ups' }).getByRole('link');
  }

  get name() {
    return this.page.locator('.trial-name');
  }

  get diagnosis() {
    return this.page.locator('section.diagnosis');
  }

  get person() {
    return this.part('Person');
  }

  /** The bar on top with the person, the state and the button that reveals. */
  get caller() {
    return this.page.getByRole('region', { name: 'Person and state' });
  }

  get reveal() {
    return this.caller.getByRole('button', { name: 'Reveal' });
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }

  get chart() {
    return this.chartOf('sign-up');
  }

  chartOf(what: 'sign-up' | 'subscription' | 'application') {
    return this.page.getByRole('img', { name: new RegExp(`^Chart of the ${what}, which is at: `) });
  }

  get timeline() {
    return this.part('Timeline').getByRole('list');
  }

  get note() {
    return this.page.getByLabel('Add a note');
  }

  /** A section by its heading. */
  part(title: string) {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/trials/${id}`);
    await expect(this.name).toBeVisible();
    await this.expand('.technical');
  }

  async expand(disclosure: string): Promise<void> {
    const all = this.page.locator(`${disclosure}:not([open])`);
    if (await all.count()) await all.locator('> summary').click();
  }

  /** Opens the search unless it is open, types into it and waits for its results. */
  async find(text: string): Promise<void> {
    if (!(await this.findBox.isVisible())) await this.page.getByRole('button', { name: /^Search/ }).click();
    await this.findBox.fill(text);
    await expect(this.page.locator('.found')).not.toHaveAttribute('aria-busy');
  }

  async says(what: string | RegExp, tone?: 'Stuck' | 'Waiting' | 'Ended' | 'All is well'): Promise<void> {
    await expect(this.diagnosis.getByRole('heading')).toHaveText(what);
    if (tone) await expect(this.diagnosis).toContainText(tone);
  }

  async standsAt(state: string): Promise<void> {
    await expect(this.chart).toHaveAccessibleName(new RegExp(`is at: ${state}$`));
  }

  /** A button in the list of all support actions. */
  action(label: string) {
    return this.page.locator('.all-actions').getByRole('button', { name: label, exact: true });
  }

  async showActions(): Promise<void> {
    await this.expand('.all-actions');
  }

  /** Asserts that the page says why an action is not available. */
  async explains(label: string, why: string): Promise<void> {
    await this.showActions();
    await this.expand('.unavailable');
    await expect(this.page.locator('.unavailable dl > div').filter({ hasText: why })).toContainText(label);
  }

  /** Opens the dialog of a support action. */
  async ask(label: string): Promise<void> {
    await this.showActions();
    await this.action(label).click();
    await expect(this.dialog).toBeVisible();
  }

  /** The subjects of the emails that the open dialog says go out. */
  async mailsOfDialog(): Promise<string[]> {
    const mails = await this.dialog.locator('.action-mails li').allTextContents();
    return mails.map((mail) => /“(.*)”/.exec(mail)?.[1] ?? '');
  }

  async confirm(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
  }

  /** Asserts that the dialog has closed and the page confirms the action. */
  async isDone(message?: string | RegExp): Promise<void> {
    await expect(this.dialog).toHaveCount(0);
    const done = this.diagnosis.locator('[data-tone=good]');
    await expect(done).toBeVisible();
    if (message) await expect(done).toContainText(message);
  }

  /** Asserts that the dialog stays open with the reason. */
  async isRefused(why: string | RegExp): Promise<void> {
    await expect(this.dialog.getByRole('alert')).toContainText(why);
  }

  async tells(sentence: string | RegExp): Promise<void> {
    await expect(this.timeline.getByRole('listitem').filter({ hasText: sentence }).first()).toBeVisible();
  }
}
