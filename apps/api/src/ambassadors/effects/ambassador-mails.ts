import { createElement } from 'react';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { TransactionalMailer } from '../../platform/mail/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { ambassadorFlow } from '../ambassador-flow.ts';
import { AmbassadorApplication } from '../domain/ambassador-application.entity.ts';
import { ApplicationApprovedMail } from '../mails/application-approved-mail.tsx';
import { ApplicationDeclinedMail } from '../mails/application-declined-mail.tsx';
import { ApplicationReceivedMail } from '../mails/application-received-mail.tsx';

/** The mails of an application: that it arrived, and what was decided. Each goes out once for ever. */
@Injectable()
export class AmbassadorMails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly postbox: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  async sendApplicationReceived(id: number): Promise<void> {
    const application = await this.find(id);
    if (!application) return;
    const { email } = application;
    const outcome = await this.postbox.sendCapped('applicationMailsPerEmail', `application-received:${id}`, id, {
      to: email,
      subject: `We received your ${this.settings.PRODUCT_NAME} ambassador application`,
      body: createElement(ApplicationReceivedMail, { site: this.settings }),
    });
    await this.note(application, outcome, 'application-received');
  }

  async sendDecision(id: number): Promise<void> {
    const application = await this.find(id);
    if (application?.state !== 'approved' && application?.state !== 'declined') return;
    const { state, firstName, email } = application;
    const body = state === 'approved' ? ApplicationApprovedMail : ApplicationDeclinedMail;
    const outcome = await this.postbox.sendOnce(`application-decision:${id}`, id, {
      to: email,
      subject: `Our decision on your ${this.settings.PRODUCT_NAME} ambassador application`,
      body: createElement(body, { site: this.settings, firstName }),
    });
    await this.note(application, outcome, 'application-decision');
  }

  private find(id: number): Promise<AmbassadorApplication | null> {
    return this.dataSource.getRepository(AmbassadorApplication).findOneBy({ id });
  }

  private async note(application: AmbassadorApplication, outcome: string, mail: string): Promise<void> {
    if (outcome !== 'known') await this.workflow.note(ambassadorFlow, application, `mail ${outcome}`, { mail });
  }
}
