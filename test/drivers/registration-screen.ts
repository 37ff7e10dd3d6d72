import type { TrialSignupBody } from '@lampstand/contracts';
import { expect, type Page } from '@playwright/test';
import { FormScreen } from './form-screen.ts';

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

/** What a pastor types, from what is saved. */
export const typedFrom = ({ firstName, lastName, ...rest }: TrialSignupBody): Typed => ({
  name: `${firstName} ${lastName}`.trim(),
  ...rest,
});

/** Step one: the fourteen controls. */
export class RegistrationScreen extends FormScreen<Field> {
  constructor(page: Page) {
    super(page, LABELS);
  }

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: 'Start your free trial' });
  }

  get sendButton() {
    return this.page.getByRole('button', { name: 'Continue to phone check' });
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toBeVisible();
    await expect(this.sendButton).toBeEnabled();
  }

  async send(): Promise<void> {
    await this.sendButton.click();
  }
}
