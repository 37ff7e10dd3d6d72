import { Action, MailLayout, Paragraph, type Site } from '../../platform/mail/index.ts';

interface WelcomeMailProps {
  site: Site;
  firstName: string;
  dashboard: string;
  plan: string;
  range: string;
  price: string;
  trialEnds: string;
}

/** Welcomes, and states the terms of renewal that card networks ask for: plan, price, date, how to cancel. */
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
