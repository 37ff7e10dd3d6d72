import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface PaymentLinkMailProps {
  site: Site;
  /** Left out as long as the phone is not proven. */
  firstName: string | undefined;
  link: string;
}

export const PaymentLinkMail = ({ site, firstName, link }: PaymentLinkMailProps) => (
  <MailLayout
    site={site}
    preview="One step is left: your card."
    heading={firstName ? `One step is left, ${firstName}` : 'One step is left'}
  >
    <Paragraph>Add your card on our payment partner's secure page, and your 30-day trial starts right away.</Paragraph>
    <Action href={link}>Add your card</Action>
    <Paragraph>Nothing is charged until your trial ends. We remind you 7 days and 1 day before.</Paragraph>
  </MailLayout>
);
