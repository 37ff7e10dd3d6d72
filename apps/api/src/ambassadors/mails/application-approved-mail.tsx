import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface ApplicationApprovedMailProps {
  site: Site;
  firstName: string;
}

export const ApplicationApprovedMail = ({ site, firstName }: ApplicationApprovedMailProps) => (
  <MailLayout site={site} preview="You have been selected as an ambassador." heading={`Welcome aboard, ${firstName}`}>
    <Paragraph>
      We read your application with joy, and would love to have you as a {site.PRODUCT_NAME} ambassador.
    </Paragraph>
    <Paragraph>
      <strong>Next comes onboarding.</strong> Please answer this mail with two or three times that suit you for a first
      call. We show you the features nobody else has seen yet, and hear what your students need most.
    </Paragraph>
    <Paragraph>Changed your mind? That is fine: tell us, and we give your place to someone else.</Paragraph>
  </MailLayout>
);
