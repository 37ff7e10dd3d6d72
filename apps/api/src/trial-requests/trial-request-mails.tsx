import { formatPhone } from '@lampstand/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/index.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { MailLayout, Paragraph, TransactionalMailer, type Site } from '../platform/mail/index.ts';
import { REQUEST_FOR_STAFF, REQUEST_RECEIVED } from './request-trial.ts';
import { TrialRequest } from './trial-request.entity.ts';

/** The two mails of a trial request, each sent once. Replies to the staff's mail go to the requester. */
@Injectable()
export class TrialRequestMails implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly postbox: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(REQUEST_RECEIVED, ({ subjectId }) => this.mailRequester(subjectId));
    await this.jobs.work(REQUEST_FOR_STAFF, ({ subjectId }) => this.mailStaff(subjectId));
  }

  private async mailRequester(id: number): Promise<void> {
    const request = await this.find(id);
    if (!request) return;
    await this.postbox.sendCapped('applicationMailsPerEmail', 'trial-request-received', [id], id, {
      to: request.email,
      subject: `We received your request to ${this.settings.PRODUCT_NAME}`,
      body: <RequestReceivedMail site={this.settings} />,
    });
  }

  private async mailStaff(id: number): Promise<void> {
    const request = await this.find(id);
    if (!request) return;
    await this.postbox.send('trial-request-for-staff', [id], id, {
      to: this.settings.SUPPORT_EMAIL,
      replyTo: request.email,
      subject: `Trial request of ${request.firstName} ${request.lastName}, ${request.churchName}`,
      body: <RequestForStaffMail site={this.settings} request={request} />,
    });
  }

  private find(id: number): Promise<TrialRequest | null> {
    return this.dataSource.getRepository(TrialRequest).findOneBy({ id });
  }
}

/** The address is not verified, so the mail repeats nothing that was typed. */
const RequestReceivedMail = ({ site }: { site: Site }) => (
  <MailLayout site={site} preview="A person of our team answers you by email." heading="Thank you">
    <Paragraph>Your request has arrived, and a person of our team answers you by email.</Paragraph>
    <Paragraph>
      Anything to add, such as how many students you lead or a date you have in mind? Just answer this mail.
    </Paragraph>
    <Paragraph>
      You did not write to {site.PRODUCT_NAME}? Then please answer this mail, and we delete the request.
    </Paragraph>
  </MailLayout>
);

interface RequestForStaffMailProps {
  site: Site;
  request: TrialRequest;
}

/** For staff: everything that was typed. */
const RequestForStaffMail = ({ site, request }: RequestForStaffMailProps) => {
  const facts = {
    Name: `${request.firstName} ${request.lastName}`,
    Email: request.email,
    Phone: formatPhone(request.phone),
    Position: request.position,
    Church: `${request.churchName}, ${request.churchCity}, ${request.churchState}`,
    'Church size': request.churchSize,
    'Years in ministry': request.yearsInMinistry,
  };
  return (
    <MailLayout site={site} preview={`${request.churchName}, ${request.churchSize}`} heading="A trial request came in">
      {Object.entries(facts).map(([name, fact]) => (
        <Paragraph key={name}>
          <strong>{name}:</strong> {fact}
        </Paragraph>
      ))}
      <Paragraph>
        <strong>Why interested:</strong>
      </Paragraph>
      {request.whyInterested.split('\n').map((line, index) => (
        <Paragraph key={index}>{line}</Paragraph>
      ))}
      <Paragraph>Answer this mail to write to {request.firstName}.</Paragraph>
    </MailLayout>
  );
};
