import { greetingName, MAIL_SUBJECTS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NewContacts } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { formatLongDate } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { Every, OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { SweepRows } from '../../platform/jobs/sweep-rows.ts';
import { Action, MailLayout, MailLink, Paragraph, type Site, TransactionalMailer } from '../../platform/mail/index.ts';
import { TrialSignups } from '../trial-signups.ts';
import { ClaimMailbox, EMAIL_TAKEN } from '../use-cases/claim-mailbox.ts';
import { CONTACT_QUEUES, ContactLinks, MemberContact } from '../use-cases/member-contact.ts';
import { TrialMails } from './trial-mails.ts';

const BATCH = 50;

/** The mails about a member's corrected email or phone, and what else follows from a correction. */
@Injectable()
export class ContactMails {
  private readonly rows = new SweepRows('new emails');

  constructor(
    private readonly dataSource: DataSource,
    private readonly trials: TrialSignups,
    private readonly newContacts: NewContacts,
    private readonly memberContact: MemberContact,
    private readonly trialMails: TrialMails,
    private readonly links: ContactLinks,
    private readonly claimMailbox: ClaimMailbox,
    private readonly mailer: TransactionalMailer,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @OnJob(CONTACT_QUEUES.email)
  confirmEmail(job: Job): Promise<void> {
    return this.sendConfirmation('email', job);
  }

  @OnJob(CONTACT_QUEUES.kept)
  sendEmailNotice(job: Job): Promise<void> {
    return this.sendConfirmation('keep-email', job);
  }

  /** Has the proven emails count whose time to refuse them is over. */
  @Every('new emails')
  async useDueEmails(): Promise<void> {
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT trial_id AS id FROM users WHERE new_email_proven_at IS NOT NULL AND new_email_from <= $1 AND status = 'active'
          AND NOT trial_id = ANY ($2) ORDER BY new_email_from LIMIT ${BATCH}`,
      [this.clock.now(), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => this.memberContact.useDueEmail(id),
    );
  }

  @OnJob(CONTACT_QUEUES.phone)
  confirmPhone(job: Job): Promise<void> {
    return this.sendConfirmation('phone', job);
  }

  @OnJob(CONTACT_QUEUES.customer)
  async updateCustomer({ subjectId }: Job): Promise<void> {
    await this.memberContact.updateCustomer(subjectId);
  }

  @OnJob('sendWelcomeAgain')
  async sendWelcomeAgain(job: Job): Promise<void> {
    await this.trialMails.sendWelcomeAgain(job);
  }

  /** The link that confirms a new email goes to the new address; all others go to the account's email. */
  private async sendConfirmation(purpose: keyof typeof CONFIRMATIONS, { id, subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
    const field = purpose === 'phone' ? 'phone' : 'email';
    const contact = trial && (await this.newContacts.find(this.dataSource.manager, trial.id, field));
    if (!contact) return;
    const link = this.links.linkTo(trial.id, purpose, contact);
    const { kind, subject, Body } = CONFIRMATIONS[purpose];
    const from = formatLongDate(contact.from ?? contact.at, this.settings.ORG_TIME_ZONE);
    const outcome = await this.mailer.send(kind, [id], trial.id, {
      to: purpose === 'email' ? contact.value : trial.email,
      subject,
      body: <Body site={this.settings} firstName={greetingName(trial)} link={link} from={from} />,
    });
    if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail: kind });
  }

  /** To the address of an account that a sign-up could not have. Nothing in it is of the member, who may be a stranger. */
  @OnJob(EMAIL_TAKEN)
  async sendEmailTaken({ id, subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
    if (!trial) return;
    const { PRODUCT_NAME } = this.settings;
    const outcome = await this.mailer.sendCapped('takenMailsPerEmail', 'email-taken', [id], trial.id, {
      to: trial.email,
      subject: `Your address already has an account with ${PRODUCT_NAME}`,
      body: <EmailTakenMail site={this.settings} link={this.claimMailbox.linkTo(trial.id, trial.email)} />,
    });
    if (outcome === 'sent' || outcome === 'bounced')
      await this.trials.note(trial, `mail ${outcome}`, { mail: 'email-taken' });
  }

  /** To each address that the account had before, once. */
  @OnJob(CONTACT_QUEUES.changed)
  async sendEmailChanged({ subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
    if (!trial) return;
    const before = await this.dataSource.query<{ id: string; previous: string }[]>(
      `SELECT c.id, c.previous FROM trial_corrections c JOIN users u USING (trial_id)
        WHERE c.trial_id = $1 AND c.field = 'email' AND c.at > u.opened_at ORDER BY c.id`,
      [trial.id],
    );
    for (const { id, previous } of before) {
      const outcome = await this.mailer.send('email-changed', [trial.id, id], trial.id, {
        to: previous,
        subject: `Your ${this.settings.PRODUCT_NAME} account has a new email address`,
        body: <EmailChangedMail site={this.settings} firstName={greetingName(trial)} />,
      });
      if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail: 'email-changed' });
    }
  }
}

interface GreetedMailProps {
  site: Site;
  firstName: string;
}

interface ConfirmationMailProps extends GreetedMailProps {
  link: string;
  /** The day from which a new email counts. */
  from: string;
}

const EmailConfirmationMail = ({ site, firstName, link, from }: ConfirmationMailProps) => (
  <MailLayout site={site} preview="Confirm this address to get our emails here." heading={`Is this you, ${firstName}?`}>
    <Paragraph>Our support team entered this address as the new one for your {site.PRODUCT_NAME} account.</Paragraph>
    <Action href={link}>Use this address</Action>
    <Paragraph>
      The link works for 7 days. Once you use it, our emails come here from {from} on. Until then they go to your old
      address. We have notified its owner.
    </Paragraph>
    <Paragraph>If you don’t have an account with us, ignore this email; nothing will happen.</Paragraph>
  </MailLayout>
);

const EmailNoticeMail = ({ site, firstName, link, from }: ConfirmationMailProps) => (
  <MailLayout
    site={site}
    preview="If you did not ask for it, keep your address with one press."
    heading={`Did you ask for this, ${firstName}?`}
  >
    <Paragraph>
      Our support team entered another email address for your {site.PRODUCT_NAME} account. Once its owner has confirmed
      it, our emails go there from {from} on.
    </Paragraph>
    <Action href={link}>Review the change</Action>
    <Paragraph>
      On that page you can keep this address, or use the new one without the wait. If you asked for the change, there is
      nothing to do.
    </Paragraph>
  </MailLayout>
);

const PhoneConfirmationMail = ({ site, firstName, link }: ConfirmationMailProps) => (
  <MailLayout
    site={site}
    preview="A code to the new number confirms it."
    heading={`Confirm your new phone, ${firstName}`}
  >
    <Paragraph>Our support team entered a new phone number for your {site.PRODUCT_NAME} account.</Paragraph>
    <Action href={link}>Confirm the new number</Action>
    <Paragraph>
      The page texts a code to the new number. The link works for 7 days; until then your number stays.
    </Paragraph>
    <Paragraph>
      If you did not ask for it, tell us:{' '}
      <MailLink href={`mailto:${site.SUPPORT_EMAIL}`}>{site.SUPPORT_EMAIL}</MailLink>
    </Paragraph>
  </MailLayout>
);

const CONFIRMATIONS = {
  email: {
    kind: 'email-confirmation',
    subject: MAIL_SUBJECTS['email-confirmation'],
    Body: EmailConfirmationMail,
  },
  'keep-email': {
    kind: 'email-notice',
    subject: MAIL_SUBJECTS['email-notice'],
    Body: EmailNoticeMail,
  },
  phone: {
    kind: 'phone-confirmation',
    subject: MAIL_SUBJECTS['phone-confirmation'],
    Body: PhoneConfirmationMail,
  },
} as const;

const EmailTakenMail = ({ site, link }: { site: Site; link: string }) => (
  <MailLayout
    site={site}
    preview="If it is not yours, tell us with one press."
    heading="This address already has an account"
  >
    <Paragraph>
      Someone tried to start a free trial of {site.PRODUCT_NAME} with this address; it already has an account.
    </Paragraph>
    <Paragraph>
      If the account is yours, there is nothing to do. You find it at{' '}
      <MailLink href={`${site.SITE_URL}/plan`}>your plan</MailLink>.
    </Paragraph>
    <Paragraph>
      If it is not yours, someone may have mistyped their own address. Tell us, and we correct it; then you can sign up
      yourself. The link works for 30 days.
    </Paragraph>
    <Action href={link}>It is not my account</Action>
  </MailLayout>
);

const EmailChangedMail = ({ site, firstName }: GreetedMailProps) => (
  <MailLayout site={site} preview="From now on our emails go there." heading={`Your email has changed, ${firstName}`}>
    <Paragraph>
      Your {site.PRODUCT_NAME} account has a new email address, which its owner has confirmed. From now on receipts,
      notices and links to your plan go there, and no longer to this address.
    </Paragraph>
    <Paragraph>
      If you did not ask for it, tell us at once:{' '}
      <MailLink href={`mailto:${site.SUPPORT_EMAIL}`}>{site.SUPPORT_EMAIL}</MailLink>
    </Paragraph>
  </MailLayout>
);
