import { greetingName } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/index.ts';
import { OnJob } from '../platform/jobs/decorators.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { MailLayout, Paragraph, Paragraphs, TransactionalMailer, type Site } from '../platform/mail/index.ts';
import { REQUEST_RECEIVED } from './request-trial.ts';
import { TrialRequest, TrialRequestAnswer } from './trial-request.entity.ts';

/** The queue of the answers of staff; its subjects are answers. */
export const REQUEST_ANSWER = 'sendTrialRequestAnswer';

/** The subject of the confirmation, which an answer repeats. */
export const requestMailSubject = ({ PRODUCT_NAME }: Site): string => `We received your request to ${PRODUCT_NAME}`;

/** The mails to a requester, each sent once. */
@Injectable()
export class TrialRequestMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  @OnJob(REQUEST_RECEIVED)
  async mailRequester({ subjectId: id }: Job): Promise<void> {
    const request = await this.find(id);
    if (!request) return;
    await this.mailer.sendCapped('applicationMailsPerEmail', 'trial-request-received', [id], id, {
      to: request.email,
      subject: requestMailSubject(this.settings),
      body: <RequestReceivedMail site={this.settings} />,
    });
  }

  @OnJob(REQUEST_ANSWER)
  async mailAnswer({ subjectId: id }: Job): Promise<void> {
    const answer = await this.dataSource.getRepository(TrialRequestAnswer).findOneBy({ id });
    const request = answer && (await this.find(answer.requestId));
    if (!request) return;
    await this.mailer.send('trial-request-answer', [request.id, id], request.id, {
      to: request.email,
      subject: `Re: ${requestMailSubject(this.settings)}`,
      body: <AnswerMail site={this.settings} firstName={greetingName(request)} text={answer.text} />,
    });
  }

  private find(id: number): Promise<TrialRequest | null> {
    return this.dataSource.getRepository(TrialRequest).findOneBy({ id });
  }
}

/** The address is not verified, so the mail repeats nothing that was typed. */
const RequestReceivedMail = ({ site }: { site: Site }) => (
  <MailLayout site={site} preview="Someone from our team will reply by email." heading="Thank you">
    <Paragraph>We received your request, and someone from our team will reply by email.</Paragraph>
    <Paragraph>
      Anything to add, such as how many students you lead or a date you have in mind? Just reply to this email.
    </Paragraph>
    <Paragraph>
      If you didn’t write to {site.PRODUCT_NAME}, please reply to this email, and we’ll delete the request.
    </Paragraph>
  </MailLayout>
);

/** Replies go to support, as with every mail. */
const AnswerMail = ({ site, firstName, text }: { site: Site; firstName: string; text: string }) => (
  <MailLayout site={site} preview="Our answer to your request." heading={`Hello ${firstName}`}>
    <Paragraphs text={text} />
  </MailLayout>
);
