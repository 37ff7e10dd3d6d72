import { greetingName, type MailKindName, type Name } from '@lampstand/contracts';
import type { Decision, DecisionMail } from '@lampstand/contracts/back-office';
import { ambassadorApplication, hasTag } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import type { ReactElement } from 'react';
import { Settings } from '../platform/config/index.ts';
import { OnJob } from '../platform/jobs/decorators.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { MailLayout, Paragraph, Paragraphs, rendered, type Site, TransactionalMailer } from '../platform/mail/index.ts';
import { Workflow } from '../workflow/index.ts';
import { AmbassadorApplication } from './ambassador-application.entity.ts';
import { ambassadorFlow } from './applications.ts';

/** The mails of an application, each sent once: the confirmation and the decision. */
@Injectable()
export class AmbassadorMails {
  constructor(
    private readonly workflow: Workflow,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  @OnJob('sendApplicationReceived')
  async sendApplicationReceived({ subjectId: id }: Job): Promise<void> {
    const application = await this.find(id);
    if (!application) return;
    const { email } = application;
    const outcome = await this.mailer.sendCapped('applicationMailsPerEmail', 'application-received', [id], id, {
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
    const outcome = await this.mailer.send('application-decision', [id], id, { to: email, ...mail });
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

interface Template {
  preview: string;
  greeting: string;
  /** The paragraphs that a reviewer can change. */
  words: string[];
}

const TEMPLATES: Record<Decision, (product: string) => Template> = {
  approve: (product) => ({
    preview: 'You have been selected as an ambassador.',
    greeting: 'Welcome aboard',
    words: [
      `We read your application with joy, and would love to have you as a ${product} ambassador.`,
      'Next comes onboarding. Please reply to this email with two or three times that work for you for a first call. We show you the features no one else has seen yet, and hear what your students need most.',
      'Changed your mind? That’s fine. Tell us, and we’ll offer your place to someone else.',
    ],
  }),
  decline: (product) => ({
    preview: 'Our decision on your application.',
    greeting: 'Thank you for your application',
    words: [
      `We read it with care, and we are not able to offer you a place in the ${product} ambassador program this time. The program is small, and this says nothing about your ministry.`,
      'You are welcome to apply again later. And what you wrote about your students matters to us: if you would like to tell us more, reply to this email. A person reads it.',
    ],
  }),
};

/** The words of the template, a paragraph per blank line. */
export const originalWords = ({ PRODUCT_NAME }: Site, decision: Decision): string =>
  TEMPLATES[decision](PRODUCT_NAME).words.join('\n\n');

/** The mail of a decision. Its frame, heading and footer are of the template; `words` is everything between them. */
function decisionMail(
  site: Site,
  decision: Decision,
  applicant: Name,
  words: string,
): { subject: string; body: ReactElement } {
  const { preview, greeting } = TEMPLATES[decision](site.PRODUCT_NAME);
  return {
    subject: `Our decision on your ${site.PRODUCT_NAME} ambassador application`,
    body: (
      <MailLayout site={site} preview={preview} heading={`${greeting}, ${greetingName(applicant)}`}>
        <Paragraphs text={words} />
      </MailLayout>
    ),
  };
}

/** Stands for the words while a mail is shown before it is sent. No applicant can type it in a name. */
const PLACE = '\u2063\u2063';

/** The plain text of the mail: the words that can be changed, and what stands before and after them. */
export async function shownDecisionMail(site: Site, decision: Decision, applicant: Name): Promise<DecisionMail> {
  const { subject, body } = decisionMail(site, decision, applicant, PLACE);
  const [before = '', after = ''] = (await rendered(body)).text.split(PLACE);
  return { subject, before, words: originalWords(site, decision), after };
}
