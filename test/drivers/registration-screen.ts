import type { TrialSignupBody } from '@lampstand/contracts';
import { expect, type Page } from '@playwright/test';

const LABELS = {
  name: 'Your name',
  email: 'Email',
  phone: 'Mobile phone',
  birthdate: 'Birthdate',
  gender: 'Gender',
  churchName: 'Church name',
  ministryName: 'Ministry name',
  churchCity: 'Church city',
  churchState: 'Church state',
  churchSize: 'Church size',
  position: 'Your position',
  howHeardAbout: /How did you hear about us/,
  churchSoftware: /Church software you use/,
  message: /Anything we should know/,
} as const;

export type Field = keyof typeof LABELS;
export type Typed = Partial<Record<Field, string>>;

const CHOICES = new Set<Field>(['gender', 'churchState', 'churchSize', 'position']);

/** What a pastor types, from what is saved. */
export const typedFrom = ({ firstName, lastName, ...rest }: TrialSignupBody): Typed => ({
  name: `${firstName} ${lastName}`.trim(),
  ...rest,
});

/** Step one: the fourteen controls. */
export class RegistrationScreen {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: 'Start your free trial' });
  }

  get sendButton() {
    return this.page.getByRole('button', { name: 'Continue to phone check' });
  }

  get summary() {
    return this.page.getByRole('group', { name: 'Please check the marked fields and try again.' });
  }

  get keptNotice() {
    return this.page.getByText('We kept what you typed.');
  }

  field(name: Field) {
    return this.page.getByLabel(LABELS[name], { exact: true });
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toBeVisible();
    await expect(this.sendButton).toBeEnabled();
  }

  async fillIn(typed: Typed): Promise<void> {
    for (const [name, value] of Object.entries(typed) as [Field, string][]) {
      if (CHOICES.has(name)) await this.field(name).selectOption(value);
      else await this.field(name).fill(value);
    }
  }

  async send(): Promise<void> {
    await this.sendButton.click();
  }

  async holds(typed: Typed): Promise<void> {
    for (const [name, value] of Object.entries(typed) as [Field, string][])
      await expect(this.field(name), name).toHaveValue(value);
  }

  /** The message stands at its field, and in the summary that has the focus. */
  async refuses(problems: Typed): Promise<void> {
    await expect(this.summary).toBeFocused();
    for (const [name, message] of Object.entries(problems) as [Field, string][]) {
      await expect(this.field(name), name).toHaveAttribute('aria-invalid', 'true');
      await expect(this.field(name), name).toHaveAccessibleDescription(startingWith(message));
      await expect(this.summary.getByRole('link', { name: message, exact: true })).toBeVisible();
    }
    await expect(this.page.locator('[aria-invalid=true]')).toHaveCount(Object.keys(problems).length);
  }
}

export const startingWith = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
