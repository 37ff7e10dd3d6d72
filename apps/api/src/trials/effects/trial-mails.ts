import {
  cardEnding,
  dollars,
  greetingName,
  MAIL_SUBJECTS,
  type MailCap,
  type MailFact,
  type MailKindName,
  planOf,
  planWithRange,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { createElement } from 'react';
import { Consents, PlanLinks } from '../../billing/index.ts';
import { formatLongDate } from '../../platform/clock/instants.ts';
import { Today } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type MailDraft, TransactionalMailer } from '../../platform/mail/index.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { TrialSignups } from '../trial-signups.ts';
import { ReminderLinks } from '../use-cases/reminders.ts';
import { ResumeLinks } from '../use-cases/resume.ts';
import {
  CardNeededMail,
  FinishSignupMail,
  PaymentLinkMail,
  ReminderMail,
  REMINDERS,
  SignupSavedMail,
  WelcomeMail,
} from './mail-templates.tsx';

/**
 * The mails of the sign-up, each sent once: keyed by the job's id where a person asked for it, or else by its fact.
 * While the phone is not verified the address may be another person's: few mails, and none repeats what was
 * typed.
 */
@Injectable()
export class TrialMails {
  constructor(
    private readonly trials: TrialSignups,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
    private readonly reminderLinks: ReminderLinks,
    private readonly resumeLinks: ResumeLinks,
    private readonly planLinks: PlanLinks,
    private readonly consents: Consents,
    private readonly today: Today,
  ) {}

  async sendResumeLink({ id, subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial) return;
    const link = this.resumeLinks.linkTo(trial);
    const { forEmail: corrected } = await this.trials.requesterOf(trial, requestId);
    const about = {
      site: this.settings,
      firstName: verifiedName(trial),
      link,
      cardNext: trial.phoneVerified,
      corrected,
    };
    const subject = MAIL_SUBJECTS.resume(this.settings.PRODUCT_NAME);
    await this.send('resume', [id], trial, requestId, { subject, body: createElement(FinishSignupMail, about) });
  }

  /** The link, at once after the first save. */
  async sendSignupSaved({ subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial) return;
    const link = this.resumeLinks.linkTo(trial);
    const body = createElement(SignupSavedMail, { site: this.settings, link });
    await this.send('signup-saved', [trial.id], trial, requestId, { subject: 'Your sign-up is saved', body });
  }

  /** Sends none if the sign-up was erased or finished, or reminders were stopped, or an erasure was requested, while the job waited. */
  async sendReminder({ subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial || !trial.reminders || trial.remindersStoppedAt || trial.erasureRequestedAt) return;
    const { id, reminders: reminder } = trial;
    const stopLink = this.reminderLinks.stop(id);
    const about = {
      site: this.settings,
      firstName: verifiedName(trial),
      link: this.resumeLinks.linkTo(trial),
      cardNext: trial.phoneVerified,
    };
    const { subject } = REMINDERS[reminder - 1] ?? REMINDERS[0];
    await this.send('reminder', [id, reminder], trial, requestId, {
      subject: subject(this.settings.PRODUCT_NAME),
      body: createElement(ReminderMail, { ...about, reminder, stopLink }),
      unsubscribeLink: stopLink,
    });
  }

  async sendPaymentLink({ id, subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial) return;
    const link = `${this.resumeLinks.linkTo(trial)}&pay=checkout`;
    const body = createElement(PaymentLinkMail, { site: this.settings, firstName: verifiedName(trial), link });
    await this.send('payment-link', [id], trial, requestId, { subject: MAIL_SUBJECTS['payment-link'], body });
  }

  async sendCardNeeded({ id, subjectId, requestId }: Job): Promise<void> {
    const trial = await this.unfinished(subjectId);
    if (!trial || trial.erasureRequestedAt) return;
    const link = this.resumeLinks.linkTo(trial);
    const body = createElement(CardNeededMail, { site: this.settings, firstName: verifiedName(trial), link });
    await this.send('card-needed', [id], trial, requestId, { subject: 'Your card could not be used', body });
  }

  async sendWelcomeMail({ subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
    const mail = trial && (await this.welcome(trial));
    if (mail) await this.note(trial, 'welcome', await this.mailer.send('welcome', [trial.id], trial.id, mail));
  }

  /** When support sends it again. */
  async sendWelcomeAgain({ id, subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
    const mail = trial && (await this.welcome(trial));
    if (mail) await this.note(trial, 'welcome-again', await this.mailer.send('welcome-again', [id], trial.id, mail));
  }

  private async welcome(trial: TrialSignup): Promise<MailDraft | undefined> {
    if (!trial.trialEndsAt) return undefined;
    const { SITE_URL, PRODUCT_NAME, ORG_TIME_ZONE } = this.settings;
    const plan = planOf(trial.selectedPlan);
    const receipt = await this.consents.receiptOf(trial.id);
    const body = createElement(WelcomeMail, {
      site: this.settings,
      firstName: greetingName(trial),
      dashboard: this.settings.DASHBOARD_URL ?? `${SITE_URL}/api/go/dashboard`,
      plan: planWithRange(plan),
      price: dollars(plan.amountInCents),
      card: trial.card ? `your ${cardEnding(trial.card)}` : 'your stored card',
      planLink: this.planLinks.linkTo(trial.id, { until: trial.trialEndsAt }),
      trialEnds: formatLongDate(trial.trialEndsAt, ORG_TIME_ZONE),
      agreed: receipt && { text: receipt.text, on: formatLongDate(new Date(receipt.agreedAt), ORG_TIME_ZONE) },
    });
    return { to: trial.email, subject: MAIL_SUBJECTS.welcome(PRODUCT_NAME), body };
  }

  private async note(trial: TrialSignup, mail: MailKindName, outcome: string): Promise<void> {
    if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail });
  }

  private async unfinished(trialId: number): Promise<TrialSignup | undefined> {
    const trial = await this.trials.find(trialId);
    return trial?.is('open') ? trial : undefined;
  }

  /** Mails over the cap leave one note per kind and day. */
  private async send<Kind extends LinkMail>(
    mail: Kind,
    fact: MailFact<Kind>,
    trial: TrialSignup,
    requestId: string,
    draft: Pick<MailDraft, 'subject' | 'body' | 'unsubscribeLink'>,
  ): Promise<void> {
    const cap = await this.capOf(trial, requestId);
    const outcome = await this.mailer.sendCapped(cap, mail, fact, trial.id, { ...draft, to: trial.email });
    if (outcome === 'capped') await this.trials.noteOnce(trial, 'mail capped', { mail, day: this.today.day });
    else await this.note(trial, mail, outcome);
  }

  private async capOf(trial: TrialSignup, requestId: string): Promise<MailCap<LinkMail> | 'paid'> {
    const requester = await this.trials.requesterOf(trial, requestId);
    if (requester.staff) return 'supportMailsPerEmail';
    // `RequestResumeLink` has counted it before it said that the link is on its way.
    if (requester.forLink) return 'paid';
    return trial.phoneVerified ? 'provenMailsPerEmail' : 'unprovenMailsPerEmail';
  }
}

/** The mails that lead back to the sign-up. */
type LinkMail = 'signup-saved' | 'reminder' | 'resume' | 'payment-link' | 'card-needed';

const verifiedName = (trial: TrialSignup) => (trial.phoneVerified ? greetingName(trial) : undefined);
