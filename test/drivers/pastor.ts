import { expect, type Page } from '@playwright/test';
import { aVisitor, type Visitor } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { BillingScreen, type Card } from './billing-screen.ts';
import { PhoneScreen } from './phone-screen.ts';
import { RegistrationScreen, typedFrom } from './registration-screen.ts';
import { ReturnPage } from './return-page.ts';
import { SuccessScreen } from './success-screen.ts';
import { Toasts } from './toasts.ts';

/** Someone who signs up in a browser. What they did elsewhere goes by the API. */
export class Pastor {
  readonly registration: RegistrationScreen;
  readonly phone: PhoneScreen;
  readonly billing: BillingScreen;
  readonly success: SuccessScreen;
  readonly return: ReturnPage;
  readonly toasts: Toasts;

  constructor(
    readonly page: Page,
    readonly stack: Stack,
    /** The same person at another device, making the calls only. */
    readonly elsewhere: Visitor = aVisitor(stack),
  ) {
    this.registration = new RegistrationScreen(page);
    this.phone = new PhoneScreen(page);
    this.billing = new BillingScreen(page);
    this.success = new SuccessScreen(page);
    this.return = new ReturnPage(page);
    this.toasts = new Toasts(page);
  }

  get details() {
    return this.elsewhere.details;
  }

  get firstName(): string {
    return this.details.firstName;
  }

  get link(): string {
    return `/trial?step=verification&trialId=${this.elsewhere.id}`;
  }

  /** What stays on the page after a failure, on whichever step. */
  notice(title: string) {
    return this.page.locator('#content .notice').filter({ has: this.page.getByText(title, { exact: true }) });
  }

  get retryButton() {
    return this.page.getByRole('button', { name: 'Try again' });
  }

  /** The same person with a second browser in hand. */
  at(page: Page): Pastor {
    return new Pastor(page, this.stack, this.elsewhere);
  }

  async opensTrialPage(): Promise<void> {
    await this.page.goto('/trial');
    await this.registration.isShown();
  }

  async sendsDetails(): Promise<void> {
    await this.opensTrialPage();
    await this.registration.fillIn(typedFrom(this.details));
    await this.registration.send();
  }

  async signsUp(): Promise<void> {
    await this.sendsDetails();
    await this.page.waitForURL(/trialId=\d+/);
    this.elsewhere.id = Number(new URL(this.page.url()).searchParams.get('trialId'));
    await this.phone.isShown();
  }

  async opensLink(): Promise<void> {
    await this.page.goto(this.link);
  }

  /** Waits for the text message number `count` on this person's phone. */
  receivesCode(count = 1): Promise<string> {
    return this.stack.sandbox.smsCode(this.elsewhere.phone, { count });
  }

  async provesPhone(): Promise<void> {
    await this.phone.typeCode(await this.receivesCode());
    await this.billing.isShown();
  }

  async savesCard(card: Card = 'good'): Promise<void> {
    await this.billing.submitCard(card);
  }

  /** Reaches the card form, the steps before it done by calls. */
  async isAskedForCard(): Promise<void> {
    await this.elsewhere.provesPhone();
    await this.opensLink();
    await this.billing.isReady();
  }

  /** Reaches the code screen, its code on the way. */
  async isAskedForCode(): Promise<void> {
    await this.elsewhere.signsUp();
    await this.opensLink();
    await this.phone.isShown();
    await this.receivesCode();
  }

  async isWelcomed(): Promise<void> {
    await this.success.welcomes(this.firstName);
  }

  mails(subject?: RegExp, count = 1) {
    return this.stack.sandbox.mails(this.details.email, { count, ...(subject && { subject }) });
  }

  async getsWelcomeMail() {
    const [mail] = await this.mails(/^Welcome to Lampstand/);
    return mail!;
  }

  /** The step the server tells, as in GET /api/trial-signup/{id}. */
  async serverStep(): Promise<string> {
    return (await this.elsewhere.load()).body.trialSignup.step;
  }

  /** Exactly one account came of it, with one subscription to `plan`. */
  async hasOneAccount(plan = 'tier_1_19'): Promise<void> {
    const sql = `SELECT u.status, s.plan FROM users u JOIN subscriptions s ON s.id = u.trial_id WHERE u.trial_id = $1`;
    await expect.poll(() => this.stack.query(sql, [this.elsewhere.id])).toEqual([{ status: 'active', plan }]);
  }

  async hasNoAccount(): Promise<void> {
    expect(await this.stack.query('SELECT 1 FROM users WHERE trial_id = $1', [this.elsewhere.id])).toEqual([]);
  }
}
