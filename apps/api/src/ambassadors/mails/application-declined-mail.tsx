import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface ApplicationDeclinedMailProps {
  site: Site;
  firstName: string;
}

export const ApplicationDeclinedMail = ({ site, firstName }: ApplicationDeclinedMailProps) => (
  <MailLayout
    site={site}
    preview="Our decision on your application."
    heading={`Thank you for your application, ${firstName}`}
  >
    <Paragraph>
      We read it with care, and we are not able to offer you a place in the {site.PRODUCT_NAME} ambassador program this
      time. The program is small, and this says nothing about your ministry.
    </Paragraph>
    <Paragraph>
      You are welcome to apply again later. And what you wrote about your students matters to us: if you would like to
      tell us more, answer this mail. A person reads it.
    </Paragraph>
  </MailLayout>
);
