import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface FinishSignupMailProps {
  site: Site;
  /** Undefined while the phone is not verified. */
  firstName: string | undefined;
  link: string;
  /** Whether the phone is verified, so that only the card is missing. */
  cardNext: boolean;
  /** In a reminder: the link that stops further reminders. */
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

interface PaymentLinkMailProps {
  site: Site;
  /** Undefined while the phone is not verified. */
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

interface CardNeededMailProps {
  site: Site;
  /** Undefined while the phone is not verified. */
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

interface WelcomeMailProps {
  site: Site;
  firstName: string;
  dashboard: string;
  plan: string;
  range: string;
  price: string;
  trialEnds: string;
}

/** The welcome, with the renewal terms that card networks require: plan, price, date, how to cancel. */
export const WelcomeMail = ({ site, firstName, dashboard, plan, range, price, trialEnds }: WelcomeMailProps) => (
  <MailLayout site={site} preview="Your 30-day trial is active." heading={`Welcome, ${firstName}`}>
    <Paragraph>Your account is open and your 30-day trial is active, with every feature included.</Paragraph>
    <Action href={dashboard}>Open your dashboard</Action>
    <Paragraph>
      <strong>Your terms.</strong> Plan: {plan} ({range} active users a month). Your trial is free until {trialEnds}. On
      that day {price} is charged to your stored card, and then monthly, unless you cancel before. We remind you by
      e-mail 7 days and 1 day before.
    </Paragraph>
    <Paragraph>
      <strong>To cancel,</strong> use the link in each reminder or write to {site.SUPPORT_EMAIL}. If you cancel before{' '}
      {trialEnds}, nothing is charged.
    </Paragraph>
    <Paragraph>
      <strong>Good first steps:</strong> invite two or three core team members, then start one small group together.
    </Paragraph>
  </MailLayout>
);
