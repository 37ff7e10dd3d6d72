import { createElement } from 'react';
import { dollars, planOf } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { longDay } from '../../platform/clock/long-day.ts';
import { Settings } from '../../platform/config/index.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type Mail, Postbox } from '../../platform/mail/index.ts';
import { resumeLink } from '../domain/resume-link.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { CardNeededMail } from '../mails/card-needed-mail.tsx';
import { FinishSignupMail } from '../mails/finish-signup-mail.tsx';
import { PaymentLinkMail } from '../mails/payment-link-mail.tsx';
import { WelcomeMail } from '../mails/welcome-mail.tsx';
import { ReminderLinks } from '../reminder-links.ts';
import { SavedTrials } from '../use-cases/saved-trials.ts';

/** The mails of the sign-up. Each job sends its mail once, under the job's id; the welcome mail once for ever. */
@Injectable()
export class TrialMails {
  constructor(
    private readonly trials: SavedTrials,
    private readonly postbox: Postbox,
    private readonly settings: Settings,
    private readonly reminderLinks: ReminderLinks,
  ) {}

  async sendResumeLink({ id, subjectId }: Job): Promise<void> {
    const trial = await this.unfinished(Number(subjectId));
    if (!trial) return;
    const link = resumeLink(this.settings.SITE_URL, trial.id);
    const stopLink = trial.reminders ? this.reminderLinks.stop(trial.id) : undefined;
    const body = createElement(FinishSignupMail, {
      site: this.settings,
      firstName: trial.firstName,
      link,
      cardNext: trial.phoneVerified,
      stopLink,
    });
    const subject = `Finish your ${this.settings.PRODUCT_NAME} sign-up`;
    await this.send(`resume:${id}`, trial, { subject, body, ...(stopLink && { unsubscribeLink: stopLink }) });
  }

  async sendPaymentLink({ id, subjectId }: Job): Promise<void> {
    const trial = await this.unfinished(Number(subjectId));
    if (!trial) return;
    const link = `${resumeLink(this.settings.SITE_URL, trial.id)}&pay=checkout`;
    const body = createElement(PaymentLinkMail, { site: this.settings, firstName: trial.firstName, link });
    await this.send(`payment-link:${id}`, trial, { subject: 'Add your card to start your trial', body });
  }

  async sendCardNeeded({ id, subjectId }: Job): Promise<void> {
    const trial = await this.unfinished(Number(subjectId));
    if (!trial) return;
    const link = resumeLink(this.settings.SITE_URL, trial.id);
    const body = createElement(CardNeededMail, { site: this.settings, firstName: trial.firstName, link });
    await this.send(`card-needed:${id}`, trial, { subject: 'Your card could not be used', body });
  }

  async sendWelcomeMail({ subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(Number(subjectId));
    if (!trial?.trialEndsAt) return;
    const { SITE_URL, PRODUCT_NAME, ORG_TIME_ZONE } = this.settings;
    const plan = planOf(trial.selectedPlan);
    const body = createElement(WelcomeMail, {
      site: this.settings,
      firstName: trial.firstName,
      dashboard: this.settings.DASHBOARD_URL ?? `${SITE_URL}/api/go/dashboard`,
      plan: plan.name,
      range: plan.range,
      price: dollars(plan.amountInCents),
      trialEnds: longDay(trial.trialEndsAt, ORG_TIME_ZONE),
    });
    await this.send(`welcome:${trial.id}`, trial, {
      subject: `Welcome to ${PRODUCT_NAME}: your 30-day trial is active`,
      body,
    });
  }

  private async unfinished(id: number): Promise<TrialSignup | undefined> {
    const trial = await this.trials.find(id);
    return trial && ['phoneVerification', 'billingInformation', 'openingAccount'].includes(trial.state)
      ? trial
      : undefined;
  }

  private async send(
    key: string,
    trial: TrialSignup,
    mail: Pick<Mail, 'subject' | 'body' | 'unsubscribeLink'>,
  ): Promise<void> {
    const outcome = await this.postbox.sendOnce(key, trial.id, { ...mail, to: trial.email });
    if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail: key.split(':')[0] });
  }
}
