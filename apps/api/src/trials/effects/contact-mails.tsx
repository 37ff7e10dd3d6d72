import { greetingName, MAIL_SUBJECTS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ContactField, NewContacts } from '../../accounts/index.ts';
import { Settings } from '../../platform/config/index.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { Action, MailLayout, MailLink, Paragraph, type Site, TransactionalMailer } from '../../platform/mail/index.ts';
import { TrialSignups } from '../trial-signups.ts';
import { CONTACT_QUEUES, ContactLinks, MemberContact } from '../use-cases/member-contact.ts';
import { TrialMails } from './trial-mails.ts';

/** The mails about a member's corrected email or phone, and what else follows from a correction. */
@Injectable()
export class ContactMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly trials: TrialSignups,
    private readonly newContacts: NewContacts,
    private readonly memberContact: MemberContact,
    private readonly trialMails: TrialMails,
    private readonly links: ContactLinks,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  @OnJob(CONTACT_QUEUES.email)
  confirmEmail(job: Job): Promise<void> {
    return this.sendConfirmation('email', job);
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

  /** The link that confirms a new email goes to the new address; for a new phone it goes to the account's email. */
  private async sendConfirmation(field: ContactField, { id, subjectId }: Job): Promise<void> {
    const trial = await this.trials.find(subjectId);
    const contact = trial && (await this.newContacts.find(this.dataSource.manager, trial.id, field));
    if (!contact) return;
    const link = this.links.linkTo(trial.id, field, contact);
    const { kind, subject, Body } = CONFIRMATIONS[field];
    const outcome = await this.mailer.send(kind, [id], trial.id, {
      to: field === 'email' ? contact.value : trial.email,
      subject,
      body: <Body site={this.settings} firstName={greetingName(trial)} link={link} />,
    });
    if (outcome !== 'known') await this.trials.note(trial, `mail ${outcome}`, { mail: kind });
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
}

const EmailConfirmationMail = ({ site, firstName, link }: ConfirmationMailProps) => (
  <MailLayout site={site} preview="Confirm this address to get our emails here." heading={`Is this you, ${firstName}?`}>
    <Paragraph>Our support team entered this address as the new one for your {site.PRODUCT_NAME} account.</Paragraph>
    <Action href={link}>Use this address</Action>
    <Paragraph>The link works for 7 days. Until you use it, our emails go to your old address.</Paragraph>
    <Paragraph>If you don’t have an account with us, ignore this email; nothing will happen.</Paragraph>
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
  phone: {
    kind: 'phone-confirmation',
    subject: MAIL_SUBJECTS['phone-confirmation'],
    Body: PhoneConfirmationMail,
  },
} as const;

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
