import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface CardNeededMailProps {
  site: Site;
  /** Left out as long as the phone is not proven. */
  firstName: string | undefined;
  link: string;
}

export const CardNeededMail = ({ site, firstName, link }: CardNeededMailProps) => (
  <MailLayout site={site} preview="Please add another card to start your trial." heading="Your card could not be used">
    <Paragraph>
      {firstName ? `${firstName}, your` : 'Your'} bank did not accept the card you stored, so your trial has not started
      yet. Nothing was charged.
    </Paragraph>
    <Action href={link}>Add another card</Action>
    <Paragraph>Everything else you entered is kept.</Paragraph>
  </MailLayout>
);
