import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import { type Job, Jobs } from '../../platform/jobs/jobs.ts';
import { MailLayout, MailLink, Paragraph, type Site, TransactionalMailer } from '../../platform/mail/index.ts';
import { Audit } from './audit.ts';
import { AuditEntry } from './auth.entities.ts';

const QUEUE = 'sendStaffNotice';

/** What is mailed, and its subject. */
const SUBJECTS = {
  'signed in': 'New login to your back office account',
  'passkey added': 'A passkey was added to your back office account',
  'authenticator added': 'An authenticator app was added to your back office account',
} as const;
type Noticed = keyof typeof SUBJECTS;

interface Happened {
  accountId: number;
  action: Noticed;
  subject?: string;
  detail?: Record<string, string | number>;
}

/** Mails to members of staff about their own sign-in, so that a stolen password is noticed. Never capped. */
@Injectable()
export class StaffNotices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  /** Writes the entry of the audit, and has it mailed to the owner of the account. */
  async write(happened: Happened, tx: EntityManager): Promise<void> {
    const entry = await this.audit.write(happened, tx);
    if (entry) await this.jobs.enqueue(tx, QUEUE, entry);
  }

  @OnJob(QUEUE)
  async mail({ subjectId: id }: Job): Promise<void> {
    const entry = await this.dataSource.manager.findOne(AuditEntry, { where: { id }, relations: { account: true } });
    if (!entry?.account || entry.account.disabledAt) return;
    const { ORG_TIME_ZONE: timeZone } = this.settings;
    // oxlint-disable-next-line no-restricted-properties -- shown to a person
    const at = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(entry.at);
    const { browser } = entry.detail;
    const subject = SUBJECTS[entry.action as Noticed];
    await this.mailer.send('staff-notice', [id], entry.account.id, {
      to: entry.account.email,
      subject,
      body: (
        <NoticeMail site={this.settings} heading={subject} when={browser ? `${at}, with ${String(browser)}` : at} />
      ),
    });
  }
}

const NoticeMail = ({ site, heading, when }: { site: Site; heading: string; when: string }) => (
  <MailLayout site={site} preview="If it was you, there is nothing to do." heading={heading}>
    <Paragraph>{when}. If it was you, there is nothing to do.</Paragraph>
    <Paragraph>
      If it was not you, change your password and end the other sessions at{' '}
      <MailLink href={`${site.SITE_URL}/admin/account`}>your account</MailLink>, and tell an administrator.
    </Paragraph>
  </MailLayout>
);

/** In this order, because the names of some contain those of others. */
const BROWSERS = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

/** The family of a browser in words. */
export const browserOf = (userAgent = ''): string =>
  BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'an unknown browser';
