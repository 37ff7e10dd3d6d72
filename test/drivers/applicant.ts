import { type ApplicationBody, formatPhone } from '@lampstand/contracts';
import { expect, type Page } from '@playwright/test';
import { anApplication } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { isHydrated } from './hydration.ts';
import { FormScreen } from './form-screen.ts';
import { Toasts } from './toasts.ts';

const LABELS: Record<keyof ApplicationBody, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  position: 'Your role or position',
  churchName: 'Church name',
  churchCity: 'City',
  churchState: 'State',
  churchSize: 'Church size',
  yearsInMinistry: 'Years in youth ministry',
  whyInterested: 'Why are you interested?',
};

/** One of the two forms with the same eleven fields. */
export interface Application {
  path: string;
  call: string;
  table: string;
  heading: string;
  button: string;
  /** The fields in the specified order. */
  fields: (keyof ApplicationBody)[];
  done: { heading: string; toast: string; says: string };
  mail: RegExp;
}

export const AMBASSADOR: Application = {
  path: '/ambassador-application',
  call: 'ambassador-application',
  table: 'ambassador_applications',
  heading: 'Ambassador Application',
  button: 'Submit Application',
  fields: [
    ...(['firstName', 'lastName', 'email', 'phone', 'position', 'churchName', 'churchCity'] as const),
    ...(['churchState', 'churchSize', 'yearsInMinistry', 'whyInterested'] as const),
  ],
  done: {
    heading: 'Application Submitted!',
    toast: 'Application submitted!',
    says: 'We’ll review your application and get back to you soon.',
  },
  mail: /^We received your .* ambassador application$/,
};

export const TRIAL_REQUEST: Application = {
  path: '/trial-request',
  call: 'trial-request',
  table: 'trial_requests',
  heading: 'Tell us about your ministry',
  button: 'Send Request',
  fields: [
    ...(['firstName', 'lastName', 'email', 'phone', 'churchName', 'churchCity', 'churchState'] as const),
    ...(['position', 'churchSize', 'yearsInMinistry', 'whyInterested'] as const),
  ],
  done: { heading: 'Request Sent!', toast: 'Request sent!', says: 'We will answer you by email.' },
  mail: /^We received your request/,
};

/** A person who fills in one of the forms in a browser. */
export class Applicant extends FormScreen<keyof ApplicationBody> {
  readonly details = anApplication();
  readonly toasts: Toasts;

  constructor(
    page: Page,
    readonly stack: Stack,
    readonly application: Application,
  ) {
    super(page, LABELS);
    this.toasts = new Toasts(page);
  }

  /** The submit button, whatever its label is. */
  get sendButton() {
    return this.page.locator('#content form').getByRole('button');
  }

  get done() {
    return this.page.getByRole('heading', { level: 1, name: this.application.done.heading });
  }

  get notice() {
    return this.page.locator('#content [data-tone]').filter({ hasText: 'Something went wrong' });
  }

  /** The field values after typing the details. */
  get typed(): ApplicationBody {
    return { ...this.details, phone: formatPhone(this.details.phone) };
  }

  async opens(): Promise<void> {
    await this.page.goto(this.application.path);
    await isHydrated(this.page);
    await this.isShown();
  }

  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: this.application.heading })).toBeVisible();
    await expect(this.sendButton).toHaveText(this.application.button);
    await expect(this.sendButton).toBeEnabled();
  }

  async send(): Promise<void> {
    await this.sendButton.click();
  }

  async applies(): Promise<void> {
    await this.opens();
    await this.fillIn(this.details);
    await this.send();
  }

  /** Asserts that the confirmation has replaced the form, at the top of the page, with the focus. */
  async isThanked(): Promise<void> {
    await expect(this.done).toBeFocused();
    await expect(this.sendButton).toHaveCount(0);
    expect(await this.page.evaluate(() => window.scrollY)).toBe(0);
    await expect(this.page).toHaveTitle(new RegExp(`^${this.application.done.heading}`));
  }

  /** Asserts that the form keeps its values, and the failure is in a toast and on the page. */
  async isToldToTryAgain(): Promise<void> {
    await this.toasts.warns('Something went wrong', 'Please try again or contact our support team.');
    await expect(this.notice).toContainText('Please try again or contact our support team.');
    await expect(this.summary).toBeFocused();
    await expect(this.sendButton).toHaveText(this.application.button);
    await this.holds(this.typed);
  }

  stored(): Promise<Record<string, unknown>[]> {
    return this.stack.query(`SELECT * FROM ${this.application.table} WHERE email = $1`, [this.details.email]);
  }

  async hasAppliedOnce(): Promise<void> {
    expect(await this.stored()).toHaveLength(1);
  }
}
