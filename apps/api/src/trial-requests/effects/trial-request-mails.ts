import { createElement } from 'react';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { TransactionalMailer } from '../../platform/mail/index.ts';
import { TrialRequest } from '../domain/trial-request.entity.ts';
import { RequestForStaffMail } from '../mails/request-for-staff-mail.tsx';
import { RequestReceivedMail } from '../mails/request-received-mail.tsx';
import { REQUEST_FOR_STAFF, REQUEST_RECEIVED } from '../use-cases/request-trial.ts';

/** The two mails of a trial request, each sent once for ever. An answer to the staff's mail goes to the person. */
@Injectable()
export class TrialRequestMails implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly postbox: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(REQUEST_RECEIVED, ({ subjectId }) => this.tellThePerson(Number(subjectId)));
    await this.jobs.work(REQUEST_FOR_STAFF, ({ subjectId }) => this.tellTheStaff(Number(subjectId)));
  }

  private async tellThePerson(id: number): Promise<void> {
    const request = await this.find(id);
    if (!request) return;
    await this.postbox.sendCapped('applicationMailsPerEmail', `trial-request-received:${id}`, id, {
      to: request.email,
      subject: `We received your request to ${this.settings.PRODUCT_NAME}`,
      body: createElement(RequestReceivedMail, { site: this.settings }),
    });
  }

  private async tellTheStaff(id: number): Promise<void> {
    const request = await this.find(id);
    if (!request) return;
    await this.postbox.sendOnce(`trial-request-for-staff:${id}`, id, {
      to: this.settings.SUPPORT_EMAIL,
      replyTo: request.email,
      subject: `Trial request of ${request.firstName} ${request.lastName}, ${request.churchName}`,
      body: createElement(RequestForStaffMail, { site: this.settings, request }),
    });
  }

  private find(id: number): Promise<TrialRequest | null> {
    return this.dataSource.getRepository(TrialRequest).findOneBy({ id });
  }
}
