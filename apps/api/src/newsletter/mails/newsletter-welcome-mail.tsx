import { Link } from '@react-email/link';
import { MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface NewsletterWelcomeMailProps {
  site: Site;
  unsubscribeLink: string;
}

export const NewsletterWelcomeMail = ({ site, unsubscribeLink }: NewsletterWelcomeMailProps) => (
  <MailLayout site={site} preview="Our next letter comes to you." heading="You are subscribed">
    <Paragraph>
      Thank you for confirming. The next {site.PRODUCT_NAME} newsletter comes to this address, with ideas for youth
      ministry that you can use the same week.
    </Paragraph>
    <Paragraph>
      Enough of it one day? <Link href={unsubscribeLink}>Unsubscribe</Link> with one click, here or in any letter.
    </Paragraph>
  </MailLayout>
);
