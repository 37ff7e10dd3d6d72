import { expect, type Page } from '@playwright/test';
import { aVisitor, type Visitor } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { isHydrated } from './hydration.ts';
import { BillingScreen, type Card, ReturnPage } from './payment-screens.ts';
import { RegistrationScreen, typedFrom } from './registration-screen.ts';
import { Answers, PhoneScreen, SuccessScreen } from './sign-up-screens.ts';
import { Toasts } from './toasts.ts';

/** A pastor who signs up in a browser. `viaApi` does steps by API calls instead. */
export class Pastor {
  readonly registration: RegistrationScreen;
  readonly answers: Answers;
  readonly phone: PhoneScreen;
  readonly billing: BillingScreen;
  readonly success: SuccessScreen;
  readonly return: ReturnPage;
  readonly toasts: Toasts;

  constructor(
    readonly page: Page,
    readonly stack: Stack,
    /** The same person as an API client. */
    readonly viaApi: Visitor = aVisitor(stack),
    /** Another browser than the one of `viaApi`. */
    private readonly elsewhere = false,
  ) {
    this.registration = new RegistrationScreen(page);
    this.answers = new Answers(page);
    this.phone = new PhoneScreen(page);
    this.billing = new BillingScreen(page);
    this.success = new SuccessScreen(page);
    this.return = new ReturnPage(page);
    this.toasts = new Toasts(page);
  }

  get details() {
    return this.viaApi.details;
  }

  get firstName(): string {
    return this.details.firstName;
  }

  get link(): string {
    return `/trial?step=verification&trialId=${this.viaApi.id}`;
  }

  /** The notice on the page after a failure, on any step. */
  notice(title: string) {
    return this.page.locator('#content [data-tone]').filter({ has: this.page.getByText(title, { exact: true }) });
  }

  get retryButton() {
    return this.page.getByRole('button', { name: 'Try again' });
  }

  /** The same person in another browser. */
  at(page: Page): Pastor {
    return new Pastor(page, this.stack, this.viaApi, true);
  }

  async opensTrialPage(): Promise<void> {
    await this.page.goto('/trial');
    await isHydrated(this.page);
  }

  /** Fills in part one of the details and presses Continue. */
  async leavesPartOne(typed: Partial<Record<'email' | 'phone', string>> = {}): Promise<void> {
    await this.opensTrialPage();
    const { name, email, phone } = typedFrom(this.details);
    await this.registration.fillIn({ name: name!, email: email!, phone: phone!, ...typed });
    await this.registration.continueButton.click();
  }

  async sendsDetails(): Promise<void> {
    await this.opensTrialPage();
    await this.registration.fillIn(typedFrom(this.details));
    await this.registration.send();
  }

  async signsUp(): Promise<void> {
    await this.opensTrialPage();
    await this.registration.fillIn(typedFrom(this.details));
    await this.sends();
  }

  /** Sends the form that is filled in. */
  async sends(): Promise<void> {
    await this.registration.send();
    await this.page.waitForURL(/trialId=\d+/);
    this.viaApi.id = Number(new URL(this.page.url()).searchParams.get('trialId'));
    await this.phone.isShown();
  }

  /** Opens the step of the saved sign-up. */
  async opensLink(): Promise<void> {
    await this.isKnown();
    await this.page.goto(this.link);
  }

  /** Opens the link of the newest mail. */
  async opensMailedLink(subject?: RegExp): Promise<void> {
    const [mail] = await this.mails(subject);
    await this.page.goto(/https?:\/\/\S+[?&]trialId=\S+/.exec(mail!.text)![0]);
  }

  /** What `viaApi` has saved, this browser has saved. */
  async isKnown(): Promise<void> {
    const [name = '', value = ''] = this.viaApi.cookie.split('=');
    if (value && !this.elsewhere) await this.page.context().addCookies([{ name, value, url: this.stack.url }]);
  }

  /** Waits for `count` texts to this person's phone. Returns the newest code. */
  receivesCode(count = 1): Promise<string> {
    return this.stack.sandbox.smsCode(this.viaApi.phone, { count });
  }

  async provesPhone(): Promise<void> {
    await this.phone.typeCode(await this.receivesCode());
    await this.billing.isShown();
  }

  async savesCard(card: Card = 'good'): Promise<void> {
    await this.billing.submitCard(card);
  }

  /** Opens the card form. The steps before are done by API calls. */
  async isAskedForCard(): Promise<void> {
    await this.viaApi.provesPhone();
    await this.opensLink();
    await this.billing.isReady();
  }

  /** Opens the code screen, with a code sent. The step before is done by an API call. */
  async isAskedForCode(): Promise<void> {
    await this.viaApi.signsUp();
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

  /** The step in GET /api/trial-signup/{id}; `unknown` until the page's address names the sign-up. */
  async serverStep(): Promise<string> {
    return this.viaApi.id ? (await this.viaApi.load()).body.trialSignup.step : 'unknown';
  }

  /** Asserts that there is exactly one account, with a subscription to `plan`. */
  async hasOneAccount(plan = 'tier_1_19'): Promise<void> {
    const sql = `SELECT u.status, s.plan FROM users u JOIN subscriptions s ON s.id = u.trial_id WHERE u.trial_id = $1`;
    await expect.poll(() => this.stack.query(sql, [this.viaApi.id])).toEqual([{ status: 'active', plan }]);
  }

  async hasNoAccount(): Promise<void> {
    expect(await this.stack.query('SELECT 1 FROM users WHERE trial_id = $1', [this.viaApi.id])).toEqual([]);
  }
}
