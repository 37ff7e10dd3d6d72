import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface PaymentLinkMailProps {
  site: Site;
  firstName: string;
  link: string;
}

export const PaymentLinkMail = ({ site, firstName, link }: PaymentLinkMailProps) => (
  <MailLayout site={site} preview="One step is left: your card." heading={`One step is left, ${firstName}`}>
    <Paragraph>Add your card on our payment partner's secure page, and your 30-day trial starts right away.</Paragraph>
    <Action href={link}>Add your card</Action>
    <Paragraph>Nothing is charged until your trial ends. We remind you 7 days and 1 day before.</Paragraph>
  </MailLayout>
);
