/** Step one of the sign-up: its fields in three screens. */
import { BIRTHDATE_PARTS, type TrialSignupBody, type TrialSignupForm } from '@lampstand/contracts';
import { expect, type Locator, type Page } from '@playwright/test';
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
} as const satisfies Record<keyof TrialSignupForm, string | RegExp>;

export type Field = keyof typeof LABELS;
export type Typed = Partial<Record<Field, string>>;

/** The values to type for a saved sign-up. */
export const typedFrom = ({ firstName, lastName, ...rest }: TrialSignupBody): Typed => ({
  name: `${firstName} ${lastName}`.trim(),
  ...rest,
});

/** The fields of each screen of step one. */
const SCREENS: Field[][] = [
  ['name', 'email', 'phone'],
  ['churchName', 'churchCity', 'churchState', 'churchSize'],
  ['ministryName', 'position', 'gender', 'birthdate', 'howHeardAbout', 'churchSoftware', 'message'],
];
const FOLDED: Field[] = ['howHeardAbout', 'churchSoftware', 'message'];

/** Step one. */
export class RegistrationScreen extends FormScreen<Field> {
  constructor(page: Page) {
    super(page, LABELS);
  }

  /** Radios and the parts of the birthdate are a group with the name of the field. */
  override field(name: Field): Locator {
    return ['position', 'gender', 'birthdate'].includes(name) ? this.page.locator(`#${name}`) : super.field(name);
  }

  /** Fills in the fields screen by screen; goes on and back with the buttons. */
  override async fillIn(typed: Typed): Promise<void> {
    for (const [at, fields] of SCREENS.entries()) {
      const given = fields.filter((name) => typed[name] !== undefined);
      if (given.length) await this.goTo(at + 1);
      for (const name of given) await this.fillOne(name, typed[name]!);
    }
  }

  override async holds(typed: Typed): Promise<void> {
    for (const [name, value] of Object.entries(typed) as [Field, string][]) {
      if (name === 'birthdate') await this.holdsBirthdate(value);
      else if (name === 'position' || name === 'gender') await this.holdsRadio(name, value);
      else await super.holds({ [name]: value });
    }
  }

  protected override async fillOne(name: Field, value: string): Promise<void> {
    if (FOLDED.includes(name) && !(await this.field(name).isVisible())) await this.more.click();
    if (name === 'birthdate')
      for (const [part, digits] of Object.entries(partsOf(value))) await this.page.locator(`#${part}`).fill(digits);
    else if (name === 'position' || name === 'gender') await this.field(name).locator(`[value="${value}"]`).check();
    else await super.fillOne(name, value);
  }

  get continueButton() {
    return this.page.getByRole('button', { name: 'Continue', exact: true });
  }

  get backButton() {
    return this.page.getByRole('button', { name: 'Back', exact: true });
  }

  /** Opens the optional fields. */
  get more() {
    return this.page.getByText('A little more');
  }

  /** Waits for a screen of the form. */
  async isAt(screen: number): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-screen', String(screen));
  }

  async goTo(screen: number): Promise<void> {
    for (let at = await this.shownScreen(); at !== screen; at += Math.sign(screen - at)) {
      await (at < screen ? this.continueButton : this.backButton).click();
      await this.isAt(at + Math.sign(screen - at));
    }
  }

  private async shownScreen(): Promise<number> {
    return Number(await this.page.locator('html').getAttribute('data-screen'));
  }

  private async holdsBirthdate(value: string): Promise<void> {
    for (const [part, digits] of Object.entries(partsOf(value)))
      await expect(this.page.locator(`#${part}`)).toHaveValue(digits);
  }

  private async holdsRadio(name: Field, value: string): Promise<void> {
    const checked = this.field(name).locator('input:checked');
    if (value) await expect(checked).toHaveValue(value);
    else await expect(checked).toHaveCount(0);
  }

  get heading() {
    return this.page.getByRole('heading', { level: 1, name: 'Start your free trial' });
  }

  get sendButton() {
    return this.page.getByRole('button', { name: 'Continue to phone check' });
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toBeVisible();
  }

  /** Goes on to the last screen and sends the form; stops at a screen that is refused. */
  async send(): Promise<void> {
    for (let at = await this.shownScreen(); at < SCREENS.length; at += 1) {
      await this.continueButton.click();
      await expect(this.page.locator(`[data-screen="${at + 1}"], [role=group]:focus`).first()).toBeVisible();
      if (await this.summary.isVisible()) return;
    }
    await this.sendButton.click();
  }
}

/** "1990-05-17" as typed into the three fields. */
const partsOf = (birthdate: string): Record<string, string> => {
  const [year = '', month = '', day = ''] = birthdate.split('-');
  const digits = { birthdateMonth: month, birthdateDay: day, birthdateYear: year };
  return Object.fromEntries(BIRTHDATE_PARTS.map((part) => [part, digits[part]]));
};
