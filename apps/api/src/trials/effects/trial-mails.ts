import { dollars, type MailCap, planOf } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { createElement } from 'react';
import { formatLongDate } from '../../platform/clock/instants.ts';
import { Today } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type Mail, TransactionalMailer } from '../../platform/mail/index.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';
import { ReminderLinks } from '../use-cases/reminders.ts';
import { resumeLink } from '../use-cases/resume.ts';
import { CardNeededMail, FinishSignupMail, PaymentLinkMail, WelcomeMail } from './mail-templates.tsx';

/**
 * The mails of the sign-up. Each job sends its mail once, keyed by the job's id; the welcome mail is sent once per
 * sign-up. While the phone is not verified the address may be another person's: few mails, and none repeats what was
 * typed.
 */
@Injectable()
export class TrialMails {
  constructor(
    private readonly trials: TrialSignups,
    private readonly postbox: TransactionalMailer,
    private readonly settings: Settings,
    private readonly reminderLinks: ReminderLinks,
    private readonly today: Today,
  ) {}

  async sendResumeLink({ id, subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial) return;
    const link = resumeLink(this.settings.SITE_URL, trial.id);
    const stopLink = trial.reminders ? this.reminderLinks.stop(trial.id) : undefined;
    const body = createElement(FinishSignupMail, {
      site: this.settings,
      firstName: verifiedName(trial),
      link,
      cardNext: trial.phoneVerified,
      stopLink,
    });
    const subject = `Finish your ${this.settings.PRODUCT_NAME} sign-up`;
    await this.send('resume', id, trial, requestId, {
      subject,
      body,
      ...(stopLink && { unsubscribeLink: stopLink }),
    });
  }

  async sendPaymentLink({ id, subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial) return;
    const link = `${resumeLink(this.settings.SITE_URL, trial.id)}&pay=checkout`;
    const body = createElement(PaymentLinkMail, { site: this.settings, firstName: verifiedName(trial), link });
    await this.send('payment-link', id, trial, requestId, { subject: 'Add your card to start your trial', body });
  }

  async sendCardNeeded({ id, subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial) return;
    const link = resumeLink(this.settings.SITE_URL, trial.id);
    const body = createElement(CardNeededMail, { site: this.settings, firstName: verifiedName(trial), link });
    await this.send('card-needed', id, trial, requestId, { subject: 'Your card could not be used', body });
  }

  async sendWelcomeMail({ subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
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
      trialEnds: formatLongDate(trial.trialEndsAt, ORG_TIME_ZONE),
    });
    const outcome = await this.postbox.send('welcome', [trial.id], trial.id, {
      to: trial.email,
      subject: `Welcome to ${PRODUCT_NAME}: your 30-day trial is active`,
      body,
    });
    if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail: 'welcome' });
  }

  private async unfinished(trialId: number): Promise<TrialSignup | undefined> {
    const trial = await this.trials.find(trialId);
    return trial?.is('open') ? trial : undefined;
  }

  /** Mails over the cap leave one note per kind and day. */
  private async send(
    mail: LinkMail,
    jobId: string,
    trial: TrialSignup,
    requestId: string,
    draft: Pick<Mail, 'subject' | 'body' | 'unsubscribeLink'>,
  ): Promise<void> {
    const cap = await this.capOf(trial, requestId);
    const outcome = await this.postbox.sendCapped(cap, mail, [jobId], trial.id, { ...draft, to: trial.email });
    if (outcome === 'capped') await this.trials.noteOnce(trial, 'mail capped', { mail, day: this.today.day });
    else if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail });
  }

  private async capOf(trial: TrialSignup, requestId: string): Promise<MailCap<LinkMail>> {
    if (await this.trials.requestedByStaff(trial, requestId)) return 'supportMailsPerEmail';
    return trial.phoneVerified ? 'provenMailsPerEmail' : 'unprovenMailsPerEmail';
  }
}

/** The mails that lead back to the sign-up. */
type LinkMail = 'resume' | 'payment-link' | 'card-needed';

const verifiedName = ({ phoneVerified, firstName }: TrialSignup) => (phoneVerified ? firstName : undefined);
