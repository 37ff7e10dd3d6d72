import { ADMIN_ERRORS, type NewPasswordBody, PASSWORD_LINK_DAYS } from '@lampstand/contracts/back-office';
import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { daysAfter } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { OnJob } from '../../../platform/jobs/decorators.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { Action, MailLayout, Paragraph, type Site, TransactionalMailer } from '../../../platform/mail/index.ts';
import { SignedLinks } from '../../../platform/signed-links.ts';
import { AuditEntry, StaffAccount } from '../auth.entities.ts';
import { StaffAccountError, StaffAccounts } from './staff-accounts.ts';

/** The queue; its jobs are about entries of the audit. */
export const PASSWORD_LINK_REQUESTED = 'sendPasswordLink';
/** The action of these entries, which hold the version of the account that the link is for. */
export const PASSWORD_LINK_SENT = 'password link sent';
const PURPOSE = 'staff.password';

/** Mailed links with which members of staff set their own password. A link works once, for 7 days, and ends with every change of the account. */
@Injectable()
export class PasswordLinks {
  constructor(
    @InjectRepository(StaffAccount) private readonly accounts: Repository<StaffAccount>,
    private readonly staffAccounts: StaffAccounts,
    private readonly links: SignedLinks,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  /** The account of a link. Throws a 410 when the link has ended or its account is disabled. */
  async accountOf(token: string): Promise<StaffAccount> {
    const [, id, version] = /^(\d+)\.(\d+)$/.exec(this.links.verify(PURPOSE, token) ?? '') ?? [];
    const account = id && (await this.accounts.findOneBy({ id: Number(id) }));
    if (!account || !isOpenTo(account, Number(version))) throw linkInvalid();
    return account;
  }

  /** Sets the password and ends all sessions. A 400 names what is wrong with the password. */
  async setPassword({ token, password }: NewPasswordBody): Promise<void> {
    const { id, email, version } = await this.accountOf(token);
    const check = (account: StaffAccount) => {
      if (!isOpenTo(account, version)) throw linkInvalid();
    };
    await this.staffAccounts.setPassword(email, password, { accountId: id, check }).catch((error: unknown) => {
      if (!(error instanceof StaffAccountError)) throw error;
      throw new AppError('invalid', ERRORS.invalid, { fields: { password: error.message } });
    });
  }

  @OnJob(PASSWORD_LINK_REQUESTED)
  async send({ id: jobId, subjectId }: Job): Promise<void> {
    const entry = await this.accounts.manager.findOneByOrFail(AuditEntry, { id: subjectId });
    const account = await this.accounts.findOneBy({ id: Number(entry.subject?.replace('staff:', '')) });
    const version = Number(entry.detail['version']);
    if (!account || !isOpenTo(account, version)) return;
    const { id, email, invitedAt } = account;
    const expiresAt = daysAfter(entry.at, PASSWORD_LINK_DAYS);
    const token = this.links.sign(PURPOSE, `${id}.${version}`, expiresAt);
    const props = { site: this.settings, link: `${this.settings.SITE_URL}/admin/password?token=${token}` };
    const { PRODUCT_NAME: product } = this.settings;
    await this.mailer.send('staff-password-link', [jobId], id, {
      to: email,
      ...(invitedAt
        ? { subject: `You are invited to the ${product} back office`, body: <InvitationMail {...props} /> }
        : { subject: `Set a new password for the ${product} back office`, body: <NewPasswordMail {...props} /> }),
    });
  }
}

const isOpenTo = (account: StaffAccount, version: number): boolean =>
  !account.disabledAt && account.version === version;

const linkInvalid = () => new AppError('gone', ADMIN_ERRORS.passwordLinkInvalid);

interface PasswordMailProps {
  site: Site;
  link: string;
}

const InvitationMail = ({ site, link }: PasswordMailProps) => (
  <MailLayout site={site} preview="Set your password to log in." heading="You are invited">
    <Paragraph>An administrator of {site.PRODUCT_NAME} has added you to the team that looks after sign-ups.</Paragraph>
    <Action href={link}>Set my password</Action>
    <Paragraph>The link works once, for {PASSWORD_LINK_DAYS} days. Log in with this email address.</Paragraph>
    <Paragraph>If you didn’t expect this, ignore this email or tell {site.SUPPORT_EMAIL}.</Paragraph>
  </MailLayout>
);

const NewPasswordMail = ({ site, link }: PasswordMailProps) => (
  <MailLayout site={site} preview="Your password stays the same until you set another." heading="Set a new password">
    <Paragraph>An administrator of {site.PRODUCT_NAME} sends you this link to set a new password.</Paragraph>
    <Action href={link}>Set a new password</Action>
    <Paragraph>
      The link works once, for {PASSWORD_LINK_DAYS} days. It ends all your sessions. A passkey or an authenticator app
      stays required.
    </Paragraph>
    <Paragraph>If you didn’t ask for it, ignore this email and tell {site.SUPPORT_EMAIL}.</Paragraph>
  </MailLayout>
);
