import { ERASURE_DAYS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { daysAfter, formatLongDate } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { OnJob } from '../../../platform/jobs/decorators.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { Action, MailLayout, Paragraph, type Site, TransactionalMailer } from '../../../platform/mail/index.ts';
import { EraseTrial } from '../../../trials/index.ts';
import { StaffAccount } from '../../auth/index.ts';

/** Mails administrators, one each, that an erasure waits for a second member of staff. */
@Injectable()
export class ErasureMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly eraseTrial: EraseTrial,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  /** The requester gets no mail. A request that was withdrawn, or whose erasure has begun, sends none. */
  @OnJob('sendErasureRequested')
  async sendErasureRequested({ subjectId }: Job): Promise<void> {
    const trial = await this.eraseTrial.find(subjectId);
    if (!trial?.erasureRequestedAt || !trial.erasureRequestedBy || trial.erasedAt) return;
    const { id, erasureRequestedAt: at, erasureRequestedBy: by } = trial;
    const accounts = this.dataSource.getRepository(StaffAccount);
    const requester = await accounts.findOneByOrFail({ id: by });
    const dueOn = formatLongDate(daysAfter(at, ERASURE_DAYS), this.settings.ORG_TIME_ZONE);
    const administrators = { role: 'administrator', disabledAt: IsNull(), id: Not(by) } as const;
    for (const { id: account, email: to } of await accounts.findBy(administrators))
      await this.mailer.send('erasure-requested', [id, at.getTime(), account], account, {
        to,
        subject: 'An erasure waits for your approval',
        body: <RequestedMail site={this.settings} trial={id} by={requester.name} dueOn={dueOn} />,
      });
  }
}

interface Props {
  site: Site;
  trial: number;
  by: string;
  dueOn: string;
}

const RequestedMail = ({ site, trial, by, dueOn }: Props) => (
  <MailLayout site={site} preview={`It is due by ${dueOn}.`} heading="An erasure waits for your approval">
    <Paragraph>
      {by} has requested to erase the person of sign-up {trial}. It is due by {dueOn}. Until then nothing is charged,
      and no reminders go out.
    </Paragraph>
    <Action href={`${site.SITE_URL}/trials/${trial}`}>Approve or withdraw it</Action>
  </MailLayout>
);
