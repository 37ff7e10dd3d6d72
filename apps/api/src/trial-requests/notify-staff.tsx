import { formatPhone, unlinked } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { minutesAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { queryRows } from '../platform/database/queries.ts';
import { Every, OnJob } from '../platform/jobs/decorators.ts';
import { type Job, Jobs } from '../platform/jobs/jobs.ts';
import {
  Action,
  Facts,
  MailLayout,
  Paragraph,
  Paragraphs,
  type Site,
  TransactionalMailer,
} from '../platform/mail/index.ts';
import { TrialRequest } from './trial-request.entity.ts';

const FOR_STAFF = 'sendTrialRequestToStaff';

/** Anyone can send requests, so the limit is a time between two mails, not a number for each requester. */
const MINUTES_BETWEEN = 10;
/** The list in the back office has the others. */
const MOST_SHOWN = 20;

const CLAIM = `
  UPDATE trial_requests SET staff_notified_at = $1
   WHERE staff_notified_at IS NULL AND NOT EXISTS (SELECT FROM trial_requests WHERE staff_notified_at > $2)
  RETURNING id`;

/** Mails new trial requests to our team: at most one mail in ten minutes, with all requests since the last. */
@Injectable()
export class NotifyStaff {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** All requests of one mail get the same instant; in milliseconds it is the key of the job. */
  @Every('trial requests for staff')
  async claim(): Promise<void> {
    const now = this.clock.now();
    await this.dataSource.transaction(async (tx) => {
      const claimed = await queryRows(tx, CLAIM, [now, minutesAfter(now, -MINUTES_BETWEEN)]);
      if (claimed.length) await this.jobs.enqueue(tx, FOR_STAFF, now.getTime());
    });
  }

  @OnJob(FOR_STAFF)
  async mail({ subjectId: digest }: Job): Promise<void> {
    const requests = await this.dataSource
      .getRepository(TrialRequest)
      .find({ where: { staffNotifiedAt: new Date(digest) }, order: { createdAt: 'ASC' } });
    if (!requests.length) return;
    await this.mailer.send('trial-request-for-staff', [digest], digest, {
      to: this.settings.SUPPORT_EMAIL,
      subject: 'New trial requests',
      body: <RequestsMail site={this.settings} requests={requests} />,
    });
  }
}

/** Everything that was typed, with links as text. Staff answer in the back office: replies go to support, as with every mail. */
const RequestsMail = ({ site, requests }: { site: Site; requests: TrialRequest[] }) => {
  const more = requests.length - MOST_SHOWN;
  return (
    <MailLayout site={site} preview="Answer them in the back office." heading="New trial requests">
      {requests.slice(0, MOST_SHOWN).map((request) => (
        <div key={request.id}>
          <Facts facts={factsOf(request)} />
          <Paragraphs text={unlinked(request.whyInterested)} />
        </div>
      ))}
      {more > 0 && <Paragraph>And {more} more.</Paragraph>}
      <Action href={`${site.SITE_URL}/admin/trial-requests`}>Answer in the back office</Action>
    </MailLayout>
  );
};

const factsOf = (request: TrialRequest): [string, string][] => [
  ['Name', `${request.firstName} ${request.lastName}`],
  ['Email', request.email],
  ['Phone', formatPhone(request.phone)],
  ['Position', request.position],
  ['Church', `${request.churchName}, ${request.churchCity}, ${request.churchState}`],
  ['Church size', request.churchSize],
  ['Years in ministry', request.yearsInMinistry],
];
