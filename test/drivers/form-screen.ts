import { expect, type Locator, type Page } from '@playwright/test';

/** A form of the site: its fields and its error messages. */
export class FormScreen<Field extends string> {
  constructor(
    readonly page: Page,
    readonly labels: Readonly<Record<Field, string | RegExp>>,
  ) {}

  get summary() {
    return this.page.getByRole('group', { name: 'Please check the marked fields and try again.' });
  }

  get keptNotice() {
    return this.page.getByText('We kept what you typed.');
  }

  field(name: Field): Locator {
    return this.page.getByLabel(this.labels[name], { exact: true });
  }

  async fillIn(typed: Partial<Record<Field, string>>): Promise<void> {
    for (const [name, value] of Object.entries(typed) as [Field, string][]) await this.fillOne(name, value);
  }

  protected async fillOne(name: Field, value: string): Promise<void> {
    const field = this.field(name);
    if (await field.evaluate((node) => node instanceof HTMLSelectElement)) await field.selectOption(value);
    else await field.fill(value);
  }

  async holds(typed: Partial<Record<Field, string>>): Promise<void> {
    for (const [name, value] of Object.entries(typed) as [Field, string][])
      await expect(this.field(name), name).toHaveValue(value);
  }

  /** Asserts that each message is at its field and in the summary, and the summary has the focus. */
  async refuses(problems: Partial<Record<Field, string>>): Promise<void> {
    await expect(this.summary).toBeFocused();
    for (const [name, message] of Object.entries(problems) as [Field, string][]) {
      await expect(this.invalid(name), name).not.toHaveCount(0);
      await expect(this.field(name), name).toHaveAccessibleDescription(startingWith(message));
      await expect(this.summary.getByRole('link', { name: message, exact: true })).toBeVisible();
    }
    const fields = this.page.locator('[data-field]:is([aria-invalid=true], :has([aria-invalid=true]))');
    await expect(fields).toHaveCount(Object.keys(problems).length);
    await expect(this.page).toHaveTitle(/^Error: /);
  }

  /** Asserts that the summary is whole between the fixed header and the end of the window. */
  async summaryIsInView(): Promise<void> {
    await expect(this.summary).toBeFocused();
    await expect
      .poll(() =>
        this.summary.evaluate((box) => {
          const [{ top, bottom }, header] = [box.getBoundingClientRect(), document.querySelector('header')!];
          return { below: top >= header.getBoundingClientRect().bottom, above: bottom <= innerHeight };
        }),
      )
      .toEqual({ below: true, above: true });
  }

  /** The button that puts in the address that was meant. */
  suggestion(address: string): Locator {
    return this.page.getByRole('status').filter({ hasText: 'Did you mean' }).getByRole('button', { name: address });
  }

  /** The controls of a field that are marked as invalid. */
  private invalid(name: Field): Locator {
    const field = this.field(name);
    return field.and(this.page.locator('[aria-invalid=true]')).or(field.locator('[aria-invalid=true]'));
  }
}

export const startingWith = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
