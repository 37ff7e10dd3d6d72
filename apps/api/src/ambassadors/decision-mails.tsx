import type { Decision, DecisionMail } from '@lampstand/contracts/back-office';
import type { ReactElement } from 'react';
import { MailLayout, Paragraph, Paragraphs, rendered, type Site } from '../platform/mail/index.ts';

interface Applicant {
  firstName: string;
}

/** The mail of a decision; `note` is the personal words in it, which may be empty. */
export function decisionMail(
  site: Site,
  decision: Decision,
  { firstName }: Applicant,
  note: string,
): { subject: string; body: ReactElement } {
  const Mail = decision === 'approve' ? ApplicationApprovedMail : ApplicationDeclinedMail;
  return {
    subject: `Our decision on your ${site.PRODUCT_NAME} ambassador application`,
    body: <Mail site={site} firstName={firstName} note={note} />,
  };
}

/** Stands for the personal words while a mail is shown before it is sent. No applicant can type it in a name. */
const PLACE = '\u2063\u2063';

/** The plain text of the mail, cut where the personal words go. */
export async function shownDecisionMail(site: Site, decision: Decision, applicant: Applicant): Promise<DecisionMail> {
  const { subject, body } = decisionMail(site, decision, applicant, PLACE);
  const [before = '', after = ''] = (await rendered(body)).text.split(PLACE);
  return { subject, before, after };
}

interface DecisionMailProps extends Applicant {
  site: Site;
  note: string;
}

const ApplicationApprovedMail = ({ site, firstName, note }: DecisionMailProps) => (
  <MailLayout site={site} preview="You have been selected as an ambassador." heading={`Welcome aboard, ${firstName}`}>
    <Paragraph>
      We read your application with joy, and would love to have you as a {site.PRODUCT_NAME} ambassador.
    </Paragraph>
    <Paragraphs text={note} />
    <Paragraph>
      <strong>Next comes onboarding.</strong> Please reply to this email with two or three times that work for you for a
      first call. We show you the features nobody else has seen yet, and hear what your students need most.
    </Paragraph>
    <Paragraph>Changed your mind? That’s fine. Tell us, and we’ll offer your place to someone else.</Paragraph>
  </MailLayout>
);

const ApplicationDeclinedMail = ({ site, firstName, note }: DecisionMailProps) => (
  <MailLayout
    site={site}
    preview="Our decision on your application."
    heading={`Thank you for your application, ${firstName}`}
  >
    <Paragraph>
      We read it with care, and we are not able to offer you a place in the {site.PRODUCT_NAME} ambassador program this
      time. The program is small, and this says nothing about your ministry.
    </Paragraph>
    <Paragraphs text={note} />
    <Paragraph>
      You are welcome to apply again later. And what you wrote about your students matters to us: if you would like to
      tell us more, reply to this email. A person reads it.
    </Paragraph>
  </MailLayout>
);
