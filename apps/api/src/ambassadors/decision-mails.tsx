import type { Decision, DecisionMail } from '@lampstand/contracts/back-office';
import type { ReactElement } from 'react';
import { MailLayout, Paragraphs, rendered, type Site } from '../platform/mail/index.ts';

interface Applicant {
  firstName: string;
}

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
      'Next comes onboarding. Please reply to this email with two or three times that work for you for a first call. We show you the features nobody else has seen yet, and hear what your students need most.',
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
export function decisionMail(
  site: Site,
  decision: Decision,
  { firstName }: Applicant,
  words: string,
): { subject: string; body: ReactElement } {
  const { preview, greeting } = TEMPLATES[decision](site.PRODUCT_NAME);
  return {
    subject: `Our decision on your ${site.PRODUCT_NAME} ambassador application`,
    body: (
      <MailLayout site={site} preview={preview} heading={`${greeting}, ${firstName}`}>
        <Paragraphs text={words} />
      </MailLayout>
    ),
  };
}

/** Stands for the words while a mail is shown before it is sent. No applicant can type it in a name. */
const PLACE = '\u2063\u2063';

/** The plain text of the mail: the words that can be changed, and what stands before and after them. */
export async function shownDecisionMail(site: Site, decision: Decision, applicant: Applicant): Promise<DecisionMail> {
  const { subject, body } = decisionMail(site, decision, applicant, PLACE);
  const [before = '', after = ''] = (await rendered(body)).text.split(PLACE);
  return { subject, before, words: originalWords(site, decision), after };
}
