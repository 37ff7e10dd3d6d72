import { ambassadorApplication, hasTag } from '@lampstand/workflows';
import type { MailKindName } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/index.ts';
import { OnJob } from '../platform/jobs/decorators.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { MailLayout, Paragraph, TransactionalMailer, type Site } from '../platform/mail/index.ts';
import { Workflow } from '../workflow/index.ts';
import { AmbassadorApplication } from './ambassador-application.entity.ts';
import { ambassadorFlow } from './applications.ts';
import { decisionMail, originalWords } from './decision-mails.tsx';

/** The mails of an application, each sent once: the confirmation and the decision. */
@Injectable()
export class AmbassadorMails {
  constructor(
    private readonly workflow: Workflow,
    private readonly postbox: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  @OnJob('sendApplicationReceived')
  async sendApplicationReceived({ subjectId: id }: Job): Promise<void> {
    const application = await this.find(id);
    if (!application) return;
    const { email } = application;
    const outcome = await this.postbox.sendCapped('applicationMailsPerEmail', 'application-received', [id], id, {
      to: email,
      subject: `We received your ${this.settings.PRODUCT_NAME} ambassador application`,
      body: <ApplicationReceivedMail site={this.settings} />,
    });
    await this.note(application, outcome, 'application-received');
  }

  @OnJob('sendDecision')
  async sendDecision({ subjectId: id }: Job): Promise<void> {
    const application = await this.find(id);
    if (!application || !hasTag(ambassadorApplication, application.state, 'decided')) return;
    const { state, email } = application;
    const decision = hasTag(ambassadorApplication, state, 'approved') ? 'approve' : 'decline';
    const words = application.decisionWords || originalWords(this.settings, decision);
    const mail = decisionMail(this.settings, decision, application, words);
    const outcome = await this.postbox.send('application-decision', [id], id, { to: email, ...mail });
    await this.note(application, outcome, 'application-decision');
  }

  private find(id: number): Promise<AmbassadorApplication | null> {
    return this.workflow.find(ambassadorFlow, { id });
  }

  private async note(application: AmbassadorApplication, outcome: string, mail: MailKindName): Promise<void> {
    if (outcome !== 'known') await this.workflow.note(ambassadorFlow, application, `mail ${outcome}`, { mail });
  }
}

/** The address is not verified, so the mail repeats nothing that was typed. */
const ApplicationReceivedMail = ({ site }: { site: Site }) => (
  <MailLayout site={site} preview="We review it within 5-7 business days." heading="Thank you for applying">
    <Paragraph>
      Your application to the {site.PRODUCT_NAME} ambassador program has arrived. There is nothing more to do for now.
    </Paragraph>
    <Paragraph>
      <strong>What happens next?</strong> Our team reads every application and reviews yours within 5-7 business days.
      Then you receive an email with our decision. If you are selected, we invite you to ambassador onboarding.
    </Paragraph>
    <Paragraph>If something has changed or you want to withdraw, just reply to this email.</Paragraph>
    <Paragraph>If you didn’t apply, please reply too, and we’ll delete the application.</Paragraph>
  </MailLayout>
);
