import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface ConfirmSubscriptionMailProps {
  site: Site;
  link: string;
}

export const ConfirmSubscriptionMail = ({ site, link }: ConfirmSubscriptionMailProps) => (
  <MailLayout site={site} preview="One click, and our next letter comes to you." heading="Please confirm your e-mail">
    <Paragraph>Somebody, probably you, asked for the {site.PRODUCT_NAME} newsletter to come to this address.</Paragraph>
    <Action href={link}>Confirm my subscription</Action>
    <Paragraph>The link works for 7 days, and you can unsubscribe at any time.</Paragraph>
    <Paragraph>It was not you? Then ignore this mail: without your click, no letter is sent.</Paragraph>
  </MailLayout>
);
