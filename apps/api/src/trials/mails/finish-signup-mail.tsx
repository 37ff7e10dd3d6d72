import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface FinishSignupMailProps {
  site: Site;
  /** Left out as long as the phone is not proven. */
  firstName: string | undefined;
  link: string;
  /** The phone is proven, so only the card is missing. */
  cardNext: boolean;
  /** In a reminder: where more of them are stopped. */
  stopLink?: string | undefined;
}

export const FinishSignupMail = ({ site, firstName, link, cardNext, stopLink }: FinishSignupMailProps) => (
  <MailLayout
    site={site}
    preview="Pick up where you left off, on any device."
    heading={firstName ? `Your sign-up is waiting, ${firstName}` : 'Your sign-up is waiting'}
  >
    <Paragraph>
      We kept everything you entered.{' '}
      {cardNext
        ? 'Your phone is confirmed; choose a plan and add a card to start your 30 free days.'
        : 'Confirm your phone with the code we text you, then add a card to start your 30 free days.'}
    </Paragraph>
    <Action href={link}>Finish your sign-up</Action>
    <Paragraph>
      The link works on any device and brings you to the very step you left. Nothing is charged until your trial ends,
      and you can cancel at any time before.
    </Paragraph>
    <Paragraph>
      You did not sign up for {site.PRODUCT_NAME}? Then please ignore this mail; nothing will happen.
    </Paragraph>
    {stopLink && (
      <Paragraph>
        Not interested any more? <a href={stopLink}>Stop these reminders</a>
      </Paragraph>
    )}
  </MailLayout>
);
